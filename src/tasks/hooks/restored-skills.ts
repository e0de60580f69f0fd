/**
 * What Claude Code restores after compaction: the skills used last, up to a limit of characters for each and for all.
 */
export const EACH_RESTORED = 20_000
const MOST_RESTORED = 100_000

const USED = /Launching skill: ([\w./:-]+)|<command-name>\/?([\w./:-]+)<\/command-name>/g

/** The skills that were used according to a transcript, latest first. */
export function findUsedSkills(transcript: string): readonly string[] {
  const names = [...transcript.matchAll(USED)].map(([, byModel, byUser]) => byModel ?? byUser ?? "")
  return [...new Set(names.toReversed())].filter((name) => name !== "")
}

/** How Gemini CLI and Codex write down that a skill was given to the model. */
const LOADED = /"name":"activate_skill","args":\{"name":"([^"\\]+)"|<skill>\\n<name>([^<\\]+)<\/name>/g

/** The skills that a session has loaded according to its transcript, of whichever host. */
export function findLoadedSkills(transcript: string): readonly string[] {
  const others = [...transcript.matchAll(LOADED)].map(([, gemini, codex]) => gemini ?? codex ?? "")
  return [...new Set([...findUsedSkills(transcript), ...others])]
}

/**
 * How many characters of a skill the host itself restores. Skills before it are assumed to take as much as they may.
 */
export function countRestoredCharacters(skill: string, used: readonly string[]): number {
  const bare = (name: string) => name.split(":").at(-1)
  const at = used.findIndex((name) => name === skill || bare(name) === bare(skill))
  return at === -1 || at * EACH_RESTORED >= MOST_RESTORED ? 0 : EACH_RESTORED
}

/** What Claude Code shows again after compaction: the skills used last, each and all of them up to so many characters. */
export const EACH_RESTORED = 20_000
const MOST_RESTORED = 100_000

const USED = /Launching skill: ([\w./:-]+)|<command-name>\/?([\w./:-]+)<\/command-name>/g

/** The skills that a transcript says were used, the latest first. */
export function usedSkills(transcript: string): readonly string[] {
  const names = [...transcript.matchAll(USED)].map(([, byModel, byUser]) => byModel ?? byUser ?? "")
  return [...new Set(names.toReversed())].filter((name) => name !== "")
}

/** How many characters of a skill the host shows by itself. Skills before it are assumed to take as much as they may. */
export function restoredCharacters(skill: string, used: readonly string[]): number {
  const bare = (name: string) => name.split(":").at(-1)
  const at = used.findIndex((name) => name === skill || bare(name) === bare(skill))
  return at === -1 || at * EACH_RESTORED >= MOST_RESTORED ? 0 : EACH_RESTORED
}

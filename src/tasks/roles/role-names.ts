/**
 * The role that a file beside a skill is written for, by its name: `my-doc-writer-prompt.md` is for `my-doc-writer`. A
 * file says so by ending in `-prompt`, `-agent`, `-subagent` or `-template`, by an agent noun (`code-reviewer.md`), or
 * by being in a directory for agents. Undefined for any other file.
 */
export function readRoleName(fileName: string, isAmongAgents: boolean): string | undefined {
  const [, bare] = /^(\w.*)\.md$/i.exec(fileName) ?? []
  if (bare === undefined) return undefined
  const role = splitRoleWords(bare)
  const ending = role.findIndex((word, at) => at > 0 && ENDINGS.has(word))
  const words = ending === -1 ? role : role.slice(0, ending)
  const isRole = ending !== -1 || isAmongAgents || AGENT_NOUN.test(words.at(-1) ?? "")
  return isRole && words.length > 0 && !GENERAL.has(words.join("-")) ? words.join("-") : undefined
}

const ENDINGS = new Set(["prompt", "agent", "subagent", "template"])
const AGENT_NOUN = /^\p{L}{3,}(?:er|or|ist)$/u
const GENERAL = new Set(["readme", "skill", "index", "agents", "claude", "gemini"])

/** How well a file's role fits the name of an agent; 0 if it does not. Equal names fit best. */
export function matchRoleName(agent: string, role: string): number {
  const [wanted, offered] = [splitRoleWords(dropPlugin(agent)), splitRoleWords(role)]
  if (wanted.length === 0 || offered.length === 0) return 0
  if (wanted.join("-") === offered.join("-")) return 3
  if (endsWithWords(offered, wanted)) return 2
  return endsWithWords(wanted, offered) ? 1 : 0
}

/** The file whose role fits the name of an agent best. None if two different roles fit equally well. */
export function findNamedRole<Offered extends { readonly role: string }>(
  agent: string,
  offered: readonly Offered[],
): Offered | undefined {
  const rated = offered.map((one) => ({ one, fit: matchRoleName(agent, one.role) }))
  const most = Math.max(0, ...rated.map(({ fit }) => fit))
  const best = most === 0 ? [] : rated.filter(({ fit }) => fit === most).map(({ one }) => one)
  return new Set(best.map(({ role }) => role)).size === 1 ? best[0] : undefined
}

/** `superpowers:code-reviewer` is the plugin's `code-reviewer`. */
function dropPlugin(agent: string): string {
  return agent.split(/[:/]/).at(-1) ?? ""
}

function splitRoleWords(name: string): readonly string[] {
  return name
    .replace(/(\p{Ll})(\p{Lu})/gu, "$1-$2")
    .toLowerCase()
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word !== "")
}

function endsWithWords(words: readonly string[], end: readonly string[]): boolean {
  return end.length < words.length && end.every((word, at) => words[words.length - end.length + at] === word)
}

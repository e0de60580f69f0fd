import type { Outline } from "./read-outline.ts"

/** A skill that a body tells the agent to use. */
export interface SkillCall {
  readonly name: string
  readonly line: number
  readonly column: number
}

const NAME = "([a-z0-9][a-z0-9_-]*(?::[a-z0-9][a-z0-9_-]*)?)"

/** `Skill(name)`, `Skill("name")`, `Skill(skill="name", …)`, `Skill(skill: "name")`. */
const CALL = new RegExp(`(?<![\\w.])Skill\\(\\s*(?:skill\\s*[=:]\\s*)?["']?${NAME}["']?\\s*[,)]`, "g")

/** "use the `name` skill"; a name that is not marked may be any word. */
const SENTENCE = new RegExp(
  `\\b(?:use|invoke|load|run|call|follow)(?: the)? (?:\`/?${NAME}\`|\\*\\*${NAME}\\*\\*) skill\\b`,
  "gi",
)

const PLACEHOLDER = /^(?:name|skill|x+|foo|bar)$|skill-?_?name|^(?:your|my|example|some|other)-/

/**
 * The skills that a body calls, each once. `/name` does not count, because paths, addresses and the agents' own commands
 * look the same. In code fences only `Skill(…)` counts.
 */
export function findSkillCalls({ lines, fences }: Pick<Outline, "lines" | "fences">): readonly SkillCall[] {
  const calls = new Map<string, SkillCall>()
  for (const [at, text] of lines.entries()) {
    if (!/skill/i.test(text)) continue
    const isCode = fences.some(({ from, to }) => at + 1 >= from && at + 1 <= to)
    for (const match of [...text.matchAll(CALL), ...(isCode ? [] : text.matchAll(SENTENCE))]) {
      const name = match[1] ?? match[2] ?? ""
      if (PLACEHOLDER.test(name) || name !== name.toLowerCase() || calls.has(name)) continue
      calls.set(name, { name, line: at + 1, column: match.index + match[0].lastIndexOf(name) + 1 })
    }
  }
  return [...calls.values()]
}

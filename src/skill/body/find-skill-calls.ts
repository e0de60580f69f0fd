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

/** Before a name, "use the" and its like; after it, nothing that makes it an address or a path. */
const SLASH = new RegExp(
  `\\b(?:us(?:e|es|ing)|run(?:s|ning)?|invok(?:e|es|ing)|execut(?:e|es|ing)|trigger(?:s|ing)?|via)(?: the)?(?: skill| command)? ` +
    `(?:\`/${NAME}(?: [^\`]*)?\`|\\*\\*/${NAME}\\*\\*)(?! (?:endpoint|route|path|page|director|folder|api|url|request|prefix|mount|partition)s?)`,
  "gi",
)

/** What agents do themselves when it is typed after a slash, and directories of every machine. */
const OWN = new Set(
  `add-dir agents approvals bug chat clear commands compact compress config context copy cost diff docs doctor editor exit
  export extensions feedback fork help hooks ide init install-github-app list login logout mcp memory mention model new
  output-style permissions plan plugin plugins pr-comments privacy-settings quit release-notes resume review rewind sandbox
  security-review sessions settings share skills stats status statusline tasks terminal-setup theme todos tools undo
  upgrade usage vim
  api bin dev etc home lib media mnt opt proc root run sbin srv sys tmp usr var`.split(/\s+/),
)

const PLACEHOLDER = /^(?:name|skill|x+|foo|bar)$|skill-?_?name|^(?:your|my|example|some|other)-/

/**
 * The skills that a body calls, each once. `/name` counts only if it is marked and the sentence says to use it, because
 * paths, addresses and the agents' own commands look the same. In code fences only `Skill(…)` counts.
 */
export function findSkillCalls({ lines, fences }: Pick<Outline, "lines" | "fences">): readonly SkillCall[] {
  const calls = new Map<string, SkillCall>()
  for (const [at, text] of lines.entries()) {
    if (!/skill|[`*]\//i.test(text)) continue
    const isCode = fences.some(({ from, to }) => at + 1 >= from && at + 1 <= to)
    const sentences = isCode ? [] : [...text.matchAll(SENTENCE), ...[...text.matchAll(SLASH)].filter(isOfNoAgent)]
    for (const match of [...text.matchAll(CALL), ...sentences]) {
      const name = match[1] ?? match[2] ?? ""
      if (PLACEHOLDER.test(name) || name !== name.toLowerCase() || calls.has(name)) continue
      calls.set(name, { name, line: at + 1, column: match.index + findName(match[0], name) + 1 })
    }
  }
  return [...calls.values()]
}

function findName(call: string, name: string): number {
  const slash = call.indexOf(`/${name}`)
  return slash === -1 ? call.lastIndexOf(name) : slash + 1
}

/** Names of skills have no underscores; those of other programs' commands do. */
function isOfNoAgent([, marked, strong]: RegExpExecArray): boolean {
  const name = marked ?? strong ?? ""
  return !OWN.has(name) && !name.includes("_")
}

import { findTextFault } from "./reading/find-text-fault.ts"

/**
 * One rule about shell commands. `words` and the parts of a pattern are after quote removal: `Bash(date +"%Y")` and
 * `date +%Y` are the same. `sets` are the assignments before the program, as in `Bash(CI=1 npm test)`: it allows the
 * program only with exactly these; a deny rule holds with any.
 */
export type Rule =
  /** `Bash` or `Bash(*)`. */
  | { readonly kind: "all"; readonly text: string }
  /** `Bash(git log:*)` or `Bash(git log *)`: these words, then any. */
  | { readonly kind: "prefix"; readonly text: string; readonly words: readonly string[]; readonly sets?: SetsBefore }
  /** `Bash(npm run test)`. */
  | { readonly kind: "exact"; readonly text: string; readonly words: readonly string[]; readonly sets?: SetsBefore }
  /** `Bash(npm * --watch)`: `null` stands for a star. */
  | {
      readonly kind: "pattern"
      readonly text: string
      readonly words: readonly PatternWord[]
      readonly sets?: SetsBefore
    }

/** Assignments as they are written after quote removal, such as `CI=1`. */
type SetsBefore = readonly string[] | undefined

export type PatternWord = readonly (string | null)[]

export type ParsedRule =
  | { readonly kind: "rule"; readonly rule: Rule }
  /** A rule for another tool, such as `Read` or `Skill(x)`. */
  | { readonly kind: "other-tool"; readonly text: string }
  | { readonly kind: "problem"; readonly problem: RuleProblem }

/** A rule that cannot be read. It never allows more, and as a deny rule it refuses everything. */
export interface RuleProblem {
  readonly code: RuleProblemCode
  readonly text: string
}

export type RuleProblemCode = keyof typeof sentences

const sentences = {
  "rule.empty": "is empty: name a command, as in Bash(git log:*)",
  "rule.tool-name": "does not name a tool: write Bash, or Bash(…) around the command",
  "rule.unclosed": "is not closed: end it with one closing parenthesis",
  "rule.hidden-text": "has invisible or control characters, or is too long: type it again",
  "rule.several": "names more than one command: write one rule for each",
  "rule.expansion": "has an expansion, which is not known before the command runs: spell the word out",
  "rule.quotes": "has a quote that is not closed: close it, or leave it out",
  "rule.assignment": "assigns a value that it does not spell out, or names no program after it: write both out",
  "rule.stars": "seems to cover everything: write Bash(*) if you mean that",
} as const

export function describeRuleProblem({ code, text }: RuleProblem): string {
  return `the rule "${code === "rule.hidden-text" ? "…" : text}" ${sentences[code]}`
}

/** Names that people write when they mean Bash. A deny rule must not be mistaken for a rule about another tool. */
const NEARLY_BASH =
  /^(?:bash|bas|bsh|bah|ash|bahs|bashh|baash|basch|bassh|bashtool|shell|sh|zsh|terminal|console|command|cmd|exec|run)$/i

export function parseRule(text: string): ParsedRule {
  const trimmed = text.trim()
  if (trimmed === "") return wrong("rule.empty", trimmed)
  if (findTextFault(trimmed) !== undefined) return wrong("rule.hidden-text", trimmed)
  const shape = /^([A-Za-z][\w-]*)(?:\(([^]*)\))?$/.exec(trimmed)
  const [, tool = "", inside] = shape ?? []
  if (shape === null)
    return /^[a-z_][\w-]*\(/i.test(trimmed) ? wrong("rule.unclosed", trimmed) : wrong("rule.tool-name", trimmed)
  if (tool !== "Bash") {
    return NEARLY_BASH.test(tool) ? wrong("rule.tool-name", trimmed) : { kind: "other-tool", text: trimmed }
  }
  if (inside === undefined || inside.trim() === "*") return { kind: "rule", rule: { kind: "all", text: trimmed } }
  return parseInside(trimmed, dropQuotes(inside.trim()))
}

/** `Bash("npm test")`: no program has such a name, so the quotes are around the whole rule. */
function dropQuotes(inside: string): string {
  const [, , quoted] = /^(["'])([^"'$`\\]*\s[^"'$`\\]*|[^"'$`\\]*:\*)\1$/.exec(inside) ?? []
  return quoted?.trim() ?? inside
}

function parseInside(text: string, inside: string): ParsedRule {
  if (inside === "") return wrong("rule.empty", text)
  if (/:\*\s*,/.test(inside)) return wrong("rule.several", text)
  const open = /(?::\*|[ \t]\*)$/.exec(inside)
  const all = splitWords(open === null ? inside : inside.slice(0, open.index).trimEnd())
  if (typeof all === "string") return wrong(all, text)
  if (all.length === 0) return wrong("rule.empty", text)
  const program = all.findIndex((word) => !/^[A-Za-z_]\w*\+?=/.test(word[0] ?? ""))
  const before = all.slice(0, program === -1 ? all.length : program)
  if (program === -1 || before.some((word) => word.includes(null) || /^\w+\+=/.test(word[0] ?? "")))
    return wrong("rule.assignment", text)
  const words = all.slice(program)
  const sets = before.length === 0 ? undefined : before.map((word) => word.join(""))
  if (words.every((word) => word.every((piece) => piece === null))) return wrong("rule.stars", text)
  if (words.some((word) => word.includes(null))) {
    return { kind: "rule", rule: { kind: "pattern", text, words: open === null ? words : [...words, [null]], sets } }
  }
  const plain = words.map((word) => word.join(""))
  return { kind: "rule", rule: { kind: open === null ? "exact" : "prefix", text, words: plain, sets } }
}

/**
 * The words of a rule after quote removal, with `null` for each star, or what is wrong with them. Stars in double quotes
 * count, as in `Bash(git commit -m "*")`; those in single quotes or after a backslash are characters.
 */
function splitWords(text: string): readonly PatternWord[] | RuleProblemCode {
  const words: (string | null)[][] = []
  let word: (string | null)[] | undefined
  const add = (piece: string | null) => {
    word ??= words[words.push([]) - 1] ?? []
    const last = word.at(-1)
    if (piece === null ? last !== null || word.length === 0 : typeof last !== "string") word.push(piece)
    else if (piece !== null) word[word.length - 1] = `${last}${piece}`
  }
  for (let at = 0; at < text.length; at++) {
    const character = text[at] ?? ""
    if (/[ \t\n]/.test(character)) word = undefined
    else if (character === "*") add(null)
    else if (character === "\\" && at + 1 < text.length) add(text[++at] ?? "")
    else if (character === "'" || character === '"') {
      const end = text.indexOf(character, at + 1)
      if (end === -1) return "rule.quotes"
      const quoted = text.slice(at + 1, end)
      if (character === '"' && /[$`\\]/.test(quoted)) return "rule.expansion"
      if (character === "'") add(quoted)
      else for (const [piece] of quoted.matchAll(/\*|[^*]+|^$/g)) add(piece === "*" ? null : piece)
      at = end
    } else if (/[;&|<>()]/.test(character)) return "rule.several"
    else if (/[$`]/.test(character)) return "rule.expansion"
    else add(character)
  }
  return words
}

function wrong(code: RuleProblemCode, text: string): ParsedRule {
  return { kind: "problem", problem: { code, text } }
}

import { findCodeRanges, isShellRange, type ShellRange } from "./code-ranges.ts"

/** One piece of a body to render. `source` is the text that it replaces. */
export type BodyPart = PlainPart | ShellPart

export type PlainPart =
  | { readonly kind: "text"; readonly source: string }
  /** All arguments as typed: `$ARGUMENTS`. */
  | { readonly kind: "arguments"; readonly source: string }
  /** One argument by number, as written: `$1`, `$ARGUMENTS[1]`. */
  | { readonly kind: "numbered"; readonly source: string; readonly number: number; readonly isIndex: boolean }
  | { readonly kind: "named"; readonly source: string; readonly name: string }
  | { readonly kind: "variable"; readonly source: string; readonly name: string }

/** A command, replaced by its output. */
export interface ShellPart {
  readonly kind: "shell"
  readonly source: string
  readonly form: "inline" | "block"
  readonly parts: readonly PlainPart[]
  /** Its line in the body, from 1. */
  readonly line: number
  readonly column: number
}

export interface TemplateRules {
  /** The names of the arguments, in order. */
  readonly names: readonly string[]
  /** Whether `${name}` means the same as `$name`. */
  readonly bracedNames: boolean
  /** Whether any text is a name, also `ARGUMENTS`. */
  readonly anyNames?: boolean
  /** Whether placeholders inside code are filled in. Commands inside code never run. */
  readonly inCode: boolean
  /** Whether `$1.50` is an amount of money and stays unchanged. */
  readonly keepsPrices: boolean
}

/**
 * Cuts a body into its parts, once: inserted text is never parsed again. Commands are found before anything is
 * inserted, and never inside a code fence or a code span.
 */
export function readTemplate(body: string, rules: TemplateRules): readonly BodyPart[] {
  const parts: BodyPart[] = []
  const { code, shells } = findCodeRanges(body)
  const findPlace = openPlaceCount(body)
  let at = 0
  for (const range of [...code, ...shells].sort((a, b) => a.from - b.from)) {
    parts.push(...plainParts(body.slice(at, range.from), rules))
    const source = body.slice(range.from, range.to)
    if (isShellRange(range)) parts.push(shellPart(body, range, { rules, place: findPlace(range.from) }))
    else parts.push(...(rules.inCode ? plainParts(source, rules) : [{ kind: "text", source } as const]))
    at = range.to
  }
  parts.push(...plainParts(body.slice(at), rules))
  return parts
}

/** Every command in a body, as written. What audit shows is what rendering would run. */
export function findShellParts(body: string): readonly ShellPart[] {
  const rules = { names: [], bracedNames: false, inCode: false, keepsPrices: true }
  const findPlace = openPlaceCount(body)
  return findCodeRanges(body).shells.map((range) => shellPart(body, range, { rules, place: findPlace(range.from) }))
}

/** If a skill has more commands than this, none is examined or run: nobody could have read them. */
export const MOST_COMMANDS = 200

interface BodyPlace {
  readonly line: number
  readonly column: number
}

/** Lines and columns of offsets, counted once because the queries come in ascending order. */
function openPlaceCount(body: string): (offset: number) => BodyPlace {
  let line = 1
  let start = 0
  let next = body.indexOf("\n")
  return (offset) => {
    while (next !== -1 && next < offset) {
      line++
      start = next + 1
      next = body.indexOf("\n", start)
    }
    return { line, column: offset - start + 1 }
  }
}

/** Whether a body uses `$0` or `$ARGUMENTS[n]`, which count from zero. */
export function isCountedFromZero(parts: readonly BodyPart[]): boolean {
  return parts.some((part) =>
    part.kind === "shell"
      ? isCountedFromZero(part.parts)
      : part.kind === "numbered" && (part.isIndex || part.number === 0),
  )
}

export const VARIABLES = ["SKILL_DIR", "SESSION_ID", "PROJECT_DIR", "EFFORT", "PLUGIN_ROOT", "PLUGIN_DATA"] as const

function shellPart(
  body: string,
  range: ShellRange,
  { rules, place }: { readonly rules: TemplateRules; readonly place: BodyPlace },
): ShellPart {
  return {
    kind: "shell",
    source: body.slice(range.from, range.to),
    form: range.form,
    parts: plainParts(body.slice(range.inner.from, range.inner.to), rules),
    ...place,
  }
}

function plainParts(text: string, rules: TemplateRules): readonly PlainPart[] {
  const parts: PlainPart[] = []
  let literal = ""
  let at = 0
  for (let dollar = text.indexOf("$"); dollar !== -1; dollar = text.indexOf("$", Math.max(at, dollar + 1))) {
    const found = readPlaceholder(text, dollar, rules)
    if (found === undefined) continue
    const isEscaped = dollar > at && text[dollar - 1] === "\\" && text[dollar - 2] !== "\\"
    literal += text.slice(at, isEscaped ? dollar - 1 : dollar)
    at = dollar + found.source.length
    if (isEscaped) {
      literal += found.source
      continue
    }
    if (literal !== "") parts.push({ kind: "text", source: literal })
    literal = ""
    parts.push(found)
  }
  literal += text.slice(at)
  if (literal !== "") parts.push({ kind: "text", source: literal })
  return parts
}

function readPlaceholder(text: string, at: number, rules: TemplateRules): PlainPart | undefined {
  const rest = text.slice(at, at + 160)
  const named = rules.anyNames === true ? readNamedPlaceholder(rest, rules) : undefined
  if (named !== undefined) return named
  const index = /^\$ARGUMENTS\[(\d{1,4})\]/.exec(rest)
  if (index !== null) return { kind: "numbered", source: index[0], number: Number(index[1]), isIndex: true }
  if (rest.startsWith("$ARGUMENTS")) return { kind: "arguments", source: "$ARGUMENTS" }
  const number = /^\$(\d{1,4})(?!\w)/.exec(rest)
  if (number !== null) {
    const isPrice = rules.keepsPrices && /^[.,]\d/.test(rest.slice(number[0].length))
    return isPrice ? undefined : { kind: "numbered", source: number[0], number: Number(number[1]), isIndex: false }
  }
  const variable = /^\$\{(?:CLAUDE|SKILLET)_([A-Z_]+)\}/.exec(rest)
  if (variable !== null && (VARIABLES as readonly string[]).includes(variable[1] ?? "")) {
    return { kind: "variable", source: variable[0], name: variable[1] ?? "" }
  }
  return readNamedPlaceholder(rest, rules)
}

/** Any other name cannot be distinguished from the text around it. */
const ARGUMENT_NAME = /^[\p{L}_][\p{L}\p{N}_-]*$/u

function readNamedPlaceholder(rest: string, rules: TemplateRules): PlainPart | undefined {
  const fits = (name: string) =>
    (rules.anyNames === true || ARGUMENT_NAME.test(name)) &&
    rest.startsWith(name, 1) &&
    !/\w/.test(rest[name.length + 1] ?? "")
  const plain = rules.names.filter(fits).reduce((longest, name) => (name.length > longest.length ? name : longest), "")
  if (plain !== "") return { kind: "named", source: `$${plain}`, name: plain }
  const braced = rules.bracedNames ? /^\$\{([A-Za-z_][\w-]*)\}/.exec(rest)?.[1] : undefined
  return braced !== undefined && rules.names.includes(braced)
    ? { kind: "named", source: `\${${braced}}`, name: braced }
    : undefined
}

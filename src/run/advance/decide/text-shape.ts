import { type FormPart, isChoiceForm, type LineForm, parseForm } from "../../../workflow/line-form.ts"
import type { ValueSchema } from "../../../workflow/workflow.ts"

/** What a text lacks of the parts and lines that its schema declares. */
export function findTextFaults(
  text: string,
  { parts = [], lines = [] }: Pick<ValueSchema, "parts" | "lines">,
): readonly string[] {
  const shown = listShownLines(text)
  return [...findPartFaults(shown, parts), ...lines.flatMap((line) => findLineFault(shown, line))]
}

/** A line without its Markdown: list marks, table borders, emphasis. */
interface ShownLine {
  readonly text: string
  readonly isHeading: boolean
}

const LONGEST_LINE = 4000

/** The header of a table names its columns, so neither it nor the line under it is one of the rows. */
function listShownLines(text: string): readonly ShownLine[] {
  const raw = text.split(/\r\n|\r|\n/)
  return raw.flatMap((line, at) =>
    isTableRule(line) || (line.includes("|") && isTableRule(raw[at + 1] ?? "")) ? [] : [showLine(line)],
  )
}

function isTableRule(line: string): boolean {
  return line.includes("-") && line.includes("|") && /^[\s|:-]+$/.test(line)
}

function showLine(line: string): ShownLine {
  const bare = line
    .slice(0, LONGEST_LINE)
    .replaceAll(/\*\*|__|`/g, "")
    .trim()
  const isHeading = /^#{1,6}\s/.test(bare)
  const text = bare
    .replace(/^#{1,6}\s/, "")
    .replace(/^(?:[-*+]|\d{1,4}[.)])\s/, "")
    .replace(/^\|/, "")
    .replace(/\|$/, "")
    .trim()
  return { text, isHeading }
}

/** A part is under a heading with its name or after a label such as `Name:`, and it is not empty. */
function findPartFaults(lines: readonly ShownLine[], parts: readonly string[]): readonly string[] {
  const missing = parts.filter((name) => findPart(lines, name) === undefined)
  const empty = parts.filter((name) => findPart(lines, name) === "")
  const named = missing.map((name) => `"${name}"`).join(", ")
  const [noun, form] = missing.length === 1 ? ["part", "a heading"] : ["parts", "each a heading"]
  return [
    ...(missing.length === 0
      ? []
      : [`it has no ${noun} ${named} (${form}, or a line that begins with \`${missing[0]}:\`)`]),
    ...empty.map((name) => `the part "${name}" is empty`),
  ]
}

/** The beginning of a part; undefined if the text does not have it. */
function findPart(lines: readonly ShownLine[], name: string): string | undefined {
  const wanted = simplify(name)
  for (const [at, line] of lines.entries()) {
    if (!isPartStart(line, wanted)) continue
    const next = lines.slice(at + 1).find(({ text }) => text !== "")
    const below = next === undefined || next.isHeading ? "" : next.text
    return line.text.slice(name.length).replaceAll(/^[\s:]+/g, "") || below
  }
  return undefined
}

function isPartStart({ text, isHeading }: ShownLine, wanted: string): boolean {
  const line = simplify(text)
  const rest = line.slice(wanted.length)
  return line.startsWith(wanted) && (rest === "" || rest.startsWith(":") || (isHeading && !/^\w/.test(rest)))
}

function simplify(text: string): string {
  return text.toLowerCase().replaceAll(/\s+/g, " ").replace(/\s:/, ":")
}

function findLineFault(lines: readonly ShownLine[], wanted: LineForm): readonly string[] {
  const { form, or } = wanted
  const parts = parseForm(form)
  const last = lines.findLastIndex(({ text }) => text !== "")
  const fits = lines.map(({ text }, at) => fitsForm(text, parts, at < last))
  const fitting = fits.filter(Boolean).length
  const isOne = wanted.atLeast === undefined && isChoiceForm(form)
  const least = wanted.atLeast ?? 1
  if (isOne && fitting > 1) return [`it has ${fitting} lines \`${form}\`, and one is wanted`]
  if (fitting >= least || (or !== undefined && lines.some(({ text }) => says(text, or)))) return []
  const instead = or === undefined ? "" : `, or the line \`${or}\``
  const near = lines.find(({ text }, at) => fits[at] === false && beginsLike(text, parts))
  const seen = near === undefined ? "" : ` (\`${near.text.slice(0, 100)}\` does not fit)`
  if (least <= 1) return [`it has no line \`${form}\`${instead}${seen}`]
  return [`it has ${fitting} of at least ${least} lines \`${form}\`${instead}${seen}`]
}

/** Whether a line says that there is nothing: `none`, or `Issues: none`. */
function says(text: string, word: string): boolean {
  const said = text.toLowerCase().replace(/[.!]$/, "")
  return said === word.toLowerCase() || said.endsWith(`: ${word.toLowerCase()}`)
}

/** Whether a line was probably meant to have a form. A single letter is too little to tell. */
function beginsLike(text: string, [first]: readonly FormPart[]): boolean {
  return first?.kind === "literal" && first.text.length > 1 && text.toLowerCase().startsWith(first.text.toLowerCase())
}

/** Whether a line has a form. Text at the end of it may be on a later line. */
function fitsForm(line: string, parts: readonly FormPart[], hasMore: boolean): boolean {
  let rest = line
  for (const [at, part] of parts.entries()) {
    const next = parts[at + 1]
    const left = takePart(rest.trimStart(), part, next)
    if (left === undefined) return part.kind === "text" && next === undefined && at > 0 && hasMore
    rest = left
  }
  return true
}

/** What is left of a text after one part of a form; undefined if it does not begin with this part. */
function takePart(rest: string, part: FormPart, next: FormPart | undefined): string | undefined {
  switch (part.kind) {
    case "literal":
      return rest.toLowerCase().startsWith(part.text.toLowerCase()) ? rest.slice(part.text.length) : undefined
    case "place":
      return cut(rest, /^[^\s:|]+:\d+(?:-\d+)?/.exec(rest)?.[0])
    case "share":
      return takeShare(rest)
    case "choice":
      return takeChoice(rest, part.choices)
    case "text": {
      if (next?.kind !== "literal") return rest === "" ? undefined : ""
      const end = rest.toLowerCase().indexOf(next.text.toLowerCase(), 1)
      return end === -1 ? undefined : rest.slice(end)
    }
  }
}

/** `11 of 12`; 99 of 12 is nonsense. */
function takeShare(rest: string): string | undefined {
  const [found, part = "", whole = ""] = /^(\d{1,9}) of (\d{1,9})(?!\d)/.exec(rest) ?? []
  return Number(part) <= Number(whole) ? cut(rest, found) : undefined
}

function cut(rest: string, found: string | undefined): string | undefined {
  return found === undefined ? undefined : rest.slice(found.length)
}

/** One of the words, and not the list of them: `STAND | REVISE` decides nothing. */
function takeChoice(rest: string, choices: readonly string[]): string | undefined {
  const isWord = (text: string, choice: string) =>
    text.toLowerCase().startsWith(choice.toLowerCase()) && !/^[\w-]/.test(text.slice(choice.length))
  const chosen = choices.find((choice) => isWord(rest, choice))
  if (chosen === undefined) return undefined
  const left = rest.slice(chosen.length)
  const [separator = ""] = /^\s*(?:[|/,]|or\s)\s*/.exec(left) ?? []
  const isListed = separator !== "" && choices.some((choice) => isWord(left.slice(separator.length), choice))
  return isListed ? undefined : left
}

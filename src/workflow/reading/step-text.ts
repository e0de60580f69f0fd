import { isNegatedLabel, sayWithLabel } from "../../skill/body/judge-label.ts"
import { type Outline, readOutline } from "../../skill/body/read-outline.ts"
import type { Action, GuidanceBlock } from "../workflow.ts"

/** The content of a step's Markdown file. */
export interface StepText {
  readonly title?: string | undefined
  /** What to do, as text. */
  readonly actions: readonly string[]
  readonly blocks: readonly GuidanceBlock[]
  readonly prompt?: string
  readonly faults: readonly TextFault[]
  /** The line of a section's heading, by the name of the section in lower case. */
  readonly sectionLines: ReadonlyMap<string, number>
}

export interface TextFault {
  readonly line: number
  readonly message: string
  readonly fix: string
}

type Meaning =
  | { readonly as: "actions" }
  | { readonly as: "prompt" }
  | { readonly as: "expected-output" }
  | { readonly as: "list"; readonly kind: ListKind }
  | { readonly as: "text"; readonly kind: TextKind }
type ListKind = "forbidden" | "verification-checklist" | "detection-questions" | "incorrect-behavior"
type TextKind = "open-question-guidance" | "factored-verification-rationale" | "orchestrator-constraint"

/** The headings with a meaning; every other heading is text. */
export const stepSections: Readonly<Record<string, Meaning>> = {
  do: { as: "actions" },
  forbidden: { as: "list", kind: "forbidden" },
  "done when": { as: "list", kind: "verification-checklist" },
  "expected output": { as: "expected-output" },
  "ask yourself": { as: "list", kind: "detection-questions" },
  wrong: { as: "list", kind: "incorrect-behavior" },
  "open questions": { as: "text", kind: "open-question-guidance" },
  "why separately": { as: "text", kind: "factored-verification-rationale" },
  orchestrator: { as: "text", kind: "orchestrator-constraint" },
  prompt: { as: "prompt" },
}

export function readStepText(text: string): StepText {
  const { title, areas } = cutAreas(readOutline(text.replace(/^\ufeff/, "")))
  const actions: string[] = []
  const blocks: GuidanceBlock[] = []
  const prompts: string[] = []
  const faults: TextFault[] = []
  const sectionLines = new Map<string, number>()
  for (const area of areas) {
    const meaning: Meaning =
      area.name === undefined ? { as: "actions" } : (stepSections[area.name] ?? { as: "actions" })
    if (area.name !== undefined) {
      if (area.text.trim() === "") faults.push(emptySection(area))
      if (sectionLines.has(area.name)) faults.push(twice(area))
      sectionLines.set(area.name, area.line)
    }
    if (meaning.as === "actions")
      actions.push(...joinNegated(cutChunks(area.text), (label, items) => [[label, ...items].join("\n")]))
    else if (meaning.as === "prompt") prompts.push(area.text.trim())
    else blocks.push(toBlock(meaning, area.text))
  }
  return {
    title,
    actions,
    blocks,
    ...(prompts.length === 0 ? {} : { prompt: prompts.join("\n\n") }),
    faults,
    sectionLines,
  }
}

/** The actions of a step in the order in which they are shown: what to do, what to know, what to avoid. */
export function orderActions(text: StepText | undefined, resources: readonly GuidanceBlock[]): readonly Action[] {
  return [...(text?.actions ?? []), ...resources, ...(text?.blocks ?? [])]
}

interface Area {
  /** The section's name in lower case; absent for text and for sections without a meaning. */
  readonly name?: string
  readonly line: number
  readonly text: string
}

/** A section continues until the next heading of its level; in a prompt only headings with a meaning end it. */
function cutAreas({ lines, headings }: Outline): { readonly title?: string; readonly areas: readonly Area[] } {
  const first = headings[0]
  const before = lines.slice(0, (first?.line ?? 1) - 1).every((line) => line.trim() === "")
  const title = first?.level === 1 && before ? first : undefined
  const cuts: { readonly name?: string; readonly line: number; readonly from: number }[] = [
    { line: 1, from: title === undefined ? 1 : title.endLine + 1 },
  ]
  for (const heading of headings) {
    if (heading === title || heading.level > 2) continue
    const name = heading.text.trim().toLowerCase().replace(/:$/, "")
    const isKnown = heading.level === 2 && Object.hasOwn(stepSections, name)
    if (isKnown) cuts.push({ name, line: heading.line, from: heading.endLine + 1 })
    else if (cuts.at(-1)?.name !== "prompt" && cuts.at(-1)?.name !== undefined)
      cuts.push({ line: heading.line, from: heading.line })
  }
  const areas = cuts.map(({ from, ...cut }, at) => ({
    ...cut,
    text: lines.slice(from - 1, (cuts[at + 1]?.line ?? lines.length + 1) - 1).join("\n"),
  }))
  return { ...(title === undefined ? {} : { title: title.text }), areas }
}

function toBlock(meaning: Exclude<Meaning, { as: "actions" | "prompt" }>, text: string): GuidanceBlock {
  if (meaning.as === "text") return { kind: meaning.kind, text: text.trim() }
  const chunks = joinNegated(cutChunks(text), (label, entries) =>
    entries.map((entry) => sayWithLabel(stripListMark(entry), label)),
  )
  const items = chunks.map(stripListMark)
  if (meaning.as === "list") return { kind: meaning.kind, items }
  const whenIssues = items.filter((item) => WHEN_ISSUES.test(item)).map((item) => item.replace(WHEN_ISSUES, ""))
  const usual = items.filter((item) => !WHEN_ISSUES.test(item))
  return {
    kind: "expected-output",
    items: usual,
    ...(whenIssues.length === 0 ? {} : { whenIssues: whenIssues.join("\n\n") }),
  }
}

/** Puts the items below a label with a negation together with it: alone they would say the opposite. */
function joinNegated(
  chunks: readonly string[],
  join: (label: string, items: readonly string[]) => readonly string[],
): readonly string[] {
  const joined: string[] = []
  for (let at = 0; at < chunks.length; at++) {
    const chunk = chunks[at] ?? ""
    const end = chunks.findIndex((one, next) => next > at && !LIST_MARK.test(one))
    const items = LABEL.test(chunk) && isNegatedLabel(chunk) ? chunks.slice(at + 1, end === -1 ? undefined : end) : []
    joined.push(...(items.length === 0 ? [chunk] : join(chunk, items)))
    at += items.length
  }
  return joined
}

/** A heading, a line in bold, or a paragraph that ends with a colon. */
const LABEL = /^(?:#{1,6} .*|(?:\*\*|__)[^\n]*(?:\*\*|__)|(?![-+*] |\d+[.)] )[^]*:[*_]*)$/
const LIST_MARK = /^ {0,3}(?:[-+*]|\d{1,9}[.)])[ \t]+/

const WHEN_ISSUES = /^when issues:\s*/i

function emptySection({ name, line }: Area): TextFault {
  return { line, message: `the section "${name}" is empty`, fix: "write something under it, or remove it" }
}

function twice({ name, line }: Area): TextFault {
  return { line, message: `the section "${name}" occurs twice`, fix: "merge them into one" }
}

/** Splits Markdown into paragraphs, items of top-level lists, headings and code, each as written. */
export function cutChunks(text: string): readonly string[] {
  const { lines, items, fences, headings } = readOutline(text)
  const outermost = items.filter(({ depth, line }) => depth === 1 && !/^\s*>/.test(lines[line - 1] ?? ""))
  const itemLines = new Set(outermost.map(({ line }) => line))
  const inFence = new Set(fences.flatMap(({ from, to }) => range(from + 1, to)))
  const headingStarts = new Set(headings.map(({ line }) => line))
  const headingEnds = new Set(headings.map(({ endLine }) => endLine))
  const chunks: string[][] = []
  let isItem = false
  let isOpen = false
  for (const [at, line] of lines.entries()) {
    const number = at + 1
    const isBlank = line.trim() === ""
    const goesOn = inFence.has(number) || (isItem && (isBlank || /^(?: {2,}|\t)/.test(line)))
    if (itemLines.has(number) || headingStarts.has(number)) isOpen = false
    else if (isBlank && !goesOn) {
      isOpen = false
      isItem = false
      continue
    }
    const current = chunks.at(-1)
    if (current !== undefined && (isOpen || (goesOn && !itemLines.has(number)))) current.push(line)
    else {
      chunks.push([line])
      isItem = itemLines.has(number)
    }
    isOpen = !isBlank && !headingEnds.has(number)
  }
  return chunks.map((chunk) => chunk.join("\n").trimEnd())
}

/** A list item without its marker, with its content moved left accordingly. */
export function stripListMark(chunk: string): string {
  const mark = /^ {0,3}(?:[-+*]|\d{1,9}[.)])[ \t]+(?:\[[ xX]\][ \t]+)?/.exec(chunk)?.[0]
  if (mark === undefined) return chunk
  const [first = "", ...more] = chunk.slice(mark.length).split("\n")
  const width = mark.replace(/\[.\][ \t]+$/, "").length
  return [first, ...more.map((line) => line.replace(new RegExp(`^ {0,${width}}`), ""))].join("\n")
}

function range(from: number, to: number): readonly number[] {
  return Array.from({ length: Math.max(0, to - from + 1) }, (_, at) => from + at)
}

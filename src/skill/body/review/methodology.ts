import { isNegatedLabel, sayWithLabel } from "../judge-label.ts"
import type { ZonedPart } from "./assign-zones.ts"

/** How to go about a review. */
export interface Methodology {
  readonly approach: string | null
  readonly mindset: string | null
  readonly steps: readonly string[]
  readonly questions: readonly string[]
}

/** Reads a method: its first paragraphs, its steps in order, and the questions it asks. */
export function readMethodology(parts: readonly ZonedPart[]): Methodology {
  const used = parts.filter(({ zone }) => zone !== "ignored")
  const [first, second] = openingParagraphs(used)
  const approach = marked(used, "approach") ?? first ?? null
  const mindset = marked(used, "mindset") ?? second ?? null
  const { steps, questions } = stepsAndQuestions(used)
  return { approach, mindset, steps, questions }
}

/** The first paragraph, and the second if it is in the same section. */
function openingParagraphs(parts: readonly ZonedPart[]): readonly string[] {
  const start = parts.findIndex((_, at) => readParagraph(parts, at) !== undefined)
  if (start === -1) return []
  const length = parts.slice(start).findIndex(({ kind }) => kind === "heading" || kind === "label")
  const end = length === -1 ? parts.length : start + length
  return parts.flatMap((_, at) => (at >= start && at < end ? (readParagraph(parts, at) ?? []) : []))
}

/** A paragraph with its own content; one that introduces a list includes its bullets. */
function readParagraph(parts: readonly ZonedPart[], at: number): string | undefined {
  const part = parts[at]
  if (part?.kind !== "text" || MARK.test(part.text) || ABOUT_THE_FILE.test(part.text)) return undefined
  if (!part.text.endsWith(":")) return part.text
  const bullets: string[] = []
  for (let next = at + 1; ; next++) {
    const item = parts[next]
    if (item?.kind !== "item" || item.isNumbered) break
    bullets.push(item.text)
  }
  return bullets.length === 0 ? undefined : `${part.text} ${bullets.join("; ")}`
}

const ABOUT_THE_FILE =
  /^\**(?:version|authors?|maintain(?:ed by|ers?)|(?:last )?updated|licen[sc]e|status|date|created|category|tags?)\b[^\w]*:/i

const MARK = /^(?:\*\*(approach|mindset)\s*:?\*\*\s*:?|(approach|mindset)\s*:)\s*/i

/** A part with a label: `**Mindset:** text`, `Mindset: text`, or the first paragraph under a title with that name. */
function marked(parts: readonly ZonedPart[], name: "approach" | "mindset"): string | undefined {
  for (const [at, part] of parts.entries()) {
    if (part.kind === "text") {
      const mark = MARK.exec(part.text)
      if ((mark?.[1] ?? mark?.[2])?.toLowerCase() === name) return part.text.replace(MARK, "")
    }
    const isTitle = (part.kind === "heading" || part.kind === "label") && part.text.toLowerCase() === name
    const next = parts[at + 1]
    if (isTitle && next?.kind === "text") return next.text
  }
  return undefined
}

function stepsAndQuestions(parts: readonly ZonedPart[]): Pick<Methodology, "steps" | "questions"> {
  const steps: string[] = []
  const questions: string[] = []
  let [title, lead] = ["", ""]
  const above: { readonly level: number; readonly text: string }[] = []
  for (const part of parts) {
    if (part.kind === "heading") {
      while ((above.at(-1)?.level ?? 0) >= part.level) above.pop()
      above.push(part)
      steps.push(...(part.isNumbered === true && part.level > 2 ? [part.text] : stepTitle(part.text)))
    }
    if (part.kind === "heading" || part.kind === "label") [title, lead] = [part.text, ""]
    if (part.kind === "label" && part.isNumbered === true) steps.push(part.text)
    if (part.kind === "text") lead = part.text.endsWith(":") ? part.text : ""
    if (part.kind === "text" && NUMBERED_TEXT.test(part.text)) steps.push(part.text.replace(NUMBERED_TEXT, "$1"))
    if (part.kind === "fenced") steps.push(part.text)
    if (part.kind === "item") {
      const isWorkflow = WORKFLOW.test(title) || above.some(({ level, text }) => level > 1 && isWorkflowTitle(text))
      if (/\bquestions?\b/i.test(title)) questions.push(part.text)
      else if (part.isNumbered || (isWorkflow && !part.text.endsWith("?")))
        steps.push(sayWithLabel(part.text, isNegatedLabel(lead) ? lead : title))
      else if (part.text.endsWith("?")) questions.push(part.text)
    }
    if (part.kind === "text" && /question/i.test(title) && part.text.endsWith("?")) questions.push(part.text)
  }
  return { steps: [...new Set(steps)], questions: [...new Set(questions)] }
}

/** A paragraph that is numbered in bold: `**2. Scan:** Look for …`. */
const NUMBERED_TEXT = /^(\*\*|__)\d+[.)]\s+/

/** Below such a title, bullets are steps too. */
const WORKFLOW = /\b(?:workflow|steps)\b/i

/** What is below such a heading is steps, even if labels divide it: `The Process`, `Final Checklist`, `Step 2: …`. */
function isWorkflowTitle(text: string): boolean {
  return WORKFLOW.test(text) || /^(?:the |our )?(?:process|procedure)$|\bchecklist$/i.test(text)
}

/** `Step 2: Look around` and `Phase 1 - Look around` are steps by themselves, and so is a numbered heading of a section. */
function stepTitle(text: string): readonly string[] {
  const match = /^(?:step|phase)\s+\d+\s*(?:[:.)—–-]\s*)(.+)$/i.exec(text)
  return match?.[1] === undefined ? [] : [match[1]]
}

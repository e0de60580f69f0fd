import { cutTemplate, fillTemplate } from "../../../workflow/template.ts"
import { escapeAttribute, toCdata, trustXml, type Xml } from "./xml.ts"

/**
 * Elements of the formatters that a workflow may put into its actions. The elements a step itself is made of are not among
 * them: an action cannot close its step or begin another one.
 */
const COMPOSABLE = new Set([
  "conditional_dispatch",
  "detection_questions",
  "expected_output",
  "factored_verification_rationale",
  "forbidden",
  "gate_result",
  "incorrect_behavior",
  "model_selection",
  "open_question_guidance",
  "orchestrator_constraint",
  "parallel_dispatch",
  "post_qr_routing",
  "qr_file_output",
  "resource",
  "routing",
  "state_banner",
  "subagent_dispatch",
  "verification_checklist",
  "xml_mandate",
])

/**
 * An action that a workflow composed with our formatters, with its placeholders filled in: it is already XML and must
 * not be escaped again. Undefined for any other text. Only the workflow's own text is examined, so a value cannot
 * become markup.
 */
export function composeXml(action: string, lookup: (path: string) => unknown): Xml | undefined {
  if (!action.startsWith("<") || !isComposed(action)) return undefined
  return trustXml(
    action
      .split(CDATA)
      .map((part) => fillPart(part, lookup))
      .join(""),
  )
}

const CDATA = /(<!\[CDATA\[[\s\S]*?\]\]>)/

/** Well formed, nothing but whitespace outside its elements, and each outermost element one that may be composed. */
function isComposed(xml: string): boolean {
  const open: string[] = []
  let end = 0
  for (const match of xml.matchAll(
    /<!\[CDATA\[[\s\S]*?\]\]>|<(?<opens>[a-z_]+)(?: [a-z_]+="[^"<>]*")*(?<closed>\/?)>|<\/(?<closes>[a-z_]+)>|(?<text>[^<]+)/gy,
  )) {
    end = match.index + match[0].length
    const { opens, closed, closes, text } = match.groups ?? {}
    const isOutermost = open.length === 0
    if (opens !== undefined && isOutermost && !COMPOSABLE.has(opens)) return false
    if (opens !== undefined && closed !== "/") open.push(opens)
    else if (opens !== undefined) continue
    else if (closes !== undefined && open.pop() !== closes) return false
    else if (closes !== undefined) continue
    else if (isOutermost && text?.trim() !== "") return false
    else if (text !== undefined && !isText(text)) return false
  }
  return end === xml.length && open.length === 0
}

function isText(text: string): boolean {
  return !text.includes("]]>") && !/&(?!(?:lt|gt|amp|quot|#\d+);)/.test(text)
}

function fillPart(part: string, lookup: (path: string) => unknown): string {
  if (part.startsWith("<![CDATA[")) return toCdata(fillTemplate(part.slice("<![CDATA[".length, -"]]>".length), lookup))
  let filled = ""
  for (const piece of cutTemplate(part)) {
    if (piece.kind === "text") filled += piece.text
    else {
      const isInTag = filled.lastIndexOf("<") > filled.lastIndexOf(">")
      const value = fillTemplate(`{{${piece.path}}}`, lookup)
      filled += isInTag ? escapeAttribute(value) : toCdata(value)
    }
  }
  return filled
}

import { isMap } from "../../../text/is-map.ts"
import type { Confidence } from "../../../finding/severity.ts"
import { cleanLine, cleanText } from "../clean-text.ts"
import { type AnswerFields, normaliseFields, findFirstField } from "./answer-fields.ts"
import { readLineSpan, readSeverity } from "./read-values.ts"
import type { StatedFinding, StatedPatch } from "../stated-finding.ts"

/** Undefined if something essential is missing. */
export function readStatedFinding(fields: AnswerFields): StatedFinding | undefined {
  const description = cleanText(findFirstField(fields, spellings.description), MOST_TEXT)
  const title = cleanLine(findFirstField(fields, spellings.title) ?? description.split(/(?<=[.!?])\s/)[0], MOST_TITLE)
  const file = findFirstField(fields, spellings.file)
  const severity = readSeverity(findFirstField(fields, spellings.severity))
  const lines = readLineSpan(fields)
  if (title === "" || typeof file !== "string" || severity === undefined || lines === undefined) return undefined
  return {
    ...lines,
    title,
    file: file.slice(0, 1000),
    severity,
    category: cleanLine(findFirstField(fields, spellings.category), 60),
    description: description === "" ? title : description,
    confidence: readConfidence(fields.get("confidence")),
    quote: joinTexts(findFirstField(fields, spellings.quote)).slice(0, MOST_TEXT),
    patch: readStatedPatch(fields),
    patterns: claimedPatterns(fields),
    extras: readExtras(fields),
  }
}

/** A fix in any form; one that looks like a diff is a diff. */
export function readStatedPatch(fields: AnswerFields): StatedPatch {
  const whole = [fields.get("patch"), fields.get("fix")].find(isMap)
  const inner = whole === undefined ? fields : normaliseFields(whole)
  const loose =
    whole !== undefined
      ? ""
      : joinTexts(findFirstField(fields, ["fix", "suggested_fix", "recommendation", "remediation"]))
  const looksLikeDiff =
    /^(?:@@ |--- |diff --git |[-+].*\n(?:.*\n)*?[-+])/m.test(loose.slice(0, 2000)) && /^[-+]/m.test(loose)
  const kind = joinTexts(findFirstField(inner, ["fix_type", "type", "kind"])).toLowerCase()
  const diff = joinTexts(findFirstField(inner, ["fix_diff", "diff", "patch"])) || (looksLikeDiff ? loose : "")
  const prompt = joinTexts(findFirstField(inner, ["fix_prompt", "prompt"])) || (looksLikeDiff ? "" : loose)
  return {
    diff: kind === "prompt" && prompt !== "" ? "" : diff.slice(0, MOST_TEXT),
    prompt: cleanText(prompt, MOST_TEXT),
  }
}

const MOST_TITLE = 200
const MOST_TEXT = 4000
const MOST_EXTRAS = 8

type SpelledField = "title" | "file" | "severity" | "category" | "description" | "quote" | "patterns"

const spellings: Readonly<Record<SpelledField, readonly string[]>> = {
  title: ["title", "name", "summary", "issue", "headline"],
  file: ["file", "path", "file_path", "filepath", "filename", "location"],
  severity: ["severity", "level", "priority"],
  category: ["category", "kind", "type"],
  description: ["description", "details", "detail", "explanation", "message", "body", "rationale"],
  quote: ["code", "evidence", "quote", "quoted_code", "snippet", "code_snippet"],
  patterns: ["confidence_pattern", "pattern", "pattern_id", "patterns", "matched_pattern"],
}

/** What makes a record look like a finding. */
export const findingFields: ReadonlySet<string> = new Set(
  Object.values(spellings)
    .flat()
    .concat("line", "line_number", "lines", "range", "start_line", "fix_type", "fix_diff", "fix_prompt", "fix"),
)

/** What a finding may not say about itself, and what is read elsewhere. */
const notExtras: ReadonlySet<string> = new Set(
  [...findingFields]
    .concat("id", "agent", "round", "verdict", "proof", "auto_validated", "validated", "confidence", "fingerprint")
    .concat("end_line", "line_end", "line_start", "lineno", "line_range", "related")
    .concat("patch", "suggested_fix", "recommendation", "remediation"),
)

function readExtras(fields: AnswerFields): Readonly<Record<string, string>> {
  const texts = [...fields].flatMap(([key, value]) => {
    const text = notExtras.has(key) || !/^[a-z][a-z0-9_]{0,40}$/.test(key) ? "" : cleanText(value, 1000)
    return text === "" ? [] : [[key, text] as const]
  })
  return Object.fromEntries(texts.slice(0, MOST_EXTRAS))
}

/** Before a claim is checked, its confidence is at most medium. */
function readConfidence(value: unknown): Confidence {
  const isLow = typeof value === "number" ? value < 0.5 : joinTexts(value).trim().toLowerCase() === "low"
  return isLow ? "low" : "medium"
}

function claimedPatterns(fields: AnswerFields): readonly string[] {
  const claimed = findFirstField(fields, spellings.patterns)
  const ids = (Array.isArray(claimed) ? claimed : [claimed]).slice(0, 5).flatMap((id) => joinTexts(id).split(/[\s,]+/))
  return [
    ...new Set(ids.map((id) => id.replace(/^`|`$/g, "")).filter((id) => /^[A-Za-z][\w.-]{0,80}$/.test(id))),
  ].slice(0, 5)
}

function joinTexts(value: unknown): string {
  if (typeof value === "string") return value
  return Array.isArray(value) ? value.filter((item) => typeof item === "string").join("\n") : ""
}

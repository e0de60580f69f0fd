import { isMap } from "../../text/is-map.ts"
import { normaliseCategory, isSameCategory } from "./categories.ts"
import { isInChange } from "./checking/changed-lines.ts"
import { checkPatch } from "./checking/check-patch.ts"
import { openReviewedCode, type ReviewedCode } from "./checking/reviewed-code.ts"
import { readAnswerEntries, type AnswerEntry } from "./reading/read-answer-entries.ts"
import { type AnswerFields, normaliseFields, findFirstField } from "./reading/answer-fields.ts"
import { readStatedPatch } from "./reading/read-stated-finding.ts"
import { readLineSpan, readSeverity } from "./reading/read-values.ts"
import type { Insight, Rejected, RejectedWhy, ReviewFinding } from "./review-finding.ts"
import type { ReviewedMaterial } from "./reviewed-file.ts"
import { abbreviate, cleanLine, cleanText } from "./clean-text.ts"

export interface InsightSource {
  readonly agent: string
  readonly round: string
  readonly gathered: ReviewedMaterial
  /** Everything an insight may refer to, with its number. */
  readonly findings: readonly ReviewFinding[]
}

export interface InsightIntake {
  readonly insights: readonly Insight[]
  readonly rejected: readonly Rejected[]
}

/**
 * What an agent concludes from two findings. Both must exist, be accepted, and be of different kinds; its place must be
 * under review. Ids are the agent's own until `numberInsights` numbers them.
 */
export function readInsights(text: string, source: InsightSource): InsightIntake {
  const { agent, round } = source
  const answer = readAnswerEntries(text, insightFields)
  const code = openReviewedCode(source.gathered)
  const byId = new Map(source.findings.map((finding) => [finding.id.toLowerCase(), finding]))
  const taken = answer.entries.slice(0, MOST_INSIGHTS).map((entry, at): Insight | Refused => {
    const both = readRelatedIds(entry.fields).map((id) => byId.get(id.toLowerCase()))
    return takeInsight(entry, both, { id: `${round}.${agent}.${at + 1}`, code })
  })
  const told = (why: RejectedWhy, texts: readonly string[]): readonly Rejected[] =>
    texts.map((said) => ({ agent, round, why, text: said }))
  const isUnread = taken.length === 0 && answer.unreadable.length === 0 && !answer.saysNothing
  return {
    insights: taken.flatMap((one) => ("why" in one ? [] : [one])),
    rejected: [
      ...told("unreadable", isUnread ? [text.trim() === "" ? "(empty answer)" : abbreviate(text)] : answer.unreadable),
      ...told("not-a-finding", answer.others),
      ...taken.flatMap((one) => ("why" in one ? told(one.why, [one.text]) : [])),
      ...told(
        "too-many",
        answer.entries.slice(MOST_INSIGHTS).map((entry) => entry.text),
      ),
      ...told("too-many", answer.more === 0 ? [] : [`(${answer.more} more)`]).map((one) => ({
        ...one,
        count: answer.more,
      })),
    ],
  }
}

const MOST_INSIGHTS = 20

const insightFields: ReadonlySet<string> = new Set(
  ["title", "related_findings", "related", "findings", "insight", "text", "category", "severity"]
    .concat("file", "path", "line", "description")
    .concat("fix", "fix_type", "fix_prompt", "fix_diff"),
)

interface Refused {
  readonly why: RejectedWhy
  readonly text: string
}

function takeInsight(
  { fields, text }: AnswerEntry,
  [a, b]: readonly (ReviewFinding | undefined)[],
  { id, code }: { readonly id: string; readonly code: ReviewedCode },
): Insight | Refused {
  const insight = cleanText(findFirstField(fields, ["insight", "text", "description"]), 4000)
  const title = cleanLine(fields.get("title"), 200)
  const severity = readSeverity(fields.get("severity"))
  if (insight === "" || title === "" || severity === undefined) return { why: "not-a-finding", text }
  if (a === undefined || b === undefined || a.verdict === "invalid" || b.verdict === "invalid") {
    return { why: "no-such-finding", text }
  }
  if (a.id === b.id || isSameCategory(a.category, b.category)) return { why: "not-a-finding", text }
  const said = findFirstField(fields, ["file", "path"])
  const file = code.find(typeof said === "string" ? said : a.file)
  if (file === undefined) return { why: "no-such-file", text }
  const lines = code.linesOf(file)
  const at = typeof said === "string" ? readLineSpan(fields) : (readLineSpan(fields) ?? a)
  if (at === undefined || at.line < 1 || at.line > lines.length) return { why: "no-such-line", text }
  const isAtFinding = [a, b].some((one) => one.file === file.path && at.line >= one.line && at.line <= one.endLine)
  if (!isAtFinding && !isInChange(at, file)) return { why: "outside-change", text }
  const patch = checkPatch(readStatedPatch(fields), { file, lines, at })
  return {
    id,
    title,
    related: [a.id, b.id],
    text: insight,
    category: normaliseCategory(cleanLine(fields.get("category"), 60)) || a.category,
    severity,
    file: file.path,
    line: at.line,
    patch,
  }
}

/** Two ids, as a list, as `{a, b}`, or in one string. */
function readRelatedIds(fields: AnswerFields): readonly string[] {
  const said = findFirstField(fields, ["related_findings", "related", "findings"])
  const values = isMap(said) ? [...normaliseFields(said).values()] : Array.isArray(said) ? said : [said]
  const ids = values.slice(0, 4).map((value: unknown) => {
    const id = isMap(value) ? normaliseFields(value).get("id") : value
    return typeof id === "string" ? (id.slice(0, 100).match(/[\w.-]*\d/g) ?? []) : []
  })
  const both = ids.length === 1 ? (ids[0] ?? []) : ids.flatMap(([first]) => first ?? [])
  return both.length === 2 ? both : []
}

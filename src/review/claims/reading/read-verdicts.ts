import { type Severity, compareSeverity } from "../../../finding/severity.ts"
import type { ReviewFinding, JudgeVerdict } from "../review-finding.ts"
import { cleanLine, cleanText } from "../clean-text.ts"
import { readAnswerEntries } from "./read-answer-entries.ts"
import { type AnswerFields, findFirstField } from "./answer-fields.ts"
import { readSeverity } from "./read-values.ts"

/** What a judge was asked about: findings or insights. */
export interface Judged {
  readonly id: string
  readonly severity: Severity
}

/** Every id that was asked about is in exactly one of the first two lists. */
export interface ReadVerdicts {
  readonly verdicts: readonly JudgeVerdict[]
  /** Undecided: these stay, with the reason. */
  readonly notJudged: readonly { readonly id: string; readonly reason: string }[]
  /** Ids that were not asked about, as written. */
  readonly unknown: readonly string[]
  /** The beginnings of entries that could not be read. */
  readonly unreadable: readonly string[]
}

/** A judge's answer. A verdict counts only if it is clear: one for an id, and a downgrade only to something lower. */
export function readVerdicts(text: string, asked: readonly Judged[]): ReadVerdicts {
  const { entries, unreadable, others } = readAnswerEntries(text, verdictFields)
  const byId = new Map(asked.map((one) => [one.id.toLowerCase(), one]))
  const said = new Map<Judged, Stated[]>()
  const unknown = new Set<string>()
  for (const { fields } of entries) {
    const id = cleanLine(findFirstField(fields, ["id", "issue_id", "finding_id", "finding", "issue"]), 40)
    const judged = byId.get(id.replace(/^[#[`]+|[\]`.:]+$/g, "").toLowerCase())
    if (judged === undefined) unknown.add(id)
    else said.set(judged, [...(said.get(judged) ?? []), stated(fields, judged)])
  }
  const results = asked.map((one) => ({ id: one.id, result: agreed(said.get(one) ?? []) }))
  return {
    verdicts: results.flatMap(({ id, result }) => ("verdict" in result ? [{ id, ...result }] : [])),
    notJudged: results.flatMap(({ id, result }) => ("unclear" in result ? [{ id, reason: result.unclear }] : [])),
    unknown: [...unknown].slice(0, MOST_TOLD),
    unreadable: [...unreadable, ...others].slice(0, MOST_TOLD),
  }
}

const MOST_TOLD = 20
const verdictFields: ReadonlySet<string> = new Set(
  ["id", "issue_id", "finding_id", "finding", "issue", "verdict"].concat("new_severity", "severity", "reason"),
)

type Stated = Omit<JudgeVerdict, "id"> | { readonly unclear: string }

function stated(fields: AnswerFields, { severity: before }: Judged): Stated {
  const word = cleanLine(fields.get("verdict"), 40).toLowerCase()
  const reason =
    cleanText(findFirstField(fields, ["reason", "rationale", "explanation", "description"]), 1000) ||
    "no reason was given"
  if (word === "valid" || word === "invalid") return { verdict: word, reason }
  if (!/^downgraded?$/.test(word)) return { unclear: `not judged: the verdict "${word}" is not recognized` }
  const severity = readSeverity(findFirstField(fields, ["new_severity", "severity"]))
  if (severity === undefined || compareSeverity(severity, before) <= 0) {
    return {
      unclear: `not judged: a downgrade from ${before} to ${severity ?? "an unknown severity"} does not lower the severity`,
    }
  }
  return { verdict: "downgrade", severity, reason }
}

function agreed(all: readonly Stated[]): Stated {
  const [first] = all
  if (first === undefined) return { unclear: "not judged: the judge gave no verdict on it" }
  if ("unclear" in first) return first
  const isSame = (one: Stated) => "verdict" in one && one.verdict === first.verdict && one.severity === first.severity
  return all.every(isSame) ? first : { unclear: "not judged: the judge contradicted itself" }
}

export interface JudgedFindings {
  /** What is accepted, and what was not judged. */
  readonly findings: readonly ReviewFinding[]
  readonly invalid: readonly ReviewFinding[]
}

/**
 * Applies the verdicts of judges to findings. Our own findings, and those that a pattern proves, are not up to a judge.
 */
export function applyVerdicts(
  findings: readonly ReviewFinding[],
  { verdicts, notJudged }: Pick<ReadVerdicts, "verdicts" | "notJudged">,
): JudgedFindings {
  const byId = new Map(verdicts.map((one) => [one.id, one]))
  const unclear = new Map(notJudged.map(({ id, reason }) => [id, reason]))
  const judged = findings.map((finding): ReviewFinding => {
    if (finding.isOwn === true || finding.proof !== undefined) return finding
    const said = byId.get(finding.id)
    const reason = joined(finding.reason, said?.reason ?? unclear.get(finding.id))
    if (said === undefined) return reason === undefined ? finding : { ...finding, reason }
    const because = reason === undefined ? {} : { reason }
    if (said.verdict !== "downgrade") return { ...finding, verdict: said.verdict, ...because }
    return { ...finding, verdict: "downgraded", severity: said.severity ?? finding.severity, ...because }
  })
  return {
    findings: judged.filter(({ verdict }) => verdict !== "invalid"),
    invalid: judged.filter(({ verdict }) => verdict === "invalid"),
  }
}

function joined(before: string | undefined, after: string | undefined): string | undefined {
  if (before === undefined || after === undefined) return before ?? after
  return `${before}; ${after}`
}

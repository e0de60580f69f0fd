import { type Severity, compareSeverity } from "../../../finding/severity.ts"
import type { JudgeVerdict } from "../review-finding.ts"
import { cleanLine, cleanText } from "../clean-text.ts"
import { readAnswerEntries } from "./read-answer-entries.ts"
import { type AnswerFields, findFirstField } from "./answer-fields.ts"
import { readLineSpan, readSeverity } from "./read-values.ts"

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
  "id issue_id finding_id finding issue verdict new_severity severity reason quote line rule".split(" "),
)

type Stated = Omit<JudgeVerdict, "id"> | { readonly unclear: string }

function stated(fields: AnswerFields, { severity: before }: Judged): Stated {
  const word = cleanLine(fields.get("verdict"), 40).toLowerCase()
  const reason =
    cleanText(findFirstField(fields, ["reason", "rationale", "explanation", "description"]), 1000) ||
    "no reason was given"
  if (word === "valid") return { verdict: word, reason }
  if (word === "invalid") return { verdict: word, reason, ...readGrounds(fields) }
  if (!/^downgraded?$/.test(word)) return { unclear: `not judged: the verdict "${word}" is not recognized` }
  const severity = readSeverity(findFirstField(fields, ["new_severity", "severity"]))
  if (severity === undefined || compareSeverity(severity, before) <= 0) {
    return {
      unclear: `not judged: a downgrade from ${before} to ${severity ?? "an unknown severity"} does not lower the severity`,
    }
  }
  return { verdict: "downgrade", severity, reason }
}

/** Why it is invalid: code, which judges quote in a field of its own or in the reason, or the rule of a skill. */
function readGrounds(fields: AnswerFields): Pick<JudgeVerdict, "quote" | "line" | "rule"> {
  const quote = fields.get("quote")
  const line = readLineSpan(fields)?.line
  const rule = /^\s*R?(\d{1,4})\b/i.exec(String(fields.get("rule") ?? ""))
  return {
    ...(typeof quote === "string" && quote.trim() !== "" ? { quote: quote.slice(0, LONGEST_QUOTE) } : {}),
    ...(line === undefined ? {} : { line }),
    ...(rule === null ? {} : { rule: Number(rule[1]) }),
  }
}

const LONGEST_QUOTE = 2000

function agreed(all: readonly Stated[]): Stated {
  const [first] = all
  if (first === undefined) return { unclear: "not judged: the judge gave no verdict on it" }
  if ("unclear" in first) return first
  const isSame = (one: Stated) => "verdict" in one && one.verdict === first.verdict && one.severity === first.severity
  return all.every(isSame) ? first : { unclear: "not judged: the judge contradicted itself" }
}

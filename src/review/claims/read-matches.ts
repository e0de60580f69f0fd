import type { PatternMatch } from "./pattern-match.ts"
import { makeFingerprints } from "../../finding/fingerprint.ts"
import { redactValues } from "../../finding/redact.ts"
import { compareSeverity } from "../../finding/severity.ts"
import { quoteLines } from "./checking/check-finding.ts"
import { openReviewedCode } from "./checking/reviewed-code.ts"
import type { Intake, ReviewFinding } from "./review-finding.ts"
import type { ReviewedMaterial } from "./reviewed-file.ts"
import { cleanLine, cleanText } from "./clean-text.ts"

/** The name under which matches are reported. */
export interface MatchSource {
  readonly agent: string
  readonly round: string
  /** Distinguishes the findings of several sources before they are numbered. */
  readonly id: string
  /** Its matches are the ones to report. */
  readonly gathered: ReviewedMaterial
}

/** The note on a match that no pattern proves and no judge confirmed. */
export const UNJUDGED = "a rule matched; no agent reviewed the code around it"

/** The name under which our matches are reported next to agents. */
export const PATTERNS = "patterns"

/** The answer of an agent without a model; our own matches take its place. */
export const PATTERNS_ONLY = "(no model: what the patterns found)"

/** The matches of patterns as findings, worst first. They are our own, so nothing is checked again. */
export function readMatches({ agent, round, id: source, gathered }: MatchSource): Intake {
  const code = openReviewedCode(gathered)
  const files = new Map(gathered.files.map((file) => [file.path, file]))
  const distinct = [
    ...new Map(gathered.matches.toReversed().map((match) => [placeKey(match), match])).values(),
  ].reverse()
  const matches = distinct.toSorted((a, b) => compareSeverity(a.severity, b.severity))
  const found = matches.flatMap((match, at) => {
    const file = files.get(match.file)
    if (file === undefined) return []
    const lines = code.linesOf(file)
    const span = { line: match.line, endLine: Math.min(match.endLine, lines.length) }
    const { code: text, evidence } = quoteLines(span, lines)
    const id = `${round}.${source}.${at + 1}`
    return [{ text, finding: toReviewFinding(match, { id, agent, round, evidence, ...span }) }]
  })
  const prints = makeFingerprints(found.map(({ finding: { rule, file }, text }) => ({ rule, file, evidence: text })))
  return {
    findings: found.map(({ finding }, at) => ({ ...finding, fingerprint: prints[at] ?? "" })),
    rejected: [],
    falseClaims: [],
  }
}

/** Several matches of one rule on a line are one finding. */
function placeKey({ file, line, rule }: PatternMatch): string {
  return JSON.stringify([file, line, rule])
}

/** Weaknesses whose evidence is the secret itself. */
const leaks: ReadonlySet<string> = new Set(["CWE-798", "CWE-259", "CWE-321"])

type Placed = Pick<ReviewFinding, "id" | "line" | "endLine" | "evidence"> & {
  readonly agent: string
  readonly round: string
}

function toReviewFinding(match: PatternMatch, at: Placed): Omit<ReviewFinding, "fingerprint"> {
  const { rule, file, category, severity, confidence, cwe, range, steps, persona } = match
  const { id, agent, round, evidence, line, endLine } = at
  const title = cleanLine(match.title, 200)
  const description = cleanText(cwe === undefined ? match.description : `${match.description} (${cwe})`, 4000)
  const fix = match.fix === undefined ? undefined : cleanText(match.fix, 4000)
  return {
    id,
    rule,
    title,
    file,
    line,
    endLine,
    ...(range === undefined ? {} : { range }),
    isOwn: true,
    steps,
    persona,
    category,
    severity,
    confidence,
    description,
    evidence: cwe !== undefined && leaks.has(cwe) ? redactValues(evidence) : evidence,
    ...(fix === undefined ? {} : { fix, patch: { kind: "prompt" as const, prompt: fix } }),
    extras: {},
    provenance: { agent, round, ...(match.autoValidated ? { pattern: rule } : {}) },
    saidBy: [{ agent, round, title, description, severity }],
    ...(match.autoValidated
      ? {
          verdict: "valid" as const,
          proof: { pattern: rule, line: match.line },
          reason: `the pattern ${rule} matches line ${match.line}`,
        }
      : {}),
    related: [],
  }
}

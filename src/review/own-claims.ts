import { matchFindings, PATTERNS, UNJUDGED } from "../claims/match-findings.ts"
import type { Intake, ReviewFinding } from "../claims/review-finding.ts"
import { readFindings } from "../claims/read-findings.ts"
import { narrower } from "../finding/persona.ts"
import type { Gathered } from "./review-data.ts"
import { reviewersOf } from "./reviewers.ts"
import { placeIn } from "./secondary-files.ts"

/** Everything we matched, by category. It holds no matter which agents take part; what no pattern proves says so. */
export function ownMatches(
  gathered: Gathered,
  named: (agent: string) => { readonly agent: string; readonly round: string },
): readonly Intake[] {
  const reviewers = reviewersOf(gathered.kind)
  const known = new Set(reviewers.map(({ category }) => category))
  const groups = [
    ...reviewers.map(({ id, category }) => ({ id, has: (one: string) => one === category })),
    { id: PATTERNS, has: (one: string) => !known.has(one) },
  ]
  const setApart = apartIn(gathered)
  return groups.map(({ id, has }) => {
    const matches = gathered.matches.filter(({ category }) => has(category))
    const said = named(id)
    const intake = matchFindings({ ...said, id, gathered: { ...gathered, matches } })
    return { ...intake, findings: intake.findings.map(heldByPattern).map(setApart) }
  })
}

/** Results of other programs. They are claims like those of agents and are checked against the code. */
export function programClaims(gathered: Gathered): readonly Intake[] {
  const setApart = apartIn(gathered)
  return (gathered.programs?.said ?? []).flatMap(({ agent, answers }) =>
    answers.map((text, at) => {
      const intake = readFindings(text, { agent, round: at === 0 ? SARIF : `${SARIF} ${at + 1}`, gathered })
      return { ...intake, findings: intake.findings.map(setApart) }
    }),
  )
}

const SARIF = "sarif"

function heldByPattern(finding: ReviewFinding): ReviewFinding {
  return finding.proof === undefined ? { ...finding, verdict: "valid", reason: UNJUDGED } : finding
}

/**
 * Findings in tests, examples and third-party code are shown only to more thorough personas. In a change every finding
 * is shown, because its author chooses where a file is and what its first lines say.
 */
function apartIn({
  files,
  change,
  named = [],
}: Pick<Gathered, "files" | "change" | "named">): (finding: ReviewFinding) => ReviewFinding {
  if (change !== undefined) return (finding) => finding
  const byPath = new Map(files.map((file) => [file.path, file]))
  return (finding) => {
    const file = byPath.get(finding.file)
    if (file === undefined) return finding
    const place = placeIn(file, named)
    if (place === undefined) return finding
    return { ...finding, place, persona: narrower(finding.persona ?? "regular", "pedantic") }
  }
}

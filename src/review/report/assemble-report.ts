import type { JudgedFindings } from "../claims/apply-verdicts.ts"
import { renumberFindings } from "../claims/number-findings.ts"
import type { Insight, Rejected, ReviewFinding } from "../claims/review-finding.ts"
import { renderFileName } from "../../finding/file-name.ts"
import type { Gathered, ReviewReport } from "../review-data.ts"
import { chooseFirstRound, listRoundReviewers, nameDepth } from "../reviewers.ts"
import { OFFLINE_LIMITS } from "./offline-limits.ts"
import { INSIGHTS, describeJudge } from "./report-texts.ts"

/** What reviewers said, after checking, and everything that was rejected. */
export interface Claims extends Pick<ReviewReport, "falseClaims" | "falsePositives" | "clean"> {
  readonly findings: readonly ReviewFinding[]
  readonly rejected: readonly Rejected[]
  readonly failed: readonly string[]
  /** By agent; what is known about it. */
  readonly whyFailed?: Readonly<Record<string, string>>
}

export interface Aggregated extends JudgedFindings {
  readonly insights: readonly Insight[]
  readonly rejected: readonly Rejected[]
  /** Absent in runs that were started before it was stored. */
  readonly unjudged?: readonly Unjudged[] | undefined
  /** What judges called invalid because of a skill's rule; absent in runs that were started before it was stored. */
  readonly byRules?: ReviewReport["falsePositives"] | undefined
}

/** A judge that left claims without a verdict. */
export interface Unjudged {
  readonly judge: string
  readonly claims: number
  readonly of: number
  /** Why it gave no answer; absent if it answered. */
  readonly why?: string | undefined
}

/**
 * The whole result of a review; `listNotShown` are the files that reviewers did not see to their end. Who was asked, and
 * the usage, is added when it is read.
 */
export function assembleReport(
  gathered: Gathered,
  claims: Claims,
  { aggregated, notShown }: { readonly aggregated: Aggregated; readonly notShown: readonly string[] },
): ReviewReport {
  const { invalid, insights, unjudged = [], byRules = [] } = aggregated
  const findings = gathered.isOffline === true ? renumberFindings(aggregated.findings) : aggregated.findings
  const took = new Set(listRoundReviewers(gathered, chooseFirstRound(gathered)).map(({ category }) => category))
  const rejected = [...claims.rejected, ...aggregated.rejected]
  const programs = gathered.programs?.failed ?? []
  return {
    kind: gathered.kind,
    depth: nameDepth(gathered),
    branch: gathered.project.branch,
    scope: gathered.project.scope,
    files: gathered.files.map(({ path }) => path),
    categories: [...took],
    findings,
    insights,
    rejected,
    invalid,
    falseClaims: claims.falseClaims,
    clean: claims.clean,
    falsePositives: [...claims.falsePositives, ...byRules],
    tests: testsWanted(findings),
    failedSkills: gathered.failedSkills,
    warnings: gathered.warnings,
    usage: [],
    unread: gathered.unread,
    coverage: gathered.coverage,
    limits: gathered.isOffline === true && gathered.kind === "code" ? OFFLINE_LIMITS : undefined,
    failedAgents: failedAgents(rejected, [
      ...claims.failed,
      ...programs.map(({ name }) => name),
      ...unjudged.filter(({ claims: none, of }) => none === of).map(({ judge }) => describeJudge(judge)),
    ]),
    missingPrograms: gathered.programs?.missing,
    incomplete: [
      ...gathered.incomplete,
      ...notShown.map((path) => `${renderFileName(path)}: reviewers did not see the end of a very long line`),
      ...claims.failed.map((agent) => noAnswerText(agent, claims)),
      ...listUnread(rejected),
      ...unjudged.map(unjudgedText),
      ...(gathered.programs?.missing ?? []),
      ...programs.map(({ name, why }) => `${name} failed: ${why}`),
    ],
  }
}

function noAnswerText(agent: string, { whyFailed = {} }: Claims): string {
  const why = whyFailed[agent] ?? ""
  return failedText(agent, why)
}

/** The reason usually says that there was no answer, so it is not said twice. */
function failedText(name: string, why: string): string {
  return why === "" ? `${name} gave no answer` : `${name} failed: ${why}`
}

function unjudgedText({ judge, claims, of, why }: Unjudged): string {
  const name = describeJudge(judge)
  if (why !== undefined) return failedText(name, why)
  return claims === of
    ? `${name} gave an answer without verdicts`
    : `${name} gave no clear verdict on ${claims} of ${of} ${judge === INSIGHTS ? INSIGHTS : "claims"}`
}

/**
 * Reviewers whose answer was cut off, unreadable or too long. What else they would have reported is unknown. The second
 * round is not included, because it is short on purpose.
 */
function listUnread(rejected: readonly Rejected[]): readonly string[] {
  const unread = rejected.flatMap(({ agent, round, why }) => {
    if (why === "unreadable") return [`${agent} (${round}) gave an answer that could not be read`]
    return why === "too-many" && round === "thorough"
      ? [`${agent} (${round}) reported more findings than the limit`]
      : []
  })
  return [...new Set(unread)]
}

/** Agents that were asked but gave no readable answer. */
function failedAgents(rejected: readonly Rejected[], failed: readonly string[]): readonly string[] {
  return [...new Set([...failed, ...rejected.flatMap(({ agent, why }) => (why === "unreadable" ? [agent] : []))])]
}

/** The missing tests that the test reviewer reported. */
function testsWanted(findings: readonly ReviewFinding[]): readonly string[] {
  return findings
    .filter(({ category }) => category === "Test Coverage")
    .map(({ title, file, line }) => `${title} (${file}:${line})`)
}

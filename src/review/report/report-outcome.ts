import { maySee, type Persona, personas } from "../../finding/persona.ts"
import { isAtLeast, type Severity } from "../../finding/severity.ts"
import { findAgentCategory } from "../claims/categories.ts"
import type { ReviewFinding } from "../claims/review-finding.ts"
import { renderFileName } from "../../finding/file-name.ts"
import { findLanguage } from "../detect-language.ts"
import type { AgentUse, ReviewReport, UnreadFile } from "../review-data.ts"
import { readItemName, listReviewers } from "../reviewers.ts"
import { describeJudge, describeHidden, describeUnreadFiles } from "./report-texts.ts"
import { formatCount } from "../../text/format-count.ts"

/** The report for a persona. Findings for more thorough personas are counted but not shown. */
export function limitToPersona(report: ReviewReport, reader: Persona): ReviewReport {
  const further = personas.flatMap((persona) => {
    const others = report.findings.filter((one) => !maySee(reader, one.persona) && one.persona === persona)
    const apart = others.filter(({ place }) => place !== undefined).length
    return others.length === 0 ? [] : [{ persona, findings: others.length, apart }]
  })
  if (further.length === 0) return report
  const isSeen = ({ persona }: ReviewFinding) => maySee(reader, persona)
  const lowered = report.findings.filter((one) => !isSeen(one) && one.lowered !== undefined)
  return { ...report, findings: report.findings.filter(isSeen), further, ...(lowered.length === 0 ? {} : { lowered }) }
}

/** The report without less severe findings, but with their number, so that a filtered report never looks clean. */
export function filterReport(report: ReviewReport, minSeverity: Severity): ReviewReport {
  const isSevere = ({ severity }: { readonly severity: Severity }) => isAtLeast(severity, minSeverity)
  const findings = report.findings.filter(isSevere)
  const insights = report.insights.filter(isSevere)
  const leftOut = {
    below: minSeverity,
    findings: report.findings.length - findings.length,
    insights: report.insights.length - insights.length,
  }
  if (leftOut.findings + leftOut.insights === 0) return report
  return { ...report, findings, insights, leftOut }
}

/** How far `--fail-on` reaches. */
interface Reach {
  /** Who reads the report: code that is secondary to the persona fails nothing. */
  readonly persona?: Persona | undefined
  /** Languages without rules whose files may stay unchecked, because a person said so. */
  readonly allowed?: readonly string[] | undefined
}

/**
 * Why `--fail-on` fails: a finding of at least this severity was found, even if a judge lowered it, or may have been
 * missed because a file was not read or not checked to its end, there are no rules for its language, a reviewer failed,
 * or a program or a skill that was named is missing. Call it on the report for a persona, before `--min-severity` removes anything.
 */
export function listFailureReasons(
  report: ReviewReport,
  severity: Severity,
  { persona = "regular", allowed = [] }: Reach = {},
): readonly string[] {
  const { findings, insights, usage, failedAgents = [], missingPrograms = [], failedSkills, unread = [] } = report
  const bad = [...findings, ...insights].filter((one) => isAtLeast(one.severity, severity)).length
  const lowered = (report.lowered ?? []).filter((one) => isAtLeast(one.severity, severity))
  const failed = new Set([
    ...failedAgents,
    ...usage.filter(({ status }) => status === "failed").map(({ agent }) => readItemName(agent).reviewer),
  ])
  const missed = unread.filter((file) => {
    const isSeen = file.isSecondary !== true || persona !== "regular"
    return file.isWanted && isSeen && (file.language === undefined || !allowed.includes(file.language))
  })
  const orAbove = severity === "critical" ? "critical" : `${severity} or worse`
  return [
    ...(bad === 0 ? [] : [`${formatCount(bad, "finding is", "findings are")} ${orAbove}`]),
    ...(lowered.length === 0 ? [] : [`${describeLowered(lowered)} ${orAbove}`]),
    ...(failed.size === 0 ? [] : [`${formatCount(failed.size, "reviewer")} failed`]),
    ...missingPrograms,
    ...(failedSkills.length === 0 ? [] : [describeFailedSkills(failedSkills)]),
    ...describeMissed(missed),
  ]
}

function describeFailedSkills(failed: readonly string[]): string {
  return `${formatCount(failed.length, "skill")} could not be used: ${failed.map(renderFileName).join(", ")}`
}

/** The files are named here too, because this is the last line; the report names all of them. */
function describeMissed(missed: readonly UnreadFile[]): readonly string[] {
  if (missed.length === 0) return []
  const names = missed.slice(0, MOST_NAMED).map(({ path }) => renderFileName(path))
  const more = missed.length > MOST_NAMED ? ` and ${missed.length - MOST_NAMED} more` : ""
  const unparsed = missed.filter(({ isUnparsed }) => isUnparsed === true)
  const lacking = listLanguages(missed.filter(({ isUnparsed }) => isUnparsed !== true))
  const lackingNames = lacking.map((id) => findLanguage(id)?.name ?? id).join(", ")
  const accept = (ids: readonly string[]) => `--allow-unchecked ${ids.join(",")} accepts`
  return [
    `${formatCount(missed.length, "file was", "files were")} not fully checked: ${names.join(", ")}${more}`,
    ...(unparsed.length === 0
      ? []
      : [
          `${formatCount(unparsed.length, "file")} could not be parsed (${accept(listLanguages(unparsed))} ${unparsed.length === 1 ? "it" : "them"})`,
        ]),
    ...(lacking.length === 0
      ? []
      : [`there are no rules for ${lackingNames} (--agent reviews such files, ${accept(lacking)} them)`]),
  ]
}

function listLanguages(files: readonly UnreadFile[]): readonly string[] {
  return [...new Set(files.flatMap(({ language }) => language ?? []))]
}

const MOST_NAMED = 3

/** An agent can lower what we found, but only a person can decide that it does not count. */
function describeLowered(lowered: readonly ReviewFinding[]): string {
  const ids = lowered.map(({ id }) => id).join(", ")
  return `${ids}, lowered by a judge and not accepted by a person, ${lowered.length === 1 ? "is" : "are"}`
}

/** Whether agents were asked and none gave an answer that could be read: the review that was asked for did not happen. */
export function hasNoAnswers({ usage, failedAgents = [] }: Pick<ReviewReport, "usage" | "failedAgents">): boolean {
  const isSilent = ({ agent, status }: AgentUse) =>
    status === "failed" || failedAgents.includes(readItemName(agent).reviewer)
  return usage.length > 0 && usage.every(isSilent)
}

/** Everything that did not finish, in words: patterns, files that should have been reviewed, and failed tasks. */
export function listUnfinished({
  incomplete,
  usage,
  unread = [],
}: Pick<ReviewReport, "incomplete" | "usage" | "unread">): readonly string[] {
  const isSaid = (name: string) => incomplete.some((one) => one.startsWith(`${name} `))
  const failed = usage.filter(
    ({ agent, status }) => status === "failed" && !isSaid(agent) && !isSaid(describeJudge(agent)),
  )
  const missed = describeUnreadFiles(unread.filter(({ isWanted }) => isWanted))
  return [...new Set([...missed, ...incomplete, ...failed.map(({ agent, phase }) => `${agent} (${phase}) failed`)])]
}

/** Categories whose agent failed or gave an unreadable answer: what it would have found is unknown. */
export function listUnfinishedCategories({
  kind,
  usage,
  incomplete,
}: Pick<ReviewReport, "kind" | "usage" | "incomplete">): ReadonlySet<string> {
  const failed = new Set(
    usage.filter(({ status }) => status === "failed").map(({ agent }) => readItemName(agent).reviewer),
  )
  const isOpen = (id: string) =>
    failed.has(id) || incomplete.some((one) => one.startsWith(`${id} `) || one.startsWith(`${id}.`))
  const asked = usage.map(({ agent }) => readItemName(agent).reviewer).filter((id) => id.endsWith("-agent"))
  const ids = new Set([...listReviewers(kind).map(({ id }) => id), ...asked])
  return new Set([...ids].flatMap((id) => (isOpen(id) ? [findAgentCategory(kind, id)] : [])))
}

/** Whether "passed" is true: everything finished, and everything found or claimed is shown. */
export function isPassed(report: ReviewReport): boolean {
  return isClean(report) && listUnfinished(report).length === 0 && describeHidden(report).length === 0
}

/** Whether nothing was found. */
export function isClean({ findings, insights, leftOut }: ReviewReport): boolean {
  return findings.length + insights.length === 0 && leftOut === undefined
}

/** Whether all agents answered and all requested files were read. */
export function isExecuted({ usage, failedAgents = [], unread = [] }: ReviewReport): boolean {
  const isFailed = failedAgents.length > 0 || usage.some(({ status }) => status === "failed")
  return !isFailed && !unread.some(({ isWanted }) => isWanted)
}

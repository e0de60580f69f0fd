import { renderFileName } from "../../finding/file-name.ts"
import { listClaimants, renderBadge, listClaimCategories } from "../claims/merging/join-findings.ts"
import type { Patch, ReviewFinding } from "../claims/review-finding.ts"
import { makeFingerprints } from "../../finding/fingerprint.ts"
import { levelOf, toSarifAddress, wrapSarifRun, sarifPlaces, toSarifResult } from "../../finding/sarif-log.ts"
import { escapeHidden } from "../../text/escape-hidden.ts"
import type { ReviewReport } from "../review-data.ts"
import { describeCoverage } from "../scope/language-coverage.ts"
import {
  COVERAGE,
  describeDecided,
  describeFurther,
  describeLoweredFinding,
  describeMarked,
  describeSameCauses,
  MARKED,
  SAME_CAUSE,
  renderPlace,
  rejectedBecause,
  countRejectedByReason,
  describeRejected,
} from "./report-texts.ts"
import { isExecuted, listUnfinished } from "./report-outcome.ts"
import { INSIGHT_RULE, chooseRuleId, toSarifRules, findWeaknesses } from "./sarif-rules.ts"
import type { Fix, Location, Log, Notification, Region, Replacement, Result, Run } from "sarif"
import { formatCount } from "../../text/format-count.ts"

export interface SarifTool {
  readonly name: string
  readonly version: string
}

/** The report as a SARIF 2.1.0 log: same report, same bytes. */
export function toReportSarif(report: ReviewReport, { tool }: { readonly tool: SarifTool }): Log {
  const rules = toSarifRules(report)
  const indexOf = new Map(rules.map((rule, at) => [rule.id, at]))
  const weaknesses = [...new Set(report.findings.flatMap(findWeaknesses))].sort((a, b) => Number(a) - Number(b))
  const run: Run = {
    tool: {
      driver: {
        name: tool.name,
        version: tool.version,
        rules: [...rules],
        ...(weaknesses.length === 0 ? {} : { supportedTaxonomies: [{ name: "CWE", index: 0 }] }),
      },
    },
    ...(weaknesses.length === 0 ? {} : { taxonomies: [taxonomy(weaknesses)] }),
    automationDetails: { id: `skillet/review-${report.kind}/` },
    ...sarifPlaces,
    invocations: [{ executionSuccessful: isExecuted(report), toolExecutionNotifications: [...notifications(report)] }],
    artifacts: report.files.map((file) => ({ location: toSarifAddress(file), roles: ["analysisTarget"] })),
    results: [
      ...report.findings.map((finding) => findingResult(finding, report, indexOf)),
      ...insightResults(report, indexOf),
    ],
    properties: { branch: report.branch, depth: report.depth, scope: report.scope, categories: report.categories },
  }
  return wrapSarifRun(run)
}

function findingResult(finding: ReviewFinding, report: ReviewReport, indexOf: ReadonlyMap<string, number>): Result {
  const { file, evidence, related, proof, verdict, reason, extras, patch } = finding
  const base = toSarifResult({ ...finding, rule: chooseRuleId(finding) }, indexOf)
  const beside = relatedLocations(related, report)
  const weaknesses = findWeaknesses(finding)
  const badge = renderBadge(finding)
  return {
    ...base,
    message: { text: plain(base.message.text ?? "") },
    locations: [{ physicalLocation: { artifactLocation: toSarifAddress(file), region: toRegion(finding, evidence) } }],
    ...(beside.length === 0 ? {} : { relatedLocations: [...beside] }),
    ...(finding.codeFingerprint === undefined
      ? {}
      : { partialFingerprints: { ...base.partialFingerprints, "skilletCode/v1": finding.codeFingerprint } }),
    ...codeFlows(finding),
    ...(weaknesses.length === 0
      ? {}
      : { taxa: weaknesses.map((id) => ({ id, toolComponent: { name: "CWE", index: 0 } })) }),
    properties: {
      ...base.properties,
      categories: listClaimCategories(finding),
      id: finding.id,
      agents: listClaimants(finding),
      ...(badge === undefined ? {} : { agreement: badge }),
      ...(proof === undefined ? {} : { proof: proof.pattern }),
      ...(verdict === undefined ? {} : { verdict }),
      ...(finding.persona === undefined ? {} : { persona: finding.persona }),
      ...(finding.place === undefined ? {} : { place: finding.place }),
      ...(reason === undefined ? {} : { reason }),
      ...(Object.keys(extras).length === 0 ? {} : { extras }),
      ...(patch?.kind === "prompt" ? { fixPrompt: patch.prompt } : {}),
    },
    ...toFixes(finding),
  }
}

/** The path of a value from where it enters to where it does damage. */
function codeFlows({ steps = [] }: ReviewFinding): Pick<Result, "codeFlows"> {
  if (steps.length === 0) return {}
  const locations = steps.map(({ role, file, text, line, column, endLine, endColumn }) => ({
    location: {
      message: { text: plain(`${role}: ${text}`) },
      physicalLocation: {
        artifactLocation: toSarifAddress(file),
        region: { startLine: line, startColumn: column, endLine, endColumn },
      },
    },
  }))
  return { codeFlows: [{ threadFlows: [{ locations }] }] }
}

function insightResults(report: ReviewReport, indexOf: ReadonlyMap<string, number>): readonly Result[] {
  const { insights } = report
  const prints = makeFingerprints(insights.map(({ file, title }) => ({ rule: INSIGHT_RULE, file, evidence: title })))
  return insights.map((insight, at): Result => {
    const { id, title, text, category, severity, file, line, related, patch } = insight
    const both = relatedLocations(related, report)
    const ruleIndex = indexOf.get(INSIGHT_RULE)
    return {
      ruleId: INSIGHT_RULE,
      ruleIndex,
      level: levelOf[severity],
      message: { text: plain(`${title}. ${text}`) },
      locations: [
        { physicalLocation: { artifactLocation: toSarifAddress(file), region: { startLine: Math.max(1, line) } } },
      ],
      ...(both.length === 0 ? {} : { relatedLocations: [...both] }),
      partialFingerprints: { "skilletFinding/v1": prints[at] ?? "" },
      properties: { id, severity, category, related, ...(patch?.kind === "prompt" ? { fixPrompt: patch.prompt } : {}) },
      ...toFixes(insight),
    }
  })
}

function relatedLocations(ids: readonly string[], { findings }: ReviewReport): readonly Location[] {
  const found = ids.flatMap((id) => findings.filter((finding) => finding.id === id))
  return found.map((finding, at) => ({
    id: at + 1,
    message: { text: plain(`${finding.id}: ${finding.title}`) },
    physicalLocation: { artifactLocation: toSarifAddress(finding.file), region: toRegion(finding) },
  }))
}

function toRegion({ range, line, endLine }: ReviewFinding, evidence?: string): Region {
  const startLine = Math.max(1, line)
  return {
    ...(range ?? { startLine, ...(endLine > startLine ? { endLine } : {}) }),
    ...(evidence === undefined || evidence === "" ? {} : { snippet: { text: evidence } }),
  }
}

function toFixes({ file, patch }: { readonly file: string; readonly patch?: Patch | undefined }): {
  readonly fixes?: Fix[]
} {
  const change = patch?.kind === "diff" ? readFileChange(patch.diff) : undefined
  if (change === undefined) return {}
  const replacements = change.changes.map((one) => replacement(one, change.lineBreak))
  const artifactChanges = [{ artifactLocation: toSarifAddress(file), replacements }]
  return { fixes: [{ description: { text: `Change ${file}` }, artifactChanges }] }
}

/** A region of whole lines ends before the last line break, so a deletion must include that line break. */
function replacement({ startLine, removed, added }: LineChange, lineBreak: FileChange["lineBreak"]): Replacement {
  const text = added.join(lineBreak)
  if (removed === 0) {
    const before = { startLine, startColumn: 1, endLine: startLine, endColumn: 1 }
    return { deletedRegion: before, insertedContent: { text: `${text}${lineBreak}` } }
  }
  if (added.length === 0)
    return { deletedRegion: { startLine, startColumn: 1, endLine: startLine + removed, endColumn: 1 } }
  return { deletedRegion: { startLine, endLine: startLine + removed - 1 }, insertedContent: { text } }
}

/** Facts about the review that the results alone do not show. */
function notifications(report: ReviewReport): readonly Notification[] {
  const {
    rejected,
    invalid,
    failedSkills,
    falsePositives,
    falseClaims,
    warnings,
    leftOut,
    unread = [],
    lowered = [],
  } = report
  const further = describeFurther(report)
  const thrownAway = describeRejected(report)
  const decided = describeDecided(report)
  return [
    ...unread.map((file) => ({
      ...note("not-read", file.isWanted ? "warning" : "note", `${renderFileName(file.path)}: ${file.why}`),
      locations: [{ physicalLocation: { artifactLocation: toSarifAddress(file.path) } }],
    })),
    ...listUnfinished({ ...report, unread: [] }).map((what) =>
      note("incomplete", "warning", `did not finish: ${what}`),
    ),
    ...claims(report),
    ...failedSkills.map((ref) =>
      note("skill-not-resolved", "warning", `skill could not be resolved and was skipped: ${ref}`),
    ),
    ...warnings.map((text) => note("warning", "warning", text)),
    ...(thrownAway === "" ? [] : [note("thrown-away", "note", thrownAway)]),
    ...countRejectedByReason(rejected).map(([why, count]) =>
      note(`rejected/${why}`, "note", `${formatCount(count, "answer")} rejected: ${rejectedBecause[why]}`),
    ),
    ...falsePositives.map(({ rule, count }) =>
      note("false-positive-rule", "note", `${formatCount(count, "finding")} removed by: ${rule}`),
    ),
    ...falseClaims.map(({ agent, pattern, finding }) =>
      note("false-claim", "note", `${agent} named pattern ${pattern} for ${finding}; it does not match`),
    ),
    ...invalid.map((one) =>
      note("judged-invalid", "note", `${renderPlace(one)}: ${one.title}: ${one.reason ?? "judged invalid"}`),
    ),
    ...lowered.map((one) => note("lowered", "note", describeLoweredFinding(one))),
    ...(further === "" ? [] : [note("further", "note", further)]),
    ...describeMarked(report).map((one) => note("marker", "note", `${MARKED} ${one}`)),
    ...describeSameCauses(report).map((one) => note("same-cause", "note", `${SAME_CAUSE} ${one}`)),
    ...(decided === "" ? [] : [note("baseline", "note", decided)]),
    ...(leftOut === undefined
      ? []
      : [
          note(
            "left-out",
            "note",
            `${formatCount(leftOut.findings + leftOut.insights, "result")} below ${leftOut.below} left out`,
          ),
        ]),
  ]
}

/** What was checked, and what such a review does not find. */
function claims({ coverage = [], limits }: ReviewReport): readonly Notification[] {
  return [
    ...coverage.map((one) =>
      note("coverage", one.rules === 0 ? "warning" : "note", `${COVERAGE} ${describeCoverage(one)}`),
    ),
    ...(limits === undefined ? [] : [note("limits", "note", limits)]),
  ]
}

function note(id: string, level: "warning" | "note", text: string): Notification {
  return { descriptor: { id }, level, message: { text: plain(text) } }
}

function taxonomy(ids: readonly string[]) {
  return {
    name: "CWE",
    organization: "MITRE",
    shortDescription: { text: "Common Weakness Enumeration" },
    taxa: ids.map((id) => ({ id, name: `CWE-${id}` })),
    isComprehensive: false,
  }
}

/** Viewers turn `[text](1)` into a link. Text from agents is escaped, so that it does not. */
function plain(text: string): string {
  return escapeHidden(text.replace(/\r\n?/g, "\n")).replaceAll("](", "] (")
}

/** Lines to remove and lines to insert instead, from a line on. */
export interface LineChange {
  readonly startLine: number
  readonly removed: number
  readonly added: readonly string[]
}

export interface FileChange {
  readonly lineBreak: "\n" | "\r\n"
  readonly changes: readonly LineChange[]
}

/** The lines that a diff of one hunk changes; undefined if they cannot be determined with certainty. */
export function readFileChange(diff: string): FileChange | undefined {
  const lines = diff.split("\n")
  const heads = lines.flatMap((line, at) => (HEAD.test(line) ? [at] : []))
  const [head] = heads
  if (head === undefined || heads.length > 1) return undefined
  const [, start = "", count] = HEAD.exec(lines[head] ?? "") ?? []
  const body = lines.slice(head + 1).filter((line) => line !== "" && !line.startsWith("\\ "))
  const old = body.filter((line) => !line.startsWith("+")).length
  if (body.some((line) => !/^[-+ ]/.test(line)) || old !== Number(count ?? 1)) return undefined
  const changes = walk(body, old === 0 ? Number(start) + 1 : Number(start))
  if (changes.length === 0) return undefined
  return { lineBreak: body.some((line) => line.endsWith("\r")) ? "\r\n" : "\n", changes }
}

const HEAD = /^@@ -(\d+)(?:,(\d+))? \+\d+(?:,\d+)? @@/

function walk(body: readonly string[], start: number): readonly LineChange[] {
  const changes: LineChange[] = []
  let at = start
  let open: { readonly startLine: number; removed: number; readonly added: string[] } | undefined
  for (const line of body) {
    if (line.startsWith(" ")) {
      open = undefined
      at++
      continue
    }
    if (open === undefined) {
      open = { startLine: at, removed: 0, added: [] }
      changes.push(open)
    }
    if (line.startsWith("+")) open.added.push(line.slice(1).replace(/\r$/, ""))
    else {
      open.removed++
      at++
    }
  }
  return changes
}

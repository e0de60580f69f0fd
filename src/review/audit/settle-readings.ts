import { type AgentReading, AGENT_RULE, type AuditReport, compareWorst, countByRule } from "../../audit/audit-report.ts"
import { attackClasses } from "../../audit/audit-rule.ts"
import { applyBaseline } from "../../audit/baseline.ts"
import type { Finding } from "../../finding/finding.ts"
import { makeFingerprints } from "../../finding/fingerprint.ts"
import { redact } from "../../finding/redact.ts"
import { isAtLeast } from "../../finding/severity.ts"
import type { Computed, Inputs, ItemAnswer } from "../../workflow/workflow.ts"
import { cleanLine } from "../claims/clean-text.ts"
import { readFindings } from "../claims/read-findings.ts"
import type { Intake, RejectedWhy, ReviewFinding } from "../claims/review-finding.ts"
import { isAnswered, readStoredAnswers } from "../review-values.ts"
import type { AuditMaterial } from "./audit-material.ts"
import { planReadings, type Reading, readMaterial } from "./plan-readings.ts"
import { ATTACK } from "./write-audit-prompt.ts"

/** The audit with what the agent added. The findings of the rules are the same before and after. */
export function settleAudit({ values }: Inputs): Computed {
  return { outcome: "ok", values: { report: settleReadings(readMaterial(values), readStoredAnswers(values, "read")) } }
}

/**
 * 1. Every finding of the rules stays as it is, whatever was answered.
 * 2. A claim counts if its file, line and quote are in the skill that was shown. Others are listed as discarded.
 * 3. A skill counts as read if every part of it has an answer that can be read.
 */
export function settleReadings(material: AuditMaterial, answers: readonly ItemAnswer[]): AuditReport {
  const { report, skills, accepted, agent } = material
  const taken = planReadings(material).map((reading) => takeReading(material, reading, answers))
  const claims = taken.flatMap(({ findings }) => findings)
  const isKnown = (claim: Claim) => report.findings.some((own) => saysTheSame(own, claim))
  const added = withFingerprints(claims.filter((claim) => !isKnown(claim)))
  const { findings, baselined } = applyBaseline(added, { version: 1, findings: accepted })
  const unread = skills.flatMap(({ path }) => {
    const reasons = taken.flatMap((one) =>
      one.reading.skill.path === path && one.fault !== undefined ? [one.fault] : [],
    )
    return reasons.length === 0 ? [] : [{ path, reason: [...new Set(reasons)].join("; ") }]
  })
  const all = [...report.findings, ...findings].sort(compareWorst)
  const held = new Set(baselined.map(({ finding }) => finding.fingerprint))
  return {
    ...report,
    findings: all,
    suppressed: [
      ...report.suppressed,
      ...baselined.map(({ finding, reason }) => ({ finding, suppression: { kind: "baseline", reason } as const })),
    ],
    lapsed: report.lapsed.filter(({ fingerprint }) => !held.has(fingerprint)),
    totals: countByRule(all),
    agent: {
      agent,
      skills: skills.length,
      read: skills.length - unread.length,
      unread,
      added: findings.length,
      agreed: claims.length - added.length,
      discarded: taken.flatMap(({ discarded }) => discarded),
    },
  }
}

/** A finding of an agent, with the skill it is in. */
interface Claim {
  readonly skill: string
  /** Its file within the skill. */
  readonly path: string
  readonly endLine: number
  readonly finding: Omit<Finding, "fingerprint">
}

interface TakenReading {
  readonly reading: Reading
  readonly findings: readonly Claim[]
  readonly discarded: AgentReading["discarded"]
  /** Why it counts as not read. */
  readonly fault?: string | undefined
}

const LONGEST_REASON = 200

function takeReading(material: AuditMaterial, reading: Reading, answers: readonly ItemAnswer[]): TakenReading {
  const { item, skill, part } = reading
  const answer = answers.find((one) => one.item === item)
  const none = { reading, findings: [], discarded: [] }
  const which = part.of < 2 ? "" : `part ${part.number}: `
  if (answer === undefined) return { ...none, fault: `${which}it was not asked` }
  if (!isAnswered(answer))
    return { ...none, fault: `${which}it gave no answer: ${cleanLine(answer.text, LONGEST_REASON)}` }
  const intake = readFindings(answer.text, {
    agent: material.agent,
    round: "read",
    part: part.of < 2 ? undefined : part.number,
    needsQuote: true,
    gathered: { kind: "docs", files: toReviewedFiles(part), matches: [], falsePositiveRules: [] },
  })
  const isUnreadable = intake.findings.length === 0 && intake.rejected.some(({ why }) => why === "unreadable")
  return {
    reading,
    findings: intake.findings.map((finding) => toClaim(finding, reading, material.agent)),
    discarded: isUnreadable ? [] : listDiscarded(intake, skill.path),
    fault: isUnreadable ? `${which}its answer cannot be read as findings` : undefined,
  }
}

function toReviewedFiles({ pieces }: Reading["part"]) {
  const files = [...new Set(pieces.map(({ file }) => file))]
  const plain = { language: "", isPriority: false, isTest: false, isGenerated: false }
  return files.map(({ path, text }) => ({ ...plain, path, text }))
}

function listDiscarded({ rejected }: Intake, path: string): AgentReading["discarded"] {
  return rejected.map(({ why, text }) => ({ path, why: whyDiscarded[why] ?? why, text }))
}

const whyDiscarded: Partial<Readonly<Record<RejectedWhy, string>>> = {
  unreadable: "it cannot be read",
  "not-a-finding": "it lacks a title, a file, a line or a severity",
  "no-such-file": "the skill has no such file",
  "no-such-line": "the file has no such line",
  "code-not-there": "the quoted text is not there",
  "too-many": "there were too many",
}

const categories: ReadonlySet<string> = new Set(Object.values(attackClasses))

function toClaim(finding: ReviewFinding, { skill }: Reading, agent: string): Claim {
  const { title, line, endLine, severity, confidence, description, evidence, extras } = finding
  const said = (extras[ATTACK] ?? "").trim().toLowerCase()
  const file = skill.files.find(({ path }) => path === finding.file)?.shown ?? skill.path
  return {
    skill: skill.name,
    path: finding.file,
    endLine,
    finding: {
      rule: AGENT_RULE,
      title,
      file,
      line,
      range: { startLine: line, startColumn: 1, endLine, endColumn: 1 },
      category: categories.has(said) ? said : "reported by an agent",
      severity,
      confidence,
      description,
      evidence: redact(evidence),
      fact: title,
      provenance: { agent, round: "read" },
    },
  }
}

/** A rule found the same kind of attack on these lines, and calls it no less severe. */
function saysTheSame(own: Finding, { finding, endLine }: Claim): boolean {
  const places = [own, ...(own.also ?? [])]
  const isThere = places.some(({ file, line }) => file === finding.file && line >= finding.line && line <= endLine)
  return isThere && own.category === finding.category && isAtLeast(own.severity, finding.severity)
}

function withFingerprints(claims: readonly Claim[]): readonly Finding[] {
  const prints = makeFingerprints(
    claims.map(({ skill, path, finding: { rule, evidence } }) => ({ rule, file: `${skill}/${path}`, evidence })),
  )
  return claims.map(({ finding }, at) => ({ ...finding, fingerprint: prints[at] ?? "" }))
}

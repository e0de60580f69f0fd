import { compareByPlace, type Finding, type Suppression } from "../finding/finding.ts"
import { findChains, type Traces, collectTraces } from "./find-chains.ts"
import { type AuditInput, type AuditView, openAuditView } from "./audit-view.ts"
import { applyBaseline, type Baseline } from "./baseline.ts"
import {
  AUDIT_LIMITS,
  type AuditReport,
  compareWorst,
  foldFacts,
  type NotRead,
  openOwners,
  type SkillCapabilities,
  countByRule,
} from "./audit-report.ts"
import { maySee, type Persona } from "../finding/persona.ts"
import { makeFingerprints } from "../finding/fingerprint.ts"
import { redact } from "../finding/redact.ts"
import { isSure } from "../finding/severity.ts"
import { auditRules } from "./audit-rules.ts"
import { type Capabilities, listCapabilities } from "./list-capabilities.ts"
import { type IgnoredFinding, readIgnores, splitIgnored, addRemark } from "./read-ignores.ts"
import { attackClasses, type AuditRule, type Hit, type RuleHit } from "./audit-rule.ts"
import { runRule } from "./run-rule.ts"

/** One skill to audit: its texts, and how its files are named in the report. */
export interface AuditTarget {
  readonly name: string
  /** Its SKILL.md, as the report shows it. */
  readonly path: string
  readonly input: AuditInput
  /** It is in a directory of the user, the machine or Skillet, so ignore comments in its files suppress findings. */
  readonly isOwn: boolean
  /** A file of the skill, as the report shows it. */
  readonly shown: (file: string) => string
  readonly notRead: readonly NotRead[]
}

export interface AuditAllOptions {
  readonly persona?: Persona | undefined
  readonly baseline?: Baseline | undefined
  /** Whose ignore comments suppress findings: those in the user's own skills, or in all. */
  readonly remarks?: "own" | "all" | undefined
}

/**
 * An audit from beginning to end. For each skill, `openAuditView` splits its texts into passages (frontmatter, prose,
 * code, commands, scripts, and decoded strings), the rules look for what the skill could do, and each hit is graded by
 * the purpose of the text. Then the skills are compared with each other, known findings are removed, and the places of
 * one fact are merged into one finding.
 *
 * 1. Nothing of a skill is run, and the same texts give the same report, byte for byte.
 * 2. Nothing is dropped: a finding is reported, suppressed with its reason, or shown to a more thorough persona.
 * 3. A skill cannot excuse itself: its ignore comments count only in the user's own directories.
 * 4. A baseline covers a finding only while its text is the same, even when facts are folded into one finding.
 * 5. No report shows a secret that a skill's text contains.
 */
export async function auditAll(targets: AsyncIterable<AuditTarget>, options: AuditAllOptions): Promise<AuditReport> {
  const findings: Finding[] = []
  const suppressed: { finding: Finding; suppression: Suppression }[] = []
  const capabilities: SkillCapabilities[] = []
  const traces: PlacedTraces[] = []
  const notRead: NotRead[] = []
  let files = 0
  for await (const target of targets) {
    const view = openAuditView(target.input)
    files += target.input.files.filter(({ text }) => text !== undefined).length
    const remarks = target.isOwn || options.remarks === "all" ? "heeded" : "shown"
    const audit = auditView(view, { persona: options.persona, remarks })
    const placed = (finding: Finding) => ({ ...finding, file: target.shown(finding.file) })
    findings.push(...audit.findings.map(placed))
    for (const { finding, reason } of audit.ignored)
      suppressed.push({ finding: placed(finding), suppression: { kind: "inline", reason } })
    capabilities.push({ name: target.name, path: target.path, ...audit.capabilities })
    notRead.push(...target.notRead)
    const left = collectTraces(view)
    if (left.keeps.length + left.sends.length > 0) traces.push({ ...left, skill: target.path, target })
  }
  findings.push(...chained(traces))
  const known = applyBaseline(findings, options.baseline ?? { version: 1, findings: [] })
  for (const { finding, reason } of known.baselined)
    suppressed.push({ finding, suppression: { kind: "baseline", reason } })
  const held = new Set(known.baselined.map(({ finding }) => finding.fingerprint))
  const folded = [...foldFacts(known.findings, openOwners(capabilities))].sort(compareWorst)
  return {
    findings: folded,
    suppressed: suppressed.sort((a, b) => compareWorst(a.finding, b.finding)),
    skills: capabilities.length,
    notRead,
    capabilities,
    lapsed: (options.baseline?.findings ?? []).filter(({ fingerprint }) => !held.has(fingerprint)),
    totals: countByRule(folded),
    checked: { files, rules: auditRules.length, limits: AUDIT_LIMITS },
  }
}

interface PlacedTraces extends Traces {
  readonly target: AuditTarget
}

function chained(traces: readonly PlacedTraces[]): readonly Finding[] {
  const targets = new Map(traces.map(({ target }) => [target.path, target]))
  return findChains(traces).flatMap(({ rule, hit, skill }) => {
    const target = targets.get(skill)
    if (target === undefined) return []
    return withFingerprints(target.name, [{ rule, hit }]).map((finding) => ({
      ...finding,
      file: target.shown(finding.file),
      description: finding.description.replace(
        /by the skill (\S+)\.$/,
        (_, at: string) => `by the skill ${targets.get(at)?.name ?? at}.`,
      ),
    }))
  })
}

/** What one skill could do, and what is wrong with that. */
interface SkillAudit {
  readonly findings: readonly Finding[]
  /** Suppressed by a comment in the file, with its reason. */
  readonly ignored: readonly IgnoredFinding[]
  readonly capabilities: Capabilities
}

interface AuditOptions {
  readonly persona?: Persona | undefined
  readonly rules?: readonly AuditRule[]
  /**
   * What ignore comments in the skill's files do. shown (default): the finding stays and mentions the comment, because
   * an untrusted skill must not excuse itself. heeded: they suppress findings.
   */
  readonly remarks?: "shown" | "heeded"
}

/**
 * Audits one skill. It runs and reads nothing: the same input gives the same result. File names are within the skill's
 * directory.
 */
export function auditView(view: AuditView, options: AuditOptions = {}): SkillAudit {
  const { persona = "regular", rules = auditRules, remarks = "shown" } = options
  const ignores = readIgnores(view)
  const hits = rules.flatMap((rule) => runRule(rule, view).map((hit) => ({ rule, hit })))
  const all = [...hits, ...ignores.faults].filter(({ rule, hit }) => isTold(persona, rule, hit))
  const findings = withFingerprints(view.input.name, all)
  const settled =
    remarks === "heeded"
      ? splitIgnored(findings, ignores.ignores)
      : { findings: findings.map((finding) => addRemark(finding, ignores.ignores)), ignored: [] }
  return { ...settled, capabilities: listCapabilities(view) }
}

/** Findings in order. The skill's name and the path within it identify the file, so that machines agree. */
function withFingerprints(skill: string, hits: readonly RuleHit[]): readonly Finding[] {
  const bare = hits.map(({ rule, hit }) => toFinding(rule, hit)).sort(compareByPlace)
  const prints = makeFingerprints(
    bare.map(({ rule, file, evidence }) => ({ rule, file: `${skill}/${file}`, evidence })),
  )
  return bare.map((finding, at) => ({ ...finding, fingerprint: prints[at] ?? "" }))
}

function toFinding(rule: AuditRule, hit: Hit): Finding {
  return {
    rule: rule.id,
    title: rule.title,
    file: hit.file,
    line: hit.line,
    range: { startLine: hit.line, startColumn: hit.column, endLine: hit.line, endColumn: hit.column + 1 },
    category: attackClasses[rule.class],
    severity: hit.severity ?? rule.severity,
    confidence: hit.confidence ?? rule.confidence,
    description: hit.about === undefined ? rule.about : redact(hit.about),
    evidence: redact(hit.evidence),
    fact: redact(hit.fact ?? hit.evidence.replace(/\s+/g, " ")),
    fix: rule.fix,
    ...(hit.decoded === undefined ? {} : { provenance: { pattern: rule.id, decoded: hit.decoded } }),
    fingerprint: "",
  }
}

/** Whether a persona sees it: doubtful hits are shown only to those who asked for them. */
function isTold(persona: Persona, rule: AuditRule, hit: Hit): boolean {
  const first = isSure(hit.confidence ?? rule.confidence) || rule.persona === "auditor" ? rule.persona : "pedantic"
  return maySee(persona, first)
}

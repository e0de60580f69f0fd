import { type Finding, compareByPlace } from "../finding/finding.ts"
import { fingerprintsOf } from "../finding/fingerprint.ts"
import { type Persona, hears } from "../finding/persona.ts"
import { redact } from "../finding/redact.ts"
import { isSureAs } from "../finding/severity.ts"
import { auditRules } from "./audit-rules.ts"
import { type AuditInput, type AuditView, viewForAudit } from "./audit-view.ts"
import { type Capabilities, capabilitiesOf } from "./capabilities.ts"
import { type IgnoredFinding, ignoresIn, splitIgnored, withRemark } from "./ignores.ts"
import { type AuditRule, type Hit, type RuleHit, attackClasses } from "./rule.ts"
import { runRule } from "./run-rule.ts"

/** What one skill could do, and what is wrong with that. */
export interface SkillAudit {
  readonly findings: readonly Finding[]
  /** Set aside by a remark in the file, with its reason. */
  readonly ignored: readonly IgnoredFinding[]
  readonly capabilities: Capabilities
}

export interface AuditOptions {
  readonly persona?: Persona | undefined
  readonly rules?: readonly AuditRule[]
  /**
   * What remarks in the skill's files do. shown, the usual: the finding stays and says that the skill asks to set it
   * aside, for a stranger's skill must not acquit itself. heeded: they set findings aside.
   */
  readonly remarks?: "shown" | "heeded"
}

/** Audits one skill. Runs nothing, reads nothing: same input, same answer. File names are within the skill's folder. */
export function auditSkill(input: AuditInput, options: AuditOptions = {}): SkillAudit {
  return auditView(viewForAudit(input), options)
}

export function auditView(view: AuditView, options: AuditOptions): SkillAudit {
  const { persona = "regular", rules = auditRules, remarks = "shown" } = options
  const ignores = ignoresIn(view)
  const hits = rules.flatMap((rule) => runRule(rule, view).map((hit) => ({ rule, hit })))
  const all = [...hits, ...ignores.faults].filter(({ rule, hit }) => isTold(persona, rule, hit))
  const findings = withFingerprints(view.input.name, all)
  const settled =
    remarks === "heeded"
      ? splitIgnored(findings, ignores.ignores)
      : { findings: findings.map((finding) => withRemark(finding, ignores.ignores)), ignored: [] }
  return { ...settled, capabilities: capabilitiesOf(view) }
}

/** Findings in their order. The skill's name and the path within it stand for the file, so machines agree. */
export function withFingerprints(skill: string, hits: readonly RuleHit[]): readonly Finding[] {
  const bare = hits.map(({ rule, hit }) => findingOf(rule, hit)).sort(compareByPlace)
  const prints = fingerprintsOf(bare.map(({ rule, file, evidence }) => ({ rule, file: `${skill}/${file}`, evidence })))
  return bare.map((finding, at) => ({ ...finding, fingerprint: prints[at] ?? "" }))
}

function findingOf(rule: AuditRule, hit: Hit): Finding {
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

/** Whether a persona is told: doubtful hits only to those who asked for doubts. */
function isTold(persona: Persona, rule: AuditRule, hit: Hit): boolean {
  const isSure = isSureAs(hit.confidence ?? rule.confidence, "medium")
  const first = isSure || rule.persona === "auditor" ? rule.persona : "pedantic"
  return hears(persona, first)
}

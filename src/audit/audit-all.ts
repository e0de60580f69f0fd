import type { Finding, Suppression } from "../finding/finding.ts"
import { chains, type Traces, tracesOf } from "./across-skills.ts"
import { auditView, withFingerprints } from "./audit-skill.ts"
import { type AuditInput, viewForAudit } from "./audit-view.ts"
import { applyBaseline, type Baseline } from "./baseline.ts"
import {
  type AuditReport,
  compareWorst,
  foldFacts,
  type NotRead,
  ownerOf,
  type SkillCapabilities,
  totalsOf,
} from "./report.ts"
import type { Persona } from "../finding/persona.ts"

/** One skill to audit: its texts, and how its files are named in the report. */
export interface AuditTarget {
  readonly name: string
  /** Its SKILL.md, as the report shows it. */
  readonly path: string
  readonly input: AuditInput
  /** Whether remarks in its files set findings aside. */
  readonly remarks: "shown" | "heeded"
  /** A file of the skill, as the report shows it. */
  readonly shown: (file: string) => string
  readonly notRead: readonly NotRead[]
}

export interface AuditAllOptions {
  readonly persona?: Persona | undefined
  readonly baseline?: Baseline | undefined
}

/**
 * An audit from beginning to end. For each skill, `viewForAudit` reads its texts into passages (header, prose, code,
 * commands, scripts, and what encoded strings say), the rules look for what the skill could do, and each hit is graded
 * by what the text is there for. Then the skills are compared with each other, what is known is taken out, and one
 * finding is made of each fact.
 *
 * 1. Nothing of a skill is run, and the same texts give the same report, byte for byte.
 * 2. Nothing is dropped: a finding is reported, set aside with its reason, or told to a persona that asks for more.
 * 3. A skill cannot acquit itself: its remarks count only where its place is the user's own.
 * 4. A baseline holds for a finding only as long as its text is the same, also when facts are folded into one finding.
 * 5. No report shows a secret that a skill's text holds.
 */
export async function auditAll(targets: AsyncIterable<AuditTarget>, options: AuditAllOptions): Promise<AuditReport> {
  const findings: Finding[] = []
  const suppressed: { finding: Finding; suppression: Suppression }[] = []
  const capabilities: SkillCapabilities[] = []
  const traces: PlacedTraces[] = []
  const notRead: NotRead[] = []
  for await (const target of targets) {
    const view = viewForAudit(target.input)
    const audit = auditView(view, { persona: options.persona, remarks: target.remarks })
    const placed = (finding: Finding) => ({ ...finding, file: target.shown(finding.file) })
    findings.push(...audit.findings.map(placed))
    for (const { finding, reason } of audit.ignored)
      suppressed.push({ finding: placed(finding), suppression: { kind: "inline", reason } })
    capabilities.push({ name: target.name, path: target.path, ...audit.capabilities })
    notRead.push(...target.notRead)
    const left = tracesOf(view)
    if (left.keeps.length + left.sends.length > 0) traces.push({ ...left, skill: target.path, target })
  }
  findings.push(...chained(traces))
  const known = applyBaseline(findings, options.baseline ?? { version: 1, findings: [] })
  for (const { finding, reason } of known.baselined)
    suppressed.push({ finding, suppression: { kind: "baseline", reason } })
  const held = new Set(known.baselined.map(({ finding }) => finding.fingerprint))
  const folded = [...foldFacts(known.findings, ownerOf(capabilities))].sort(compareWorst)
  return {
    findings: folded,
    suppressed: suppressed.sort((a, b) => compareWorst(a.finding, b.finding)),
    skills: capabilities.length,
    notRead,
    capabilities,
    lapsed: (options.baseline?.findings ?? []).filter(({ fingerprint }) => !held.has(fingerprint)),
    totals: totalsOf(folded),
  }
}

interface PlacedTraces extends Traces {
  readonly target: AuditTarget
}

function chained(traces: readonly PlacedTraces[]): readonly Finding[] {
  const targets = new Map(traces.map(({ target }) => [target.path, target]))
  return chains(traces).flatMap(({ rule, hit, skill }) => {
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

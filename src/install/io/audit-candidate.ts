import { auditAll } from "../../audit/audit-all.ts"
import type { AuditReport, NotRead, SkillCapabilities } from "../../audit/audit-report.ts"
import type { KnownSkills } from "../../audit/known-skills.ts"
import type { Finding } from "../../finding/finding.ts"
import { compareSeverity, isSure } from "../../finding/severity.ts"
import { compareBytes } from "../../text/compare-bytes.ts"
import { sha256 } from "../../text/sha256.ts"
import { type SkillCandidate, toAuditTarget } from "../content/read-candidate.ts"
import type { AuditVerdict, LockedAudit } from "../lock/lock-file.ts"

/** What a skill from a source could do, and what the rules of the audit say. Nothing of it is run. */
export interface AuditedCandidate {
  readonly audit: LockedAudit
  readonly findings: readonly Finding[]
  readonly capabilities: SkillCapabilities
  readonly notRead: readonly NotRead[]
  readonly checked: AuditReport["checked"]
}

export async function auditCandidate(
  candidate: Pick<SkillCandidate, "name" | "files">,
  known: KnownSkills | undefined,
): Promise<AuditedCandidate> {
  async function* listTargets() {
    yield toAuditTarget(candidate, known)
  }
  const { findings, capabilities, notRead, checked } = await auditAll(listTargets(), {})
  const [own] = capabilities
  if (own === undefined) throw new Error("the audit returned no skill")
  const prints = findings.map(({ fingerprint }) => fingerprint).sort(compareBytes)
  return {
    audit: { digest: `sha256:${sha256(prints.join("\n"))}`, verdict: decideVerdict(findings) },
    findings,
    capabilities: own,
    notRead,
    checked,
  }
}

function decideVerdict(findings: readonly Finding[]): AuditVerdict {
  const [worst] = findings
    .filter(({ confidence }) => isSure(confidence))
    .map(({ severity }) => severity)
    .sort(compareSeverity)
  return worst ?? "none"
}

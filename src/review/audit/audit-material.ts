import type { AuditReport } from "../../audit/audit-report.ts"
import type { BaselineEntry } from "../../audit/baseline.ts"

/** What is stored when an agent is asked to read skills: everything that its claims are checked against later. */
export interface AuditMaterial {
  /** Who was asked. */
  readonly agent: string
  /** What the rules found. The agent can add to it, and cannot take anything away. */
  readonly report: AuditReport
  readonly skills: readonly ReadSkill[]
  /** Findings that the user accepted before. */
  readonly accepted: readonly BaselineEntry[]
}

export interface ReadSkill {
  readonly name: string
  /** Its SKILL.md, as the report shows it. */
  readonly path: string
  readonly files: readonly ReadSkillFile[]
}

export interface ReadSkillFile {
  /** Within the skill's directory. */
  readonly path: string
  /** As the report shows it. */
  readonly shown: string
  readonly text: string
}

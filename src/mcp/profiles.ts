import type { ToolProfile } from "./tool-profiles.ts"
import type { MadeTool } from "./tools/define-tool.ts"
import { runCancel, runNext, runOverride, runReport, runStart, runStatus } from "./tools/run-tools.ts"
import { skillGet, skillsMatch } from "./tools/skill-tools.ts"
import { message, skillAudit, task, wake } from "./tools/work-tools.ts"

const skills = [skillsMatch, skillGet]
const runs = [runStart, runNext, runReport, runStatus]

export const profileTools: Readonly<Record<ToolProfile, readonly MadeTool[]>> = {
  default: [...skills, ...runs, task, wake],
  skills,
  runs,
  full: [...skills, skillAudit, ...runs, runCancel, runOverride, task, wake, message],
}

import fs from "node:fs"
import path from "node:path"
import { decideTool } from "../../composite/state/enforcement.ts"
import { denyAnswer } from "../../wake/hooks/hook-answer.ts"
import type { HookEvent } from "../../wake/hooks/hook-event.ts"
import { databaseFile } from "../runs/database-file.ts"
import type { Runs } from "../runs/open-runs.ts"
import { listTasks } from "./list-tasks.ts"

/** What a host is answered before a tool is used; undefined where it may go on. A bypass is logged before it passes. */
export async function enforceTool(
  runs: Runs,
  { tool = "", agentId, about }: HookEvent,
  env: Readonly<Record<string, string | undefined>>,
): Promise<string | undefined> {
  const tasks = await listTasks(runs, false)
  const { decision, reason, log } = decideTool(
    { tool, isSubAgent: agentId !== undefined, about },
    {
      isOn: true,
      active: tasks.filter(({ status }) => status === "running").map(({ task_id }) => task_id),
      isBypassed: env["SKILLET_BYPASS"] === "1",
      program: runs.program,
    },
  )
  if (log !== undefined) noteBypass(log, { at: new Date(runs.engine.now()).toISOString(), project: runs.project }, env)
  return decision === "deny" ? denyAnswer(reason) : undefined
}

function noteBypass(log: string, more: object, env: Readonly<Record<string, string | undefined>>): void {
  const file = path.join(path.dirname(databaseFile(env)), "bypasses.jsonl")
  fs.appendFileSync(file, `${JSON.stringify({ ...more, ...(JSON.parse(log) as object) })}\n`, { mode: 0o600 })
}

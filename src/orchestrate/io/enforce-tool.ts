import fs from "node:fs"
import path from "node:path"
import { decideTool, explainDenial, type Enforcement, isBypassed } from "../state/enforcement.ts"
import { listRunningJobs } from "../state/orchestration-state.ts"
import { denyAnswer } from "../../tasks/hooks/hook-answer.ts"
import { describeError } from "../../problem/failure.ts"
import type { HookEvent } from "../../tasks/hooks/hook-event.ts"
import { locateStateFolder } from "../../system/database/locate-database.ts"
import type { Runs } from "../../run/io/open-runs.ts"
import { listJobs } from "./list-jobs.ts"

type Env = Readonly<Record<string, string | undefined>>

/**
 * Whether a tool may be used while a job is running. If the event or the jobs cannot be read, a job may be running, and
 * the answer is the same as if one were.
 */
export async function enforceTool(event: HookEvent, { open, env, unreadable }: Enforcing): Promise<Enforced> {
  const answerBlindly = (why: string) => decideHookAnswer(event, { active: [], unknown: why, project: event.cwd }, env)
  if (unreadable !== undefined) return { answer: answerBlindly(unreadable) }
  try {
    const runs = await open()
    const active = listRunningJobs(await listJobs(runs, { isRunning: true }))
    return { answer: decideHookAnswer(event, { active, program: runs.program, project: runs.project }, env) }
  } catch (error) {
    const failed = describeError(error).split("\n")[0] ?? ""
    return { answer: answerBlindly(failed), failed }
  }
}

interface Enforcing {
  readonly open: () => Promise<Runs>
  readonly env: Env
  /** Why the event could not be read as a whole. */
  readonly unreadable?: string | undefined
}

export interface Enforced {
  /** What the host is told; undefined if the tool may be used. */
  readonly answer?: string | undefined
  /** Why the jobs could not be read. */
  readonly failed?: string | undefined
}

type Known = Omit<Enforcement, "isBypassed"> & { readonly project: string | undefined }

/** A bypass is logged before it takes effect; if it cannot be logged, it does not. */
function decideHookAnswer({ tool = "", agentId, about }: HookEvent, known: Known, env: Env): string | undefined {
  const use = { tool, isSubAgent: agentId !== undefined, about }
  const decide = (isBypassed: boolean) => decideTool(use, { ...known, isBypassed })
  const decision = decide(isBypassed(env))
  const { log } = decision
  const isKept = log === undefined || noteBypass(log, { at: new Date().toISOString(), project: known.project }, env)
  if (isKept) {
    const denial = explainDenial(decision)
    return denial === undefined ? undefined : denyAnswer(denial)
  }
  return denyAnswer(`${decide(false).reason}. The bypass does not count, because it cannot be logged.`)
}

function noteBypass(log: string, more: object, env: Env): boolean {
  const file = path.join(locateStateFolder(env), "bypasses.jsonl")
  try {
    fs.appendFileSync(file, `${JSON.stringify({ ...more, ...(JSON.parse(log) as object) })}\n`, { mode: 0o600 })
    return true
  } catch (error) {
    if (error instanceof Error && "code" in error) return false
    throw error
  }
}

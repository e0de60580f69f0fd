import fs from "node:fs"
import path from "node:path"
import { readSafely } from "../../adapters/files/read-safely.ts"
import { SkilletError } from "../../problem/failure.ts"
import type { Address, Agent, Role } from "../../wake/model.ts"
import { planExcerpt } from "../../wake/tasks/plan-excerpt.ts"
import { roleInstructions } from "../../wake/role-instructions.ts"
import type { PlanFact, RunFact, WakeFacts } from "../../wake/wake-facts.ts"
import { linkOf } from "../../wake/skills/skill-chain.ts"
import type { TaskPlace } from "../../wake/tasks/task-place.ts"
import type { WakeBegun } from "../../wake/store.ts"
import type { Wake } from "./open-wake.ts"
import { skillsForTask } from "./skills-for-task.ts"

type Recorded = Extract<WakeBegun, { readonly kind: "recorded" }>

export interface Telling {
  readonly role: Role
  readonly because: string
  readonly context?: string | undefined
  /** How much of a skill the host shows by itself. */
  readonly restored?: ((skill: string) => number) | undefined
}

/** Reads everything a packet is made of. */
export async function gatherFacts(wake: Wake, begun: Recorded, telling: Telling): Promise<WakeFacts> {
  const { role, because, context, restored } = telling
  const address: Address = { ...wake.scope, agent: begun.agent.agent }
  const place = await wake.store.place(wake.scope, ownerFor(begun.agent, role))
  const { skill, checklists, notes } = await skillsForTask(wake, address, place)
  return {
    agent: { ...address, role },
    wake: begun.wake,
    because,
    program: wake.program,
    newMessages: begun.newMessages,
    older: begun.older,
    recent: begun.recent,
    place,
    plan: planOf(wake, place),
    run: await runOf(wake, place),
    skill: skill === undefined ? undefined : { ...skill, restored: restored?.(skill.skill) },
    checklists,
    skillNotes: notes,
    nextSkills: skill === undefined ? [] : (linkOf(skill.skill)?.next ?? []),
    context,
    instructions: roleInstructions[role],
  }
}

/** A sub-agent of a host works on the task of the agent that starts it; one that was spawned has a task of its own. */
function ownerFor({ agent, work }: Agent, role: Role): string | undefined {
  return role === "agent" || work !== undefined ? agent : undefined
}

const MOST_PLAN = 512 * 1024

function planOf({ directory }: Wake, { current }: TaskPlace): PlanFact | undefined {
  if (current?.planFile === undefined) return undefined
  const file = path.resolve(directory, current.planFile)
  try {
    const text = readSafely(fs.realpathSync(file), MOST_PLAN).toString("utf8")
    return { file: current.planFile, excerpt: planExcerpt(text, current.title) }
  } catch (error) {
    if (error instanceof SkilletError || (error instanceof Error && "code" in error)) return { file: current.planFile }
    throw error
  }
}

async function runOf({ options, now }: Wake, { current }: TaskPlace): Promise<RunFact | undefined> {
  if (current?.run === undefined) return undefined
  const { openRuns } = await import("../runs/open-runs.ts")
  const { placeOfRun } = await import("./place-of-run.ts")
  const runs = await openRuns(options, { now })
  try {
    return await placeOfRun(runs, current.run)
  } finally {
    await runs.close()
  }
}

import fs from "node:fs"
import path from "node:path"
import { findChangedFiles } from "../../install/io/find-changed-files.ts"
import { findHome } from "../../system/own-files.ts"
import { readSafely } from "../../system/files/read-safely.ts"
import { type Address, type AgentStatus, ORCHESTRATOR, type Pin, type Task, type WakeUp } from "../model.ts"
import { findRequestedPlace } from "../roles/find-requested-task.ts"
import { isBeside, noSkills, findPin, type TaskSkills } from "../skills/task-skills.ts"
import type { WakeBegun } from "../store.ts"
import { findPlanSection } from "../plan-excerpt.ts"
import { nowhere, type TaskPlace } from "../task-place.ts"
import { explainWake, findPlaceNews } from "../told-places.ts"
import type { InstructionsFact, PlanFact, RunFact, WakeFacts } from "../wake-facts.ts"
import { findPlanLink } from "./find-plan-link.ts"
import type { Wake } from "./open-wake.ts"
import { findAgentPlace } from "./find-agent-place.ts"
import type { StartedSubAgent } from "./roles/recognise-sub-agent.ts"
import { loadPinnedSkill } from "./load-pinned-skill.ts"

type Recorded = Extract<WakeBegun, { readonly kind: "recorded" }>

export interface Telling {
  readonly role: string
  /** The host's sub-agent that starts. */
  readonly started?: StartedSubAgent | undefined
  readonly because: string
  readonly context?: string | undefined
  /** How much of a skill the host shows by itself. */
  readonly restored?: ((skill: string) => number) | undefined
}

/** Reads everything a packet is made of. */
export async function gatherFacts(wake: Wake, begun: Recorded, telling: Telling): Promise<WakeFacts> {
  const { role, because, context, restored } = telling
  const address: Address = { ...wake.scope, agent: begun.agent.agent }
  const worksAs = telling.started === undefined ? role : "implementer"
  const { place, oneAmong } = findStartedPlace(await findAgentPlace(wake, begun.agent, worksAs), telling.started)
  const { skill, checklists, notes } = await skillsForTask(wake, { address, ...begun.wake }, place)
  const news = findPlaceNews({ place, skill }, begun)
  return {
    agent: { ...address, role },
    wake: begun.wake,
    because: explainWake(because, begun, news),
    news,
    program: wake.readerProgram,
    newMessages: begun.newMessages,
    older: begun.older,
    recent: begun.recent,
    place,
    plan: readPlanFact(wake, place),
    run: await readRunFact(wake, place),
    skill: skill === undefined ? undefined : { ...skill, restored: restored?.(skill.skill) },
    checklists,
    skillNotes: notes,
    nextSkills: skill?.next ?? [],
    context,
    installed: begun.wake.full && begun.wake.subAgent === undefined ? await readInstalled(wake) : undefined,
    instructions: await readInstructions(wake, address, { telling, place, skill }),
    oneAmong,
    workerStatus: role === ORCHESTRATOR ? await readWorkerStatus(wake, place) : undefined,
  }
}

/** Only when everything is sent: a session that goes on was told at its start. */
function readInstalled({ directory, options }: Wake): Promise<WakeFacts["installed"]> {
  return findChangedFiles(directory, findHome(options.env ?? process.env))
}

interface StartedPlace {
  readonly place: TaskPlace
  readonly oneAmong?: readonly Task[] | undefined
}

/** Sub-agents that were started at once may each have their own task. */
function findStartedPlace(place: TaskPlace, started: StartedSubAgent | undefined): StartedPlace {
  const places = (started?.requests ?? []).map((request) => findRequestedPlace(place, request))
  const tasks = [...new Map(places.map(({ current }) => [current?.id, current])).values()]
  if (tasks.length < 2) return { place: places[0] ?? place }
  return { place: nowhere, oneAmong: tasks.filter((task) => task !== undefined) }
}

interface Instructed {
  readonly telling: Telling
  readonly place: TaskPlace
  readonly skill: TaskSkills["skill"]
}

async function readInstructions(
  wake: Wake,
  address: Address,
  { telling: { role, started }, place, skill }: Instructed,
): Promise<InstructionsFact | undefined> {
  if (started === undefined && (role === ORCHESTRATOR || role === "agent")) return undefined
  const { gatherInstructions } = await import("./roles/gather-instructions.ts")
  const { listSkillPlaces } = await import("./roles/list-skill-places.ts")
  const own = skill === undefined ? [] : [skill]
  const others = await listSkillPlaces(wake, address, place)
  return gatherInstructions(started?.names ?? [role], [...own, ...others])
}

async function readWorkerStatus({ store, scope }: Wake, { current }: TaskPlace): Promise<AgentStatus | undefined> {
  const worker = current?.assignee
  return worker === undefined ? undefined : (await store.agent({ ...scope, agent: worker }))?.status
}

const MOST_PLAN = 512 * 1024

function readPlanFact({ directory }: Wake, { current, above }: TaskPlace): PlanFact | undefined {
  if (current?.planFile === undefined) return undefined
  const file = path.resolve(directory, current.planFile)
  try {
    const real = fs.realpathSync(file)
    if (findPlanLink({ directory, named: current.planFile, real }) !== undefined)
      return { file: current.planFile, unread: "it is a link that leads out of the project" }
    const text = readSafely(real, MOST_PLAN).toString("utf8")
    const titles = [current, ...above].filter(({ planFile }) => planFile === current.planFile).map(({ title }) => title)
    return { file: current.planFile, excerpt: findPlanSection(text, titles) }
  } catch (error) {
    if (!(error instanceof Error && "code" in error)) throw error
    const isMissing = error.code === "ENOENT" || error.code === "ENOTDIR"
    return { file: current.planFile, ...(isMissing ? { isMissing } : { unread: explainUnread(error.code) }) }
  }
}

function explainUnread(code: unknown): string {
  return code === "file.too-large" ? `it is larger than ${MOST_PLAN / 1024} KiB` : "it cannot be opened as a file"
}

async function readRunFact({ options, parts, now }: Wake, { current }: TaskPlace): Promise<RunFact | undefined> {
  if (current?.run === undefined) return undefined
  const { openRuns } = await import("../../run/io/open-runs.ts")
  const { describeRunPlace } = await import("./describe-run-place.ts")
  const runs = await openRuns(options, { now, parts })
  try {
    return await describeRunPlace(runs, current.run)
  } finally {
    await runs.close()
  }
}

interface Receiver extends Pick<WakeUp, "recorded" | "subAgent"> {
  readonly address: Address
}

/**
 * The skill of the current task and its checklists. Pinned skills are used as they are; only others are looked up,
 * because that means reading the whole catalog.
 */
async function skillsForTask(
  wake: Wake,
  { address, recorded, subAgent }: Receiver,
  place: TaskPlace,
): Promise<TaskSkills> {
  const { current } = place
  if (current === undefined) return noSkills
  const pins = await wake.store.pins(address)
  const primary = findPin(place, pins)
  if (primary !== undefined) return fromPins(wake, { primary, recorded }, pins)
  const { pinForTask } = await import("./pin-for-task.ts")
  return pinForTask(wake, { address, pins, isKept: subAgent === undefined }, place)
}

/** A skill that was pinned for this wake-up, but not delivered then, is still the first of its kind. */
async function fromPins(
  { store }: Wake,
  { primary, recorded }: Pick<Receiver, "recorded"> & { readonly primary: Pin },
  pins: readonly Pin[],
): Promise<TaskSkills> {
  const kept = await loadPinnedSkill(store, primary)
  const skill = kept && { ...kept, isFirst: primary.pinned >= recorded }
  const beside = pins.filter(({ task, reason }) => isBeside(reason) && task === primary.task)
  const checklists = await Promise.all(beside.map((pin) => loadPinnedSkill(store, pin)))
  return { skill, checklists: checklists.filter((one) => one !== undefined), notes: [] }
}

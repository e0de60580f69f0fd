import { inspections } from "../../../workflow/review-policy.ts"
import type { AgentAnswer, AgentDriver, AgentRequest } from "../../../agents/agent-driver.ts"
import { AgentFailure } from "../../../agents/agent-failure.ts"
import type { DriveSettings } from "../../../run/drive/drive-settings.ts"
import { applyEvent } from "../../../run/apply-event.ts"
import { SkilletError } from "../../../problem/failure.ts"
import { findStep } from "../../../workflow/workflow.ts"
import type { PlannedFault } from "../schedule.ts"
import { drawShare } from "../random.ts"
import { freeze } from "../act-through.ts"
import { type Life, waitForever } from "../life.ts"
import { type Dispatch, loadDispatch, formatItemKey, loadCommittedRun } from "../committed-rows.ts"
import type { World } from "../world.ts"
import { simulateAnswer, mustStateOutcome } from "./simulate-answer.ts"

/** What agents did over all lives: they remember what drivers forget. */
export interface AgentRecord {
  readonly prompts: Map<string, string>
  /** How often each was made to answer badly. */
  readonly spoiled: Map<string, number>
}

const SILENCE = 1200
const WRONG = ["", "what?", '{"broken": ', "OUTCOME: perhaps"] as const

/** Agents as seen by one life of a driver. */
export function openSimulatedAgents(world: World, life: Life, record: AgentRecord): AgentDriver {
  return {
    name: `${life.actor}.${life.number}`,
    async ask(request, signal) {
      const fault = await begun(world, life, "ask")
      const dispatch = await told(world, request, record)
      const answer = await chooseAnswer(world, request)
      const share = drawShare(world.schedule.seed, "pace", formatItemKey(request.key))
      const isSpoiled = fault !== undefined && spoils(world, dispatch, { fault, record })
      const milliseconds = fault?.what === "never" && isSpoiled ? SILENCE : drawPace(fault, share)
      const isStubborn = share > 0.5
      await world.stage.sleep(life, milliseconds, isStubborn ? undefined : signal)
      if (!isStubborn) signal.throwIfAborted()
      if (isSpoiled && fault.what !== "wrong") throw silent("later", share)
      if (isSpoiled) return { text: WRONG[Math.floor(share * WRONG.length)] ?? "", usage: drawUsage(share) }
      if (answer.kind === "cannot") throw silent(answer.retry, share)
      if (fault?.what === "twice") void reportAlone(world, request, answer.text)
      return { text: answer.text, usage: drawUsage(share) }
    },
  }
}

/** Commands and inspections of gates, whose results depend on their text and their run. */
export function openSimulatedShell(world: World, life: Life): DriveSettings["forGate"] {
  return async (ask, run, signal) => {
    const fault = await begun(world, life, "shell")
    const share = drawShare(
      world.schedule.seed,
      run.id,
      ask.kind === "command" ? ask.command : `${ask.what} ${ask.path}`,
    )
    await world.stage.sleep(life, drawPace(fault, share), signal)
    signal.throwIfAborted()
    const holds = share >= 0.25
    if (ask.kind === "command") return { kind: "ran", exitCode: holds ? 0 : 1, output: "" }
    const [level] = inspections[ask.what].levels
    return { kind: "inspected", skills: 1, found: holds ? [] : [{ level, text: "simulated" }] }
  }
}

async function begun(world: World, life: Life, place: "ask" | "shell"): Promise<PlannedFault | undefined> {
  const { stage, faults } = world
  if (life.isDead) return waitForever()
  const fault = faults.at(life.actor, place)
  await stage.turn(life)
  world.note(`${life.actor}.${life.number} ${place}${fault === undefined ? "" : ` ${fault.what}`}`)
  if (fault?.what === "die") {
    life.kill()
    return waitForever()
  }
  if (fault?.what === "freeze") await freeze(stage, life, fault)
  if (fault?.what === "stop") life.stop.abort(new Error("told to stop"))
  return fault
}

function drawPace(fault: PlannedFault | undefined, share: number): number {
  return fault?.what === "late" ? (fault.milliseconds ?? 0) : Math.floor(share ** 4 * 700)
}

/** No agent is asked anything that is not committed, and every attempt gets the same question. */
async function told(
  world: World,
  { key, prompt }: AgentRequest,
  { prompts }: AgentRecord,
): Promise<Dispatch | undefined> {
  const dispatch = await loadDispatch(world.store, key)
  const name = formatItemKey(key)
  // A driver that was frozen since its claim may ask for something that has been held since; its answer is refused.
  const isUnclaimed = dispatch === undefined || (dispatch.status === "held" && dispatch.epoch === 0)
  if (isUnclaimed) world.broken(`${name} was asked, and is not open`)
  if ((prompts.get(name) ?? prompt) !== prompt) world.broken(`${name} was asked with another prompt than before`)
  prompts.set(name, prompt)
  return dispatch
}

async function chooseAnswer({ store, built, schedule }: World, { key }: AgentRequest) {
  const name = (await loadCommittedRun(store, key.run))?.workflow
  const workflow = [built.workflow, ...built.children].find((one) => one.name === name)
  return simulateAnswer(workflow ?? built.workflow, key, schedule.seed)
}

/** A bad answer costs an attempt. While one is left, the outcome of the step stays the same. */
function spoils(
  { built }: World,
  dispatch: Dispatch | undefined,
  { fault, record }: { readonly fault: PlannedFault; readonly record: AgentRecord },
): boolean {
  const { what } = fault
  if (dispatch === undefined || (what !== "never" && what !== "wrong" && what !== "error")) return false
  const key = formatItemKey(dispatch)
  const count = record.spoiled.get(key) ?? 0
  const steps = [built.workflow, ...built.children].map((one) => findStep(one, dispatch.step))
  const isRefused = what !== "wrong" || (dispatch.ask.kind === "step" && steps.some(mustStateOutcome))
  if (!isRefused || count + 1 >= dispatch.tries) return false
  record.spoiled.set(key, count + 1)
  return true
}

function silent(retry: "no" | "later", share: number): AgentFailure {
  const how = { retry, next: "ask again", usage: drawUsage(share) }
  return new AgentFailure("agent.failed", "the simulated agent does not answer", how)
}

function drawUsage(share: number): NonNullable<AgentAnswer["usage"]> {
  return { tokensIn: 1 + Math.floor(share * 9), tokensOut: 2, money: 0.25, milliseconds: 1 }
}

/** The agent reports directly, like one that follows the run's own directive. */
async function reportAlone(world: World, { key }: AgentRequest, text: string): Promise<void> {
  const { run, ...item } = key
  try {
    const { engine } = await world.engineFor(world.stage.begin("a"))
    await applyEvent(engine, run, { kind: "report", at: engine.now(), item, text, by: "host" })
  } catch (error) {
    if (!(error instanceof SkilletError)) world.stage.fail(error)
  }
}

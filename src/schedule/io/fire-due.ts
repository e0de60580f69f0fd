import { describeError, SkilletError } from "../../problem/failure.ts"
import { requireLimits } from "../../catalog/io/session/open-runner.ts"
import type { AgentDriver } from "../../agents/agent-driver.ts"
import { requireStarted, startRun } from "../../run/advance/start-run.ts"
import { openAgents } from "../../run/io/agents/open-agents.ts"
import { cancelRun } from "../../run/io/answer-question.ts"
import { driveRun } from "../../run/io/drive-run.ts"
import { refuseChecked, type Startable } from "../../run/io/start-named.ts"
import { settleRun } from "../../run/io/report-step.ts"
import { offerRun } from "../../run/io/postgres/offer-run.ts"
import { postMessage } from "../../tasks/io/post-message.ts"
import { requireSound } from "../../workflow/check/check-workflow.ts"
import type { Due, Schedule } from "../schedule.ts"
import { defineScheduledWorkflow, markScheduled, writeHostMessage } from "../scheduled-workflow.ts"
import { readSlash } from "../read-slash.ts"
import type { ClaimedDue } from "../store.ts"
import type { SchedulePlace, Schedules } from "./schedules.ts"

export interface Firing {
  readonly schedule: Schedule
  readonly due: Due
  readonly worker: string
  readonly signal: AbortSignal
}

/** A claim lasts this long without a renewal. */
export const CLAIM_MILLISECONDS = 60_000

/**
 * Does the work of a due time that this process claimed.
 *
 * 1. What keeps the run from beginning makes the due time `failed`, with the reason.
 * 2. The run has the id that the claim gave it: of two processes only one begins it, and none after it was settled.
 * 3. The end of the run settles the due time, in the run's own last commit; nothing here does.
 */
export async function fireDue(schedules: Schedules, firing: Firing): Promise<void> {
  const { schedule, due, worker } = firing
  const claimed = { schedule: schedule.id, at: due.at, epoch: due.epoch, worker }
  const renewing = setInterval(() => void schedules.store.renew(claimed).catch(() => undefined), CLAIM_MILLISECONDS / 4)
  let place: SchedulePlace | undefined
  try {
    place = await schedules.openPlace(schedule.directory)
    const driver = await openScheduledDriver(schedules, schedule, place)
    if (due.state === "claimed" && !(await beginRun(schedules, firing, { place, driver }))) return
    if (driver === undefined) await tellHost(schedules, firing, place)
    else if (driver.isElsewhere === true) await giveToWorkers(schedules, firing, place)
    else await driveToEnd(place, firing, driver)
  } catch (error) {
    const why = error instanceof SkilletError ? `${error.message} (${error.code})` : describeError(error)
    const isSettled = await schedules.store.settle(claimed, { why, at: schedules.now() })
    if (!isSettled && !(error instanceof SkilletError)) throw error
  } finally {
    clearInterval(renewing)
    await release(schedules, claimed)
    await place?.close()
  }
}

async function release({ store }: Schedules, claimed: ClaimedDue): Promise<void> {
  await store.release(claimed)
}

/** Undefined for a host. Throws if the driver cannot be used here. */
async function openScheduledDriver(
  { env }: Schedules,
  { work }: Schedule,
  { session, runs }: SchedulePlace,
): Promise<AgentDriver | undefined> {
  const { agent, program, worktrees } = work
  if (agent !== "host" && agent !== "offline") await requireLimits(session)
  return openAgents(session, runs, { agent, program, worktrees, env })
}

/** False if the due time was settled in the meantime: nothing begins then. */
async function beginRun(
  schedules: Schedules,
  { schedule, due }: Firing,
  { place, driver }: { readonly place: SchedulePlace; readonly driver: AgentDriver | undefined },
): Promise<boolean> {
  const { runs } = place
  const { workflow, children, skill, params } = await findWork(schedule, due, place)
  const { project, branch, program, directory } = runs
  const spent = (await schedules.store.see(schedule.id))?.totals.cost ?? 0
  const { maxCost } = schedule.policy
  const how = {
    id: due.run ?? "",
    params,
    children,
    skill: skill && { path: skill.path, trust: skill.trust },
    budget: maxCost === undefined || driver === undefined ? undefined : { money: maxCost - spent },
    project,
    branch,
    program,
    directory,
  }
  try {
    requireStarted(await startRun(runs.engine, workflow, how), workflow.name)
  } catch (error) {
    const now = await schedules.store.due({ schedule: schedule.id, at: due.at })
    if (now?.state !== "claimed") return now?.state === "running"
    throw error
  }
  if (driver?.isElsewhere !== true) await settleRun(runs, how.id, place.session.options)
  return true
}

type FoundWork = Pick<Startable, "workflow" | "children" | "skill"> & {
  readonly params: Readonly<Record<string, string>>
}

/** The workflow that was named, or the one that does the prompt. Only what a model may use is rendered. */
async function findWork(schedule: Schedule, due: Due, place: SchedulePlace): Promise<FoundWork> {
  const { work } = schedule
  if (work.workflow !== undefined) {
    const found = await place.findWorkflow(work.workflow)
    requireSound(work.workflow, found.problems)
    refuseChecked(found.workflow)
    return { ...found, params: work.params ?? {} }
  }
  const prompt = await renderPrompt(work.prompt, place)
  return {
    workflow: defineScheduledWorkflow(schedule),
    children: [],
    params: { prompt: markScheduled(schedule, due, prompt) },
  }
}

/** A prompt that names a skill becomes that skill's text, as a model gets it. If there is none any more, the due time fails. */
async function renderPrompt(prompt: string, { session }: SchedulePlace): Promise<string> {
  const slash = readSlash(prompt)
  if (slash === undefined) return prompt
  const { openRenderer } = await import("../../render/io/open-renderer.ts")
  const renderer = openRenderer(session)
  try {
    return (await renderer.render(slash.skill, { args: slash.args, by: "model" })).text
  } finally {
    await renderer.close()
  }
}

/** The agent of the host finds it in its inbox and in its next packet. */
async function tellHost(schedules: Schedules, { schedule, due }: Firing, { wake }: SchedulePlace): Promise<void> {
  await postMessage(wake, {
    from: "schedule",
    to: schedule.work.to,
    type: "notice",
    text: writeHostMessage(schedule, due, wake.program),
    key: `due:${schedule.id}:${due.at}`,
  })
  await schedules.store.tell({ schedule: schedule.id, at: due.at })
}

/** Nobody waits for them: the commit that ends the run settles its due time. */
async function giveToWorkers({ store, env }: Schedules, { due }: Firing, { runs }: SchedulePlace): Promise<void> {
  await offerRun(runs, due.run ?? "", env)
  await store.tell(due)
}

/** A run that cannot continue is cancelled, with the reason, instead of being tried forever. */
async function driveToEnd({ session, runs }: SchedulePlace, firing: Firing, driver: AgentDriver): Promise<void> {
  const { due, signal } = firing
  const run = due.run ?? ""
  const giveUp = (reason: string) => cancelRun(runs, run, { reason, by: "schedule" })
  try {
    const driven = await driveRun(session, runs, { run, driver, signal })
    if (driven.kind === "stalled") await giveUp("nothing in it could continue")
  } catch (error) {
    if (signal.aborted || !(error instanceof SkilletError) || error.retry === "later") throw error
    await giveUp(`${error.message} (${error.code})`)
  }
}

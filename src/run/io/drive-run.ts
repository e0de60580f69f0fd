import { makeWorkerName } from "../../system/database/worker.ts"
import type { AgentDriver } from "../../agents/agent-driver.ts"
import { SkilletError } from "../../problem/failure.ts"
import { describeInterruptedStart } from "../advance/decide/interrupted-start.ts"
import { requireAccepted, applyEvent } from "../apply-event.ts"
import type { DriveSettings, Progress } from "../drive/drive-settings.ts"
import { outlastOutages } from "../drive/outlast-outages.ts"
import { drive, type Driven } from "../drive/drive.ts"
import { findRun } from "../engine.ts"
import type { Budget, Run } from "../model.ts"
import type { Workflow } from "../../workflow/workflow.ts"
import type { Session } from "../../catalog/io/session/open-session.ts"
import { requireLimits } from "../../catalog/io/session/open-runner.ts"
import { requireRunLimits } from "./require-run-limits.ts"
import { openGateWork } from "./gates/gate-work.ts"
import { timers } from "./gates/run-gate-commands.ts"
import { areChangesRecorded } from "./changes/locate-changes.ts"
import { LEASE_MILLISECONDS, type Runs } from "./open-runs.ts"
import { refuseElsewhere } from "./report-step.ts"

export interface DriveOptions {
  readonly driver: AgentDriver
  readonly atOnce?: number | undefined
  readonly signal?: AbortSignal | undefined
  readonly progress?: ((at: Progress) => void) | undefined
  readonly leaseMilliseconds?: number
  /** The command whose checks the driver performs before it answers. */
  readonly through?: string | undefined
  /** Nothing more is claimed once this is true for the run. */
  readonly until?: ((run: Run) => boolean) | undefined
}

/** The only driver that starts no program. */
const OFFLINE = "offline"

/** Drives a run until it ends, asks a person, or is stopped. */
export async function driveRun(
  skillet: Session,
  runs: Runs,
  { run, ...options }: DriveOptions & { readonly run: string },
): Promise<Driven> {
  const found = await findRun(runs.engine, run)
  refuseElsewhere(runs, found)
  const workflow = await runs.engine.definitions.find(found.definition)
  refuseUnchecked(workflow, found, options.through)
  const env = skillet.options.env ?? process.env
  const { driver } = options
  if (driver.isElsewhere === true) await (await import("./postgres/offer-run.ts")).offerRun(runs, run, env)
  else if (options.driver.name !== OFFLINE) await requireLimits(skillet)
  else await requireRunLimits(skillet, workflow)
  const recording = areChangesRecorded(env, run) ? await import("./changes/record-report.ts") : undefined
  const signal = options.signal ?? new AbortController().signal
  const settings: DriveSettings = {
    queue: runs.queue,
    driver: recording?.withChanges(driver, env) ?? driver,
    forGate: openGateWork(skillet, runs.engine),
    worker: makeWorkerName(driver.name),
    cwd: found.directory ?? runs.cwd,
    atOnce: options.atOnce ?? 4,
    leaseMilliseconds: options.leaseMilliseconds ?? LEASE_MILLISECONDS,
    signal,
    through: options.through,
    until: options.until,
    watch: driver.told && (await openWatch(runs, driver.told, env)),
    ...timers,
  }
  const look = (seen: () => void) => drive(runs.engine, run, { ...settings, progress: showing(options.progress, seen) })
  const how = { run, told: driver.told, sleep: timers.sleep, signal }
  const driven = driver.isElsewhere === true ? await outlastOutages(how, look) : await look(() => undefined)
  await recording?.endIfOver(runs, found, env)
  return driven
}

function showing(progress: DriveOptions["progress"], seen: () => void): (at: Progress) => void {
  return (at) => {
    seen()
    progress?.(at)
  }
}

/** Tells people who wait for workers why nothing happens. */
async function openWatch(runs: Runs, told: (sentence: string) => void, env: NodeJS.ProcessEnv) {
  const { watchWorkers } = await import("./postgres/watch-workers.ts")
  return watchWorkers(runs, { env, told, now: () => performance.now() })
}

/** Steps whose results are checked first are driven by the command that checks them; no agent is asked for the start. */
function refuseUnchecked({ steps }: Workflow, { id: run, step }: Run, through: string | undefined): void {
  const checked = steps.filter(({ reportedBy }) => reportedBy !== undefined && reportedBy !== through)
  const starting = checked.find(({ id, reportedAtStart }) => reportedAtStart === true && id === step)
  if (starting !== undefined) requireAccepted({ kind: "refused", refusal: describeInterruptedStart(run, starting) })
  if (checked.every(({ reportedAtStart }) => reportedAtStart === true)) return
  throw new SkilletError("run.checked", `run ${run} has steps whose results are checked before they are reported`, {
    retry: "no",
    next: `skillet orchestrate resume ${run} --agent NAME drives it`,
  })
}

/** New values for the named ceilings. They belong to the run at the top. */
export async function setCeilings(
  { engine }: Runs,
  given: { readonly run: string; readonly budget: Budget; readonly by: string },
): Promise<void> {
  const { budget, by } = given
  if (Object.values(budget).every((ceiling) => ceiling === undefined)) return
  const { root } = await findRun(engine, given.run)
  requireAccepted(await applyEvent(engine, root, { kind: "budget", at: engine.now(), budget, by }))
}

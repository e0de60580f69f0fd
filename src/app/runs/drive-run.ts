import { workerName } from "../../adapters/sqlite/leases/worker.ts"
import type { AgentDriver } from "../../ports/agent-driver.ts"
import { type Driven, drive } from "../../run/drive/drive.ts"
import type { Progress } from "../../run/drive/drive-settings.ts"
import { findRun } from "../../run/engine.ts"
import type { Skillet } from "../open-skillet.ts"
import { requireLimits, requireLimitsFor } from "../require-limits.ts"
import { gateShell } from "./gate-shell.ts"
import { LEASE_MILLISECONDS, type Runs } from "./open-runs.ts"
import { refuseElsewhere } from "./project-of.ts"
import { timers } from "./run-gate-commands.ts"

export interface DriveOptions {
  readonly driver: AgentDriver
  readonly atOnce?: number | undefined
  readonly signal?: AbortSignal
  readonly progress?: (at: Progress) => void
  readonly leaseMilliseconds?: number
}

/** The one driver that starts no program. */
const OFFLINE = "offline"

/** Carries a run on with a driver, until it ends, asks a person, or is told to stop. */
export async function driveRun(
  skillet: Skillet,
  runs: Runs,
  { run, ...options }: DriveOptions & { readonly run: string },
): Promise<Driven> {
  const found = await findRun(runs.engine, run)
  refuseElsewhere(runs, found)
  if (options.driver.name !== OFFLINE) await requireLimits(skillet)
  else await requireLimitsFor(skillet, await runs.engine.definitions.find(found.definition))
  return drive(runs.engine, run, {
    queue: runs.queue,
    driver: options.driver,
    shell: gateShell(skillet, runs.engine),
    worker: workerName(options.driver.name),
    cwd: found.directory ?? runs.cwd,
    atOnce: options.atOnce ?? 4,
    leaseMilliseconds: options.leaseMilliseconds ?? LEASE_MILLISECONDS,
    signal: options.signal ?? new AbortController().signal,
    ...timers,
    ...(options.progress === undefined ? {} : { progress: options.progress }),
  })
}

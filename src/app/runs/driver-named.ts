import { commandDriver } from "../../adapters/agents/command-driver.ts"
import type { AgentDriver } from "../../ports/agent-driver.ts"
import type { RunStore } from "../../ports/run-store.ts"
import { splitArguments } from "../../render/split-arguments.ts"
import { offlineDriver } from "./offline-driver.ts"
import { SkilletError } from "../../skill/failure.ts"

/** Who can carry a run on. `host` is whoever called: there is nobody to start. */
export const driverNames = ["host", "command", "offline"] as const
export type DriverName = (typeof driverNames)[number]

const ANSWER_MILLISECONDS = 30 * 60_000

/** The driver of that name; undefined for `host`. */
export function driverNamed(
  name: DriverName,
  given: {
    readonly program?: string | undefined
    readonly env: Readonly<Record<string, string | undefined>>
    readonly store: RunStore
  },
): AgentDriver | undefined {
  if (name === "host") return undefined
  if (name === "offline") return offlineDriver(given.store)
  const [program, ...args] = splitArguments(given.program ?? "", false)
  if (program === undefined || program === "")
    throw new SkilletError("agent.no-program", "which program is the agent?", {
      retry: "no",
      next: "give --program 'PROGRAM ARGUMENT…'",
    })
  return commandDriver({ program: [program, ...args], env: given.env, milliseconds: ANSWER_MILLISECONDS })
}

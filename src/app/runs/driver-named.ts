import path from "node:path"
import { commandDriver } from "../../adapters/agents/command-driver.ts"
import type { AgentDriver } from "../../ports/agent-driver.ts"
import type { RunStore } from "../../run/store.ts"
import { splitArguments } from "../../render/split-arguments.ts"
import { offlineDriver } from "./offline-driver.ts"
import { SkilletError } from "../../problem/failure.ts"

/** The agents that can work on a run. `host` is the caller: nothing is started. */
export const driverNames = ["host", "command", "offline"] as const
export type DriverName = (typeof driverNames)[number]

const ANSWER_MILLISECONDS = 30 * 60_000

/** The driver of that name; undefined for `host`. */
export function driverNamed(
  name: DriverName,
  given: {
    readonly program?: string | undefined
    readonly env: Readonly<Record<string, string | undefined>>
    /** From where a relative path of the program is meant; agents work in the directory of their run. */
    readonly cwd: string
    readonly store: RunStore
  },
): AgentDriver | undefined {
  if (name === "host") return undefined
  if (name === "offline") return offlineDriver(given.store)
  const [named, ...args] = splitArguments(given.program ?? "", false)
  const program = named?.includes("/") === true ? path.resolve(given.cwd, named) : named
  if (program === undefined || program === "")
    throw new SkilletError("agent.no-program", "--agent command needs a program", {
      retry: "no",
      next: "give --program 'PROGRAM ARGUMENT…'",
    })
  return commandDriver({ program: [program, ...args], env: given.env, milliseconds: ANSWER_MILLISECONDS })
}

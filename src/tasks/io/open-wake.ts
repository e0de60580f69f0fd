import path from "node:path"
import { readFailpoint } from "../../system/database/failpoint.ts"
import { isGone, makeWorkerName } from "../../system/database/worker.ts"
import { openWakeStore } from "./store/open-wake-store.ts"
import type { Scope } from "../model.ts"
import type { WakeStore } from "../store.ts"
import type { SkilletOptions } from "../../catalog/io/session/options.ts"
import { locateDatabase } from "../../system/database/locate-database.ts"
import { isPostgresAddress } from "../../system/database/postgres-address.ts"
import { isWithin } from "../../system/files/is-within.ts"
import { findProject } from "../../system/find-project.ts"
import { makeId } from "../../system/make-id.ts"
import { quoteForShell } from "../../text/quote-for-shell.ts"
import type { RunParts } from "../../run/io/run-parts.ts"

/** Tasks, messages and agents of the current project and branch. */
export interface Wake {
  readonly store: WakeStore
  readonly scope: Scope
  readonly options: SkilletOptions
  /** For the runs that tasks follow. */
  readonly parts?: RunParts | undefined
  readonly cwd: string
  /** The top directory of the project. */
  readonly directory: string
  /** How Skillet is started in the project. */
  readonly program: string
  /** How the reader of a packet starts it: from outside the project, with the directory. */
  readonly readerProgram: string
  now(): number
  /** A name for this process, from which others can tell that it is gone. */
  nameWorker(label: string): string
  isGone(worker: string): boolean
  close(): Promise<void>
}

export interface WakeOptions {
  readonly now?: (() => number) | undefined
  /** What is added to the runs that tasks follow (default: nothing). */
  readonly parts?: RunParts | undefined
  readonly program?: ((directory: string) => string) | undefined
  /** Where the commands in a packet will be run (default: in the project). */
  readonly reader?: string | undefined
}

export async function openWake(options: SkilletOptions, how: WakeOptions = {}): Promise<Wake> {
  const cwd = path.resolve(options.cwd ?? process.cwd())
  const { project, branch, top } = findProject(cwd)
  const file = locateDatabase(options.env ?? process.env)
  // Others may share a database on a server, and process numbers mean nothing on another machine.
  const isHolderGone = isPostgresAddress(file) ? () => false : isGone
  const store = await openWakeStore({
    file,
    newTaskId: () => makeId("t"),
    isGone: isHolderGone,
    fail: readFailpoint(process.env["SKILLET_FAILPOINT"]),
  })
  const program = () => how.program?.(top) ?? "skillet"
  return {
    store,
    scope: { project, branch },
    options,
    parts: how.parts,
    cwd,
    directory: top,
    get program() {
      return program()
    },
    get readerProgram() {
      const { reader = cwd } = how
      if (reader === cwd || isWithin(reader, top)) return program()
      return `${how.program?.(reader) ?? "skillet"} --cwd ${quoteForShell(cwd)}`
    },
    now: how.now ?? Date.now,
    nameWorker: makeWorkerName,
    isGone: isHolderGone,
    close: () => store.close(),
  }
}

/** The same store, for the tasks and agents of another branch or project. */
export function switchScope(wake: Wake, { project, branch }: Scope): Wake {
  return { ...wake, scope: { project, branch } }
}

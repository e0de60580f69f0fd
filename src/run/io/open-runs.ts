import path from "node:path"
import { type Engine, openDefinitions } from "../engine.ts"
import { type DispatchQueue, type RunStore, queueRepairedProblem } from "../store.ts"
import { type Problem, placeProblem } from "../../problem/problem.ts"
import type { SkilletOptions } from "../../catalog/io/session/options.ts"
import { locateDatabase } from "../../system/database/locate-database.ts"
import { isPostgresAddress } from "../../system/database/postgres-address.ts"
import { findProject } from "../../system/find-project.ts"
import { makeId } from "../../system/make-id.ts"
import { countLines } from "./count-lines.ts"
import type { RunParts } from "./run-parts.ts"

/** Runs for a program: the engine on the store of this machine, and the current project. */
export interface Runs {
  readonly engine: Engine
  readonly parts?: RunParts | undefined
  readonly queue: DispatchQueue
  readonly project: string
  readonly branch: string
  readonly cwd: string
  /** The real path of the project's top directory. */
  readonly directory: string
  /** How Skillet was started; stored with the runs that are started here. */
  readonly program?: string | undefined
  newId(): string
  close(): Promise<void>
}

export interface RunsOptions {
  /** What is added to runs from outside (default: nothing). */
  readonly parts?: RunParts | undefined
  /** A store other than the machine's own. */
  readonly store?: RunStore
  readonly now?: () => number
  /** The words that start Skillet from anywhere in a directory (default `skillet`). */
  readonly program?: ((directory: string) => string) | undefined
  /** Receives what was wrong with the stored runs and was repaired. */
  readonly onProblem?: ((problem: Problem) => void) | undefined
}

export async function openRuns(options: Pick<SkilletOptions, "cwd" | "env">, how: RunsOptions = {}): Promise<Runs> {
  const env = options.env ?? process.env
  const cwd = path.resolve(options.cwd ?? process.cwd())
  const store = how.store ?? (await openStore(env, how.onProblem))
  const { project, branch, top: directory } = findProject(cwd)
  const { parts } = how
  const engine: Engine = {
    store,
    now: how.now ?? store.readClock ?? Date.now,
    definitions: openDefinitions(store, parts?.workflows),
    countLines,
  }
  return {
    engine,
    parts,
    queue: store,
    project,
    branch,
    cwd,
    directory,
    get program() {
      return how.program?.(directory)
    },
    newId: () => makeId("r"),
    close: () => store.close(),
  }
}

async function openStore(
  env: Readonly<Record<string, string | undefined>>,
  onProblem: RunsOptions["onProblem"],
): Promise<RunStore> {
  const file = locateDatabase(env)
  if (isPostgresAddress(file))
    return (await import("./postgres/open-postgres-run-store.ts")).openPostgresRunStore({ address: file })
  const { openRunStore } = await import("./store/open-run-store.ts")
  return openRunStore({
    file,
    onRepair: (repairs) => {
      for (const { key, what } of repairs) onProblem?.(placeProblem(file, queueRepairedProblem(key, what)))
    },
  })
}

/** A worker that sends nothing for this long is considered lost. */
export const LEASE_MILLISECONDS = 30_000

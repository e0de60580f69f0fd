import { SkilletError } from "../problem/failure.ts"
import type { Problem } from "../problem/problem.ts"
import { sha256 } from "../text/sha256.ts"
import { hashWorkflow } from "../workflow/hash-workflow.ts"
import type { Workflow } from "../workflow/workflow.ts"
import type { LineCount } from "./advance/decide/reported-places.ts"
import type { Run } from "./model.ts"
import type { RunStore } from "./store.ts"

/** The environment of runs: their store, the clock, and the definitions whose functions cannot be stored. */
export interface Engine {
  readonly store: RunStore
  readonly now: () => number
  readonly definitions: Definitions
  /** Counts the lines of a file in a directory; without it, places that are reported are not checked. */
  readonly countLines?: ((directory: string, file: string) => Promise<LineCount>) | undefined
}

/**
 * Definitions by hash. Those that are pure data are stored with the runs; those with functions come with the program.
 */
export interface Definitions {
  find(hash: string): Promise<Workflow>
}

/** Definitions with functions, as far as they could be loaded. */
export interface LoadedDefinitions {
  readonly workflows: readonly Workflow[]
  /** Why others are missing. */
  readonly problems: readonly Problem[]
}

/** Definitions with functions, available or loaded when a run needs one. */
type Own = readonly Workflow[] | (() => Promise<LoadedDefinitions>)

/**
 * Definitions in a store, in addition to those of a program, which are fetched when a run needs one. They never change,
 * so each is read once.
 */
export function openDefinitions(store: Pick<RunStore, "definition">, own: Own = []): Definitions {
  const known = new Map<string, Workflow>()
  return {
    async find(hash) {
      const already = known.get(hash)
      if (already !== undefined) return already
      const found = await fetchDefinition(store, own, hash)
      known.set(hash, found)
      return found
    },
  }
}

/** A definition with functions is stored without them, so it does not match its hash. */
async function fetchDefinition(store: Pick<RunStore, "definition">, own: Own, hash: string): Promise<Workflow> {
  const json = await store.definition(hash)
  const kept = json === undefined ? undefined : (JSON.parse(json) as Workflow)
  if (kept !== undefined && json !== undefined && sha256(json) === hash) return kept
  // Stored before texts were canonical: the same definition with another order of keys.
  if (kept !== undefined && hashWorkflow(kept) === hash) return kept
  const { workflows, problems } = typeof own === "function" ? await own() : { workflows: own, problems: [] }
  const brought = workflows.find((workflow) => hashWorkflow(workflow) === hash)
  if (brought !== undefined) return brought
  if (kept === undefined) throw gone(`no definition has the hash ${hash.slice(0, 12)}`)
  const isLoaded = typeof own !== "function" || workflows.some(({ name }) => name === kept.name)
  throw isLoaded ? changed(kept.name) : unavailable(kept.name, problems)
}

/**
 * For looking at a run or ending it, which needs no functions: if this program has another version of the definition or
 * none, the stored one is used.
 */
export function keepDefinitions(engine: Engine): Engine {
  const { store, definitions } = engine
  const find = async (hash: string): Promise<Workflow> => {
    try {
      return await definitions.find(hash)
    } catch (error) {
      const json = isStop(error) ? await store.definition(hash) : undefined
      if (json === undefined) throw error
      return JSON.parse(json) as Workflow
    }
  }
  return { ...engine, definitions: { find } }
}

/** Why this program cannot continue a run; undefined if it can, or if the run has ended. */
export async function explainStop({ definitions }: Engine, run: Run): Promise<SkilletError | undefined> {
  if (run.status !== "running") return undefined
  try {
    await definitions.find(run.definition)
    return undefined
  } catch (error) {
    if (isStop(error)) return error
    throw error
  }
}

function isStop(error: unknown): error is SkilletError {
  return error instanceof SkilletError && (error.code === CHANGED || error.code === UNAVAILABLE)
}

const CHANGED = "run.definition-changed"
const UNAVAILABLE = "run.definition-unavailable"

export async function findRun(engine: Pick<Engine, "store">, id: string): Promise<Run> {
  const loaded = await engine.store.load({ run: id })
  if (loaded === undefined) throw noSuchRunError(id)
  return loaded.run
}

export function noSuchRunError(id: string): SkilletError {
  return new SkilletError("run.not-found", `there is no run "${id}"`, {
    retry: "no",
    next: "skillet run list shows the runs",
  })
}

function gone(message: string): SkilletError {
  return new SkilletError("run.definition-missing", message, {
    retry: "no",
    next: "skillet run list shows the runs",
  })
}

/** Functions are compared only by name, so another version of the program may have a different definition. */
function changed(name: string): SkilletError {
  return new SkilletError(CHANGED, `workflow ${name} has changed since this run started`, {
    retry: "no",
    next: "continue the run with the version of Skillet that started it, or start a new run; skillet run show prints what it has",
  })
}

/** A module that could not be loaded may have had it. */
function unavailable(name: string, problems: readonly Problem[]): SkilletError {
  const [first, ...more] = problems
  if (first === undefined)
    return new SkilletError(
      UNAVAILABLE,
      `workflow ${name} has functions, and no module that is loaded here exports it`,
      {
        retry: "no",
        next: "name its module under workflows in your settings, or work in the project whose skillet.config exports it",
      },
    )
  const others = more.length > 0 ? ` (and ${more.length} more; skillet doctor lists them)` : ""
  return new SkilletError(UNAVAILABLE, `workflow ${name} is not available: ${first.path}: ${first.message}${others}`, {
    retry: "no",
    next: first.fix ?? "skillet doctor says more",
    problems,
  })
}

import type { SkilletOptions } from "../catalog/io/session/options.ts"
import type { Problem } from "../problem/problem.ts"
import type { RunStore } from "../run/store.ts"
import type { Workflow } from "../workflow/workflow.ts"

/** How Skillet is opened. Everything has a default. */
export interface OpenOptions extends SkilletOptions {
  /** Workflows with functions. They cannot be stored, so their runs continue only where they are given. */
  readonly workflows?: readonly Workflow[] | undefined
  /** A store of runs other than the machine's own. */
  readonly store?: RunStore | undefined
  readonly now?: (() => number) | undefined
  /** The words that start Skillet from anywhere in a directory (default `skillet`). */
  readonly program?: ((directory: string) => string) | undefined
  /** The directory of the agent that follows directives, if it is not `cwd`. Outside the project, commands name its directory. */
  readonly reader?: string | undefined
  /** Called before a module that registers workflows is loaded. */
  readonly onModules?: (() => void) | undefined
  /** Receives what was wrong with the stored runs and was repaired, and why a module that registers workflows is missing. */
  readonly onProblem?: ((problem: Problem) => void) | undefined
}

import type { Module } from "../ir.ts"
import { type Fuel, openFuel } from "../fuel.ts"
import type { Project } from "../project.ts"
import type { HandlerRow } from "../table.ts"
import { type Closure, type Link, pathValue, type Value } from "../value.ts"
import { evaluate } from "./evaluate.ts"
import { assign, execute } from "./execute.ts"
import type { Knowledge } from "./knowledge.ts"
import { invoke } from "./invoke.ts"
import type { Invocation, Machine, Reached } from "./machine.ts"
import type { Modules } from "./modules.ts"
import { openState, type State } from "./state.ts"
import { openSummaries } from "./summaries.ts"

export interface MachineParts {
  readonly known: Knowledge
  readonly isPython: boolean
  readonly project: Project
  readonly report: (found: Reached) => void
  readonly fuel: Fuel
  readonly beat: () => void
  /** What modules of the project were seen to be. */
  readonly modules: Modules
}

export interface OpenMachine extends Machine {
  readonly runModule: (module: Module) => State
  readonly runAs: (closure: Closure, call: Omit<Invocation, "from" | "state">, handler?: HandlerRow) => Value
}

/** The interpreter: every part gets the others through it. */
export function openMachine(parts: MachineParts): OpenMachine {
  const { known, isPython, project, report, fuel, beat, modules } = parts
  const running = new Map<Closure["fn"], number>()
  let writes = 0
  const machine: OpenMachine = {
    known,
    isPython,
    report,
    made: new Map(),
    invoked: new Set(),
    spend: fuel.spend,
    hasFuel: fuel.isLeft,
    summaries: openSummaries(() => writes),
    wrote: () => writes++,
    evaluate: (expr, state) => evaluate(machine, expr, state),
    execute: (body, state) => execute(machine, body, state),
    assign: (target, value, state) => assign(machine, { target, value }, state),
    invoke: (closure, call) => invoke(machine, closure, { ...call, running, depth: call.state.frame.depth + 1 }),
    runAs: (closure, call, handler) => {
      const state = openState(closure.file, undefined)
      return invoke(machine, closure, { ...call, from: closure.fn, state, running, depth: 1, handler })
    },
    importModule,
    exported: (file, name) => exportOf(stateOf(file), name),
    everything: (file) => stateOf(file)?.vars ?? new Map<string, Value>(),
    follow,
    runModule(module) {
      const state = openState(module.file, undefined)
      return execute(machine, module.body, state) ?? state
    },
  }

  function importModule(name: string, from: string): Value {
    const file = project.resolve(name, from)
    const path = pathOf(name)
    if (file === undefined) return { ...pathValue(path), module: isPython ? "" : undefined }
    if (isPython) return { taints: [], path, module: file }
    return { taints: [], path, module: file, link: { file, name: MAIN } }
  }

  function follow(value: Value): Value {
    let at = value
    for (let steps = 0; at.link !== undefined; steps++)
      at = (steps < MOST_LINKS ? linked(at.link) : undefined) ?? { ...at, link: undefined }
    return at
  }

  function linked({ file, name }: Link): Value | undefined {
    const found = exportOf(stateOf(file), name)
    if (name === MAIN && found !== undefined) return { ...found, module: file }
    if (found !== undefined || !isPython) return found
    const inner = project.resolve(`.${name}`, file)
    return inner === undefined ? undefined : { taints: [], path: name, module: inner }
  }

  function stateOf(file: string): State | undefined {
    return modules.of(file, (state) => {
      const module = project.load(file)
      if (module === undefined) return false
      const own = openFuel(STEPS_OF_IMPORT, beat)
      own.begin(STEPS_OF_IMPORT)
      const inner = openMachine({ ...parts, report: () => undefined, fuel: own })
      inner.execute(module.body, state)
      return true
    })
  }

  return machine
}

const MOST_LINKS = 8
/** Its own, whoever imports it: so it is the same for all. */
const STEPS_OF_IMPORT = 20_000
/** What `require` gives. */
const MAIN = "(main)"

/** The name of a module as tables write it. */
function pathOf(name: string): string {
  return name
    .replace(/^node:/, "")
    .replace(/^fs\/promises$/, "fs.promises")
    .replace(/\//g, name.startsWith("@") ? "/" : ".")
}

/** What a module gives to others under a name; `(main)` is what `require` gives. */
function exportOf(state: State | undefined, name: string): Value | undefined {
  if (state === undefined) return undefined
  const main = state.vars.get("module")?.fields?.get("exports")
  const shared = state.vars.get("exports")
  if (name === MAIN) return main ?? shared
  if (name === "default") return state.vars.get("(default)") ?? main ?? shared
  return main?.fields?.get(name) ?? shared?.fields?.get(name) ?? state.vars.get(name)
}

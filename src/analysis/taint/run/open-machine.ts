import type { Module } from "../ir.ts"
import type { Project } from "../project.ts"
import type { HandlerRow } from "../table.ts"
import { type Closure, pathValue, type Value } from "../value.ts"
import { evaluate } from "./evaluate.ts"
import { assign, execute } from "./execute.ts"
import type { Knowledge } from "./knowledge.ts"
import { invoke } from "./invoke.ts"
import type { Invocation, Machine, Reached } from "./machine.ts"
import { openState, type State } from "./state.ts"

export interface MachineParts {
  readonly known: Knowledge
  readonly isPython: boolean
  readonly project: Project
  readonly report: (found: Reached) => void
  readonly spend: Machine["spend"]
  /** What modules of the project were seen to be. */
  readonly modules: Map<string, State>
}

export interface OpenMachine extends Machine {
  readonly runModule: (module: Module) => State
  readonly runAs: (closure: Closure, call: Omit<Invocation, "from" | "state">, handler?: HandlerRow) => Value
}

/** The interpreter: every part gets the others through it. */
export function openMachine(parts: MachineParts): OpenMachine {
  const { known, isPython, project, report, spend, modules } = parts
  const running = new Map<Closure["fn"], number>()
  const machine: OpenMachine = {
    known,
    isPython,
    report,
    made: new Map(),
    invoked: new Set(),
    spend,
    evaluate: (expr, state) => evaluate(machine, expr, state),
    execute: (body, state) => execute(machine, body, state),
    assign: (target, value, state) => assign(machine, { target, value }, state),
    invoke: (closure, call) => invoke(machine, closure, { ...call, running, depth: call.state.frame.depth + 1 }),
    runAs: (closure, call, handler) => {
      const state = openState(closure.file, undefined)
      return invoke(machine, closure, { ...call, from: closure.fn, state, running, depth: 1, handler })
    },
    importModule: (name, from) => importModule(name, from),
    exported: (module, name) => exportOf(stateOf(module), name),
    runModule(module) {
      const state = openState(module.file, undefined)
      modules.set(module.file, state)
      return execute(machine, module.body, state) ?? state
    },
  }

  function importModule(name: string, from: string): Value {
    const file = project.resolve(name, from)
    if (file === undefined) return { ...pathValue(pathOf(name)), module: isPython ? "" : undefined }
    const whole: Value = { taints: [], path: pathOf(name), module: file }
    if (isPython) return whole
    const main = exportOf(stateOf(file), "(main)")
    return main === undefined ? whole : { ...main, module: file }
  }

  function stateOf(file: string): State | undefined {
    const before = modules.get(file)
    if (before !== undefined) return before
    const module = project.load(file)
    if (module === undefined) return undefined
    const inner = openMachine({ ...parts, report: () => undefined })
    return inner.runModule(module)
  }

  return machine
}

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
  if (name === "(main)") return main ?? shared
  if (name === "default") return state.vars.get("(default)") ?? main ?? shared
  return main?.fields?.get(name) ?? shared?.fields?.get(name) ?? state.vars.get(name)
}

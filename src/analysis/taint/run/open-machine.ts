import type { Module } from "../ir.ts"
import type { Project } from "../project.ts"
import type { HandlerRow } from "../table.ts"
import { type Closure, joinValues, pathValue, unknown, type Value } from "../value.ts"
import { evaluate } from "./evaluate.ts"
import { assign, execute } from "./execute.ts"
import type { Knowledge } from "./knowledge.ts"
import type { Invocation, Machine, Reached } from "./machine.ts"
import { openState, type State } from "./state.ts"

const DEEPEST = 7
/** A function that calls itself is entered once more: what it does to its own result shows then. */
const MOST_ENTERED = 2

export interface MachineParts {
  readonly known: Knowledge
  readonly isPython: boolean
  readonly project: Project
  readonly report: (found: Reached) => void
  /** How many steps may be taken in all. */
  readonly fuel: { left: number }
  /** What modules of the project were seen to be. */
  readonly modules: Map<string, State>
}

export interface OpenMachine extends Machine {
  readonly runModule: (module: Module) => State
  /** Functions that were run at least once. */
  readonly invoked: ReadonlySet<Closure["fn"]>
  readonly runAs: (closure: Closure, call: Omit<Invocation, "from" | "state">, handler?: HandlerRow) => Value
}

/** The interpreter: every part gets the others through it. */
export function openMachine(parts: MachineParts): OpenMachine {
  const { known, isPython, project, report, fuel, modules } = parts
  const running = new Map<Closure["fn"], number>()
  const invoked = new Set<Closure["fn"]>()
  const machine: OpenMachine = {
    known,
    isPython,
    report,
    made: new Map(),
    invoked,
    spend: () => fuel.left-- > 0,
    evaluate: (expr, state) => evaluate(machine, expr, state),
    execute: (body, state) => execute(machine, body, state),
    assign: (target, value, state) => assign(machine, { target, value }, state),
    invoke: (closure, call) => invoke(closure, call, call.state.frame.depth + 1),
    runAs: (closure, call, handler) => {
      const state = openState(closure.file, undefined)
      return invoke(closure, { ...call, from: closure.fn, state }, 1, handler)
    },
    importModule: (name, from) => importModule(name, from),
    exported: (module, name) => exportOf(stateOf(module), name),
    runModule(module) {
      const state = openState(module.file, undefined)
      modules.set(module.file, state)
      return execute(machine, module.body, state) ?? state
    },
  }

  function invoke(closure: Closure, call: Invocation, depth: number, handler?: HandlerRow): Value {
    const { fn } = closure
    if (depth > DEEPEST || (running.get(fn) ?? 0) >= MOST_ENTERED || !machine.spend()) {
      const all = [...call.args, ...call.named.values()]
      return { taints: all.flatMap(({ taints }) => taints).map((taint) => ({ ...taint, isSure: false })) }
    }
    running.set(fn, (running.get(fn) ?? 0) + 1)
    invoked.add(fn)
    const isMethod = isPython && closure.home !== undefined && fn.isStatic !== true
    const selfName = isMethod ? nameOf(fn.params[0]) : isPython ? undefined : "this"
    const state = openState(closure.file, closure.state, { depth, handler, selfName })
    for (const [origin, mask] of guardsOf(closure)) state.guarded.set(origin, mask)
    bind(closure, { ...call, isMethod, selfName }, state)
    const end = execute(machine, fn.body(), state)
    if (selfName !== undefined && call.after !== undefined) {
      const last = end?.vars.get(selfName)
      const selves = [...state.frame.selves, ...(last === undefined ? [] : [last])]
      if (selves.length > 0) call.after(selves.reduce((a, b) => joinValues(a, b)))
    }
    running.set(fn, (running.get(fn) ?? 1) - 1)
    const { returns } = state.frame
    return returns.length === 0 ? unknown : returns.reduce((a, b) => joinValues(a, b))
  }

  function bind(
    { fn }: Closure,
    {
      args,
      named,
      self,
      isMethod,
      selfName,
    }: Invocation & { readonly isMethod: boolean; readonly selfName: string | undefined },
    state: State,
  ): void {
    if (selfName !== undefined && (isMethod || fn.isArrow !== true) && self !== undefined)
      state.vars.set(selfName, self)
    const params = isMethod ? fn.params.slice(1) : fn.params
    for (const [at, param] of params.entries()) {
      const name = nameOf(param)
      const given =
        param.rest === "list"
          ? restOf(args.slice(at))
          : param.rest === "record"
            ? { taints: [], fields: named }
            : (named.get(name) ?? args[at])
      const value = given ?? (param.fallback === undefined ? unknown : evaluate(machine, param.fallback, state))
      if (param.target.kind === "name") state.vars.set(name, value)
      else assign(machine, { target: param.target, value }, state)
    }
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

function guardsOf({ state }: Closure): ReadonlyMap<string, number> {
  return "guarded" in state ? (state as State).guarded : new Map()
}

function nameOf(param: Closure["fn"]["params"][number] | undefined): string {
  return param?.target.kind === "name" ? param.target.name : ""
}

function restOf(values: readonly Value[]): Value {
  const fields = new Map(values.map((value, at) => [String(at), value]))
  return { taints: [], fields, length: values.length }
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

import type { Module } from "../ir.ts"
import { type Fuel, openFuel } from "../fuel.ts"
import type { Project } from "../project.ts"
import type { HandlerRow } from "../table.ts"
import { changeTaint, type Closure, type Value, withTaints } from "../value.ts"
import { evaluate } from "./evaluate.ts"
import { assign, execute } from "./execute.ts"
import type { Knowledge } from "./knowledge.ts"
import { openModuleImports } from "./modules/open-imports.ts"
import { invoke } from "./invoke.ts"
import type { Invocation, Machine, Reached } from "./machine.ts"
import type { Modules } from "./modules/open-modules.ts"
import { openState, type State } from "./state.ts"
import { openSummaries } from "./summaries.ts"
import { extendWay } from "./values/read-value.ts"

export interface MachineParts {
  readonly known: Knowledge
  readonly isPython: boolean
  readonly project: Project
  readonly report: (found: Reached) => void
  readonly look: Machine["look"]
  readonly fuel: Fuel
  readonly beat: () => void
  /** What the modules of the project were found to contain. */
  readonly modules: Modules
}

export interface OpenMachine extends Machine {
  readonly runModule: (module: Module) => State
  readonly runAs: (closure: Closure, call: Omit<Invocation, "from" | "state">, handler?: HandlerRow) => Value
}

/** The interpreter. Each part gets the others through it. */
export function openMachine(parts: MachineParts): OpenMachine {
  const { known, isPython, project, report, look, fuel, beat, modules } = parts
  const running = new Map<Closure["fn"], number>()
  const times = new Map<Closure["fn"], number>()
  const handOn = openHandingOn()
  let writes = 0
  const machine: OpenMachine = {
    known,
    isPython,
    report,
    look,
    made: new Map(),
    classes: new Map(),
    invoked: new Set(),
    spend: fuel.spend,
    hasFuel: fuel.isLeft,
    isLong: fuel.isLong,
    leaveOut: fuel.leaveOut,
    summaries: openSummaries(() => writes),
    wrote: () => writes++,
    evaluate: (expr, state) => evaluate(machine, expr, state),
    execute: (body, state) => execute(machine, body, state),
    assign: (target, value, state) => assign(machine, { target, value }, state),
    invoke(closure, call) {
      const handed = handOn(closure, call)
      const how = { running, times, depth: call.state.frame.depth + 1, handler: undefined }
      return invoke(machine, closure, { call: handed, how })
    },
    runAs: (closure, call, handler) => {
      const state = openState(closure.file, undefined)
      const { args, named, self, asked, after } = call
      const from = closure.fn
      times.clear()
      return invoke(machine, closure, {
        call: { args, named, self, from, state, asked, after },
        how: { running, times, depth: 1, handler },
      })
    },
    ...openModuleImports({ isPython, project, modules, run: runImported }),
    runModule(module) {
      const state = openState(module.file, undefined)
      return execute(machine, module.body, state) ?? state
    },
  }

  function runImported(module: Module, state: State): void {
    const own = openFuel(STEPS_OF_IMPORT, beat)
    own.begin(STEPS_OF_IMPORT)
    openMachine({ ...parts, report: () => undefined, look: () => undefined, fuel: own }).execute(module.body, state)
  }

  return machine
}

/** Its own values, which are the same for every file that imports it. */
const STEPS_OF_IMPORT = 20_000

/**
 * Input that is passed to another file records the place where it was passed. A value that is passed twice at one place
 * stays one value, so that the same call is recognised.
 */
function openHandingOn(): (closure: Closure, call: Invocation) => Invocation {
  const known = new Map<Value, Map<string, Value>>()
  return ({ file: to }, call) => {
    const { args, self, from, state, asked, after } = call
    const { file } = state.frame
    if (to === file) return { args, named: call.named, self, from, state, asked, after }
    const place = `${file}:${call.from.start}`
    const stepped = (value: Value): Value => {
      if (value.taints.length === 0) return value
      const before = known.get(value)?.get(place)
      if (before !== undefined) return before
      const taints = value.taints.map((taint) => changeTaint(taint, { way: extendWay(file, call.from, taint.way) }))
      const after = withTaints(value, taints)
      known.set(value, (known.get(value) ?? new Map<string, Value>()).set(place, after))
      return after
    }
    const named = new Map([...call.named].map(([name, value]) => [name, stepped(value)]))
    return { args: args.map(stepped), named, self, from, state, asked, after }
  }
}

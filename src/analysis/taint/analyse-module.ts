import type { Class, Expr, Fn, Module } from "./ir.ts"
import { openFuel } from "./fuel.ts"
import type { Project } from "./project.ts"
import type { Knowledge } from "./run/knowledge.ts"
import type { Reached } from "./run/machine.ts"
import { type OpenMachine, openMachine } from "./run/open-machine.ts"
import { readPath, wayTo } from "./run/read-value.ts"
import { openState, type State } from "./run/state.ts"
import type { HandlerRow } from "./table.ts"
import { allTaints, type Closure, type ClassValue, constantValue, type Taint, unknown, type Value } from "./value.ts"

/*
 * From a file to the inputs that reach a sink in it. What holds:
 * 1. The file is run once, top to bottom, with unknown values; then every function nobody in the file called is run as
 *    its framework, its importers or nobody in particular would call it.
 * 2. A branch whose condition is certain is the only one run; a condition that is not certain is run both ways.
 * 3. All work is bounded by steps. What is not reached within them is not reported, and `isComplete` says so.
 * 4. The same file with the same other files gives the same result.
 */

export interface Analysed {
  readonly reached: readonly Reached[]
  readonly isComplete: boolean
}

export interface Analysing {
  readonly known: Knowledge
  readonly project: Project
  readonly modules: Map<string, State>
  /** Whether something of interest is written between two offsets. */
  readonly isWorth: (start: number, end: number) => boolean
  /** Called every few hundred steps. */
  readonly beat: () => void
}

const STEPS_OF_FILE = 100_000
const STEPS_OF_MODULE = 50_000
const STEPS_OF_FUNCTION = 6_000

/** The inputs that reach a sink, where the run begins in this file. */
export function analyseModule(module: Module, { known, project, modules, isWorth, beat }: Analysing): Analysed {
  const found = new Map<string, Reached>()
  const fuel = openFuel(STEPS_OF_FILE, beat)
  const report = (reached: Reached): void => {
    const { harm, file, spot, taint } = reached
    const key = `${harm} ${file} ${spot.start} ${taint.trust === "parameter"}`
    const before = found.get(key)
    if (before === undefined || (!before.taint.isSure && taint.isSure)) found.set(key, reached)
  }
  const machine = openMachine({ known, project, modules, report, spend: fuel.spend, isPython: module.isPython })
  fuel.begin(STEPS_OF_MODULE)
  const state = machine.runModule(module)
  const exported = exportedOf(state)
  const isOurs = ({ file, fn }: Closure, row: HandlerRow | undefined) =>
    file === module.file && (row !== undefined || isCalled(fn) || isWorth(fn.start, fn.end))
  for (let [next] = machine.made; next !== undefined; [next] = machine.made) {
    const [closure, row] = next
    machine.made.delete(closure)
    if (!isOurs(closure, row)) continue
    if (!fuel.begin(STEPS_OF_FUNCTION)) break
    const isExported = exported.fns.has(closure.fn) || closure.fn.isExported || isUnused(module, closure.fn)
    runClosure(machine, { closure, row, isExported, text: module.text })
  }
  for (const made of classesOf(state)) {
    if (!isWorth(made.cls.start, made.cls.end)) continue
    const isExported = exported.classes.has(made.cls) || made.cls.isExported
    runClass(machine, made, {
      isExported,
      text: module.text,
      begin: () => fuel.begin(STEPS_OF_FUNCTION),
      isWorth: (fn) => isCalled(fn) || isWorth(fn.start, fn.end),
    })
  }
  return { reached: [...found.values()], isComplete: !fuel.ranOut() }
}

/** A decorator with arguments may hand the function to a framework. */
function isCalled({ decorators }: Fn): boolean {
  return decorators.some(({ kind }) => kind === "call")
}

/** Nobody in the file speaks of it, so somebody outside does. */
function isUnused({ text }: Module, { name, start, end }: Fn): boolean {
  if (!/^\w+$/.test(name)) return false
  const word = new RegExp(`\\b${name}\\b`)
  const before = text.slice(0, start).replace(new RegExp(`(?:const|let|var)\\s+${name}\\s*=\\s*(?:async\\s+)?$`), "")
  return !word.test(text.slice(end)) && !word.test(before)
}

interface Run {
  readonly closure: Closure
  readonly row: HandlerRow | undefined
  readonly isExported: boolean
  /** Of the file. */
  readonly text: string
}

/** Runs a function as somebody outside calls it. */
function runClosure(machine: OpenMachine, { closure, row, isExported, text }: Run): void {
  const { fn } = closure
  const handler = row ?? handlerOf(machine, { fn, isExported, text })
  if (handler === undefined && machine.invoked.has(fn) && !isExported) return
  const params = machine.isPython && closure.home !== undefined && fn.isStatic !== true ? fn.params.slice(1) : fn.params
  const isRoute = handler !== undefined && machine.isPython
  const args = params.map((param, at) => {
    if (handler !== undefined) return handedIn(machine, { closure, handler, at, type: param.type })
    if (param.target.kind === "name" && /^(?:req|request)$/.test(param.target.name))
      return readPath(machine, "request", { spot: param.target, state: openState(closure.file, undefined) })
    return isExported && !harmlessTypes.test(param.type ?? "") ? parameterValue(closure, param.target) : unknown
  })
  const named = new Map<string, Value>()
  if (isRoute)
    for (const [at, param] of params.entries())
      if (param.target.kind === "name") named.set(param.target.name, args[at] ?? unknown)
  machine.runAs(closure, { args, named, self: closure.self }, handler)
}

/** The row that says a framework calls this function: by its decorators, its name or its parameters. */
function handlerOf(
  machine: OpenMachine,
  { fn, isExported, text }: { readonly fn: Fn; readonly isExported: boolean; readonly text: string },
): HandlerRow | undefined {
  const names = fn.params.map(({ target }) => (target.kind === "name" ? target.name : ""))
  return machine.known.handlers.find(({ registrars, on, named, params, uses }) => {
    if (registrars !== undefined && machine.isPython && fn.decorators.some((one) => isRegistrar(one, registrars, on)))
      return true
    if (named !== undefined && isExported && named.test(fn.name)) return true
    if (params === undefined || (uses !== undefined && !uses.test(text.slice(fn.start, fn.end)))) return false
    const own = /^(?:self|cls|this)$/.test(names[0] ?? "") ? names.slice(1) : names
    return params.every((param, at) => param.test(own[at] ?? ""))
  })
}

function isRegistrar(decorator: Expr, registrars: RegExp, on: RegExp | undefined): boolean {
  const callee = decorator.kind === "call" ? decorator.callee : decorator
  if (callee.kind !== "member") return callee.kind === "name" && on === undefined && registrars.test(callee.name)
  const object =
    callee.object.kind === "name" ? callee.object.name : callee.object.kind === "member" ? callee.object.property : ""
  return registrars.test(callee.property) && (on === undefined || on.test(object))
}

interface Handing {
  readonly closure: Closure
  readonly handler: HandlerRow
  readonly at: number
  readonly type: string | undefined
}

const harmlessTypes = /^(?:int|float|bool|uuid\.UUID|UUID|date|datetime|number|boolean)$/
const otherTypes = /^(?:Session|AsyncSession|Annotated\[[^\]]*Depends|BackgroundTasks|Response|WebSocket)/

function handedIn(machine: OpenMachine, { closure, handler, at, type }: Handing): Value {
  const given = handler.gives[Math.min(at, handler.gives.length - 1)] ?? ""
  const param = closure.fn.params.at(at - closure.fn.params.length)
  const target = closure.fn.params.find(
    (_, place) => place === at + (closure.home !== undefined && machine.isPython ? 1 : 0),
  )?.target
  const state = openState(closure.file, undefined)
  if (given === "") return unknown
  const isContext = given === "req" && target?.kind === "name" && /^(?:ctx|context|c)$/.test(target.name)
  if (given !== "input") return readPath(machine, isContext ? "ctx" : given, { spot: target ?? closure.fn, state })
  if (type !== undefined && (harmlessTypes.test(type) || otherTypes.test(type))) return unknown
  if (type !== undefined && /^(?:fastapi\.|starlette\.\w+\.)?Request$|^HttpRequest$/.test(type))
    return readPath(machine, "request", { spot: target ?? closure.fn, state })
  const name = target?.kind === "name" ? target.name : String(at)
  if (isConverted(closure.fn, name) || param === undefined) return unknown
  if (/^(?:db|session|self|cls|background_tasks|current_user|user)$/.test(name)) return unknown
  return inputValue(closure, { target: target ?? { kind: "other", parts: [], ...closure.fn }, trust: "request" })
}

/** `<int:id>` in the route's address. */
function isConverted(fn: Fn, name: string): boolean {
  return fn.decorators.some(
    (one) =>
      one.kind === "call" &&
      one.args.some(
        ({ value }) =>
          value.kind === "const" && new RegExp(`<(?:int|float|uuid):\\s*${name}>`).test(String(value.value)),
      ),
  )
}

function parameterValue(closure: Closure, target: Expr): Value {
  return inputValue(closure, { target, trust: "parameter" })
}

function inputValue(
  closure: Closure,
  { target, trust }: { readonly target: Expr; readonly trust: Taint["trust"] },
): Value {
  const name = target.kind === "name" ? target.name : `${target.start}`
  const way = wayTo(closure.file, target)
  const origin = `${trust} ${closure.fn.start} ${name}`
  return { taints: [{ trust, origin, cleaned: 0, isWhole: true, isSure: true, way }] }
}

interface ClassRun extends Pick<Run, "isExported" | "text"> {
  readonly begin: () => boolean
  readonly isWorth: (fn: Fn) => boolean
}

/** Runs the constructor of a class, then its methods on what that made: all of them where the object holds input. */
function runClass(machine: OpenMachine, made: ClassValue, { isExported, text, begin, isWorth }: ClassRun): void {
  const { cls, state, file } = made
  let self: Value = {
    taints: [],
    fields: new Map(
      cls.fields.map(({ name, value }) => [name, value.kind === "const" ? constantValue(value.value) : unknown]),
    ),
    made,
    path: machine.isPython ? "self" : undefined,
  }
  const constructor = cls.methods.find(({ name }) => name === "__init__" || name === "constructor")
  const closureOf = (fn: Fn): Closure => ({ fn, state, file, self, home: made })
  if (constructor !== undefined && begin()) {
    const closure = closureOf(constructor)
    const params = machine.isPython ? constructor.params.slice(1) : constructor.params
    const args = params.map(({ target }) => (isExported ? parameterValue(closure, target) : unknown))
    machine.runAs(closure, { args, named: new Map(), self, after: (done) => (self = done) })
  }
  const holdsInput = allTaints(self).some(({ trust }) => trust !== "parameter")
  for (const fn of cls.methods) {
    if (fn === constructor || !(holdsInput || isWorth(fn))) continue
    if (!begin()) return
    runClosure(machine, { closure: closureOf(fn), row: undefined, isExported: isExported && fn.isExported, text })
  }
}

function classesOf(state: State): readonly ClassValue[] {
  const all = [...state.vars.values()].flatMap(({ cls, fields }) => [
    cls,
    ...[...(fields?.values() ?? [])].map((field) => field.cls),
  ])
  return [...new Set(all.filter((one) => one !== undefined))].filter(({ file }) => file === state.frame.file)
}

/** What `module.exports` and `exports` hold. */
function exportedOf(state: State): { readonly fns: ReadonlySet<Fn>; readonly classes: ReadonlySet<Class> } {
  const fns = new Set<Fn>()
  const classes = new Set<Class>()
  const visit = (value: Value | undefined, depth: number): void => {
    if (value === undefined || depth > 3) return
    for (const { fn } of value.closures ?? []) fns.add(fn)
    if (value.cls !== undefined) classes.add(value.cls.cls)
    for (const field of value.fields?.values() ?? []) visit(field, depth + 1)
  }
  visit(state.vars.get("module")?.fields?.get("exports"), 0)
  visit(state.vars.get("exports"), 0)
  visit(state.vars.get("(default)"), 0)
  return { fns, classes }
}

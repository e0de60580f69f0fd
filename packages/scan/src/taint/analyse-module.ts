import {
  findHandler,
  injectObject,
  readLastName,
  makeParameterValue,
  findParamPath,
  type ClosureRun,
  runClosure,
} from "./called-from-outside.ts"
import type { Class, Fn, Module, FnParam } from "./ir.ts"
import { openFuel, STEPS } from "./fuel.ts"
import { type Looked, openLooked } from "./collect-flow-matches.ts"
import type { Project } from "./project.ts"
import type { Knowledge } from "./run/knowledge.ts"
import type { Reached } from "./run/machine.ts"
import { type OpenMachine, openMachine } from "./run/open-machine.ts"
import type { Modules } from "./run/modules/open-modules.ts"
import { openState, type State } from "./run/state.ts"
import { readPath } from "./run/values/read-value.ts"
import type { HandlerRow } from "./table.ts"
import {
  collectTaints,
  changeValue,
  type ClassValue,
  type Closure,
  joinValues,
  type Outer,
  type Taint,
  type InputTrust,
  unknown,
  type Value,
  makeValue,
} from "./value.ts"
import { openWorth } from "./open-worth.ts"

/*
 * From a file to the inputs that reach a sink in it. Invariants:
 * 1. The file is run once, from top to bottom, with unknown values. Then every function that nothing in the file called
 *    is run as its framework, its importers or an unknown caller would call it.
 * 2. If a branch's condition is certain, only that branch is run. Otherwise both branches are run.
 * 3. All work is bounded by steps. Anything that is not reached within them is not reported, and `isComplete` is false.
 * 4. The same file together with the same other files gives the same result.
 */

export interface Analysed {
  readonly reached: readonly Reached[]
  readonly looked: readonly Looked[]
  readonly isComplete: boolean
}

export interface Analysing {
  readonly known: Knowledge
  readonly project: Project
  readonly modules: Modules
  /** What of interest is written somewhere in the file. */
  readonly marks: readonly RegExp[]
  /** Whether a caller's value can do harm in a file. */
  readonly mayHarm: (file: string) => boolean
  /** Called every few hundred steps. */
  readonly beat: () => void
  /** How many times the usual steps it may take. */
  readonly patience: number
}

/** Input of these kinds is a different finding than input from a request, even at the same sink. */
const ownKey: ReadonlySet<InputTrust> = new Set(["parameter", "local"])

/** The inputs that reach a sink if the run begins in this file. */
export function analyseModule(
  module: Module,
  { known, project, modules, marks, mayHarm, beat, patience }: Analysing,
): Analysed {
  const found = new Map<string, Reached>()
  const fuel = openFuel(STEPS.ofFile * patience, beat)
  const report = (reached: Reached): void => {
    const { harm, file, spot, taint } = reached
    const key = `${harm} ${file} ${spot.start} ${ownKey.has(taint.trust) ? taint.trust : ""}`
    const before = found.get(key)
    if (before === undefined || isBetter(taint, before.taint)) found.set(key, reached)
  }
  modules.begin()
  const looked = openLooked(module.file)
  const machine = openMachine({
    known,
    project,
    modules,
    report,
    look: looked.look,
    fuel,
    beat,
    isPython: module.isPython,
  })
  fuel.begin(STEPS.ofModule * patience)
  const state = machine.runModule(module)
  const exported = collectExports(machine, state)
  const classes = listClasses(state)
  const made = [...machine.made.keys()].map(({ fn }) => fn)
  const worth = openWorth(module, {
    project,
    marks,
    mayHarm,
    fns: [...made, ...classes.flatMap(({ cls }) => cls.methods)],
  })
  const isEntry = (fn: Fn) => !project.isCalled(module.file, fn.name)
  const isOurs = ({ file, fn, state: around }: Closure, row: HandlerRow | undefined) =>
    file === module.file &&
    (row !== undefined || isCalled(fn) || worth(fn) || speaksOfInput(module, { fn, state: around }))
  const isOpen = (fn: Fn) => exported.fns.has(fn) || fn.isExported || isUnused(module, fn)
  const methods = classes.reduce((sum, { cls }) => sum + cls.methods.length, 0)
  const begin = () => fuel.begin(STEPS.ofFunction * patience, machine.made.size + methods)
  const functions = { isOurs, isOpen, isEntry, text: module.text, begin }
  runMade(machine, functions)
  const inner = [...machine.classes.values()].filter(({ file }) => file === module.file)
  for (const one of new Set([...classes, ...inner])) {
    const isExported = exported.classes.has(one.cls) || one.cls.isExported
    runClass(machine, one, { isExported, isEntry, text: module.text, begin, isWorth: worth })
  }
  // Functions that were created by methods.
  runMade(machine, functions)
  return { reached: [...found.values()], looked: fuel.ranOut() ? [] : looked.all(), isComplete: !fuel.ranOut() }
}

interface MadeRun {
  readonly isOurs: (closure: Closure, row: HandlerRow | undefined) => boolean
  readonly isOpen: (fn: Fn) => boolean
  readonly isEntry: (fn: Fn) => boolean
  readonly text: string
  readonly begin: () => boolean
}

/** Runs the functions that were created but never called, and the functions that these create. */
function runMade(machine: OpenMachine, { isOurs, isOpen, isEntry, text, begin }: MadeRun): void {
  for (let [next] = machine.made; next !== undefined; [next] = machine.made) {
    const [closure, row] = next
    machine.made.delete(closure)
    if (!isOurs(closure, row)) continue
    if (!begin()) break
    runClosure(machine, { closure, row, isExported: isOpen(closure.fn), isEntry: isEntry(closure.fn), text })
  }
}

/** The least trustworthy first. */
const byTrust: readonly InputTrust[] = ["request", "remote", "archive", "document", "page", "local", "parameter"]

function isBetter(taint: Taint, before: Taint): boolean {
  if (taint.isSure !== before.isSure) return taint.isSure
  if (taint.trust !== before.trust) return byTrust.indexOf(taint.trust) < byTrust.indexOf(before.trust)
  return taint.isEntry === true && before.isEntry !== true
}

/** A decorator with arguments may pass the function to a framework; some that do have none. */
function isCalled({ decorators }: Fn): boolean {
  return decorators.some((one) => one.kind === "call" || readLastName(one) === "expose")
}

/** Nothing in the file mentions it, so something outside must use it. */
function isUnused({ text, isPython }: Module, { name, start, end }: Fn): boolean {
  if (!/^\w+$/.test(name)) return false
  // What is only passed on is called by others.
  if (isPython) return !isCalledIn(text, name)
  if (hasWord(text.slice(end), name)) return false
  const before = text.slice(0, start)
  const isSpokenOf = hasWord(before, name)
  if (!isSpokenOf) return true
  const own = new RegExp(`(?:const|let|var)\\s+${name}\\s*=\\s*(?:async\\s+)?$`)
  return !hasWord(before.replace(own, ""), name)
}

/** `name(`, but not where it is defined. */
function isCalledIn(text: string, name: string): boolean {
  const call = `${name}(`
  for (let at = text.indexOf(call); at !== -1; at = text.indexOf(call, at + 1))
    if (!isWordAt(text, at - 1) && !text.startsWith("def ", at - 4)) return true
  return false
}

/** Like a regular expression with `\b` on both sides, but without creating one for each name. */
function hasWord(text: string, word: string): boolean {
  for (let at = text.indexOf(word); at !== -1; at = text.indexOf(word, at + 1))
    if (!isWordAt(text, at - 1) && !isWordAt(text, at + word.length)) return true
  return false
}

function isWordAt(text: string, at: number): boolean {
  return /\w/.test(text.charAt(at))
}

interface ClassRun extends Pick<ClosureRun, "isExported" | "text"> {
  readonly isEntry: (fn: Fn) => boolean
  readonly begin: () => boolean
  readonly isWorth: (fn: Fn) => boolean
}

/** Runs the constructor of a class, then its methods on the result: all of them if the object contains input. */
function runClass(
  machine: OpenMachine,
  made: ClassValue,
  { isExported, isEntry, text, begin, isWorth }: ClassRun,
): void {
  const { cls, state, file } = made
  let self: Value = makeValue({ fields: new Map(), made, path: machine.isPython ? selfPath(machine, cls) : undefined })
  const constructor = cls.methods.find(({ name }) => name === "__init__" || name === "constructor")
  const toClosure = (fn: Fn): Closure => ({ fn, state, file, self, home: made })
  const isHandler = (fn: Fn) =>
    cls.bases.length > 0 && findHandler(machine, { closure: toClosure(fn), isExported, text })?.ofClass !== undefined
  const isRun = (fn: Fn) => isCalled(fn) || isWorth(fn) || isHandler(fn)
  if (!cls.methods.some(isRun) || !begin()) return
  const inside = openState(file, state)
  const fields = new Map(cls.fields.map(({ name, value }) => [name, machine.evaluate(value, inside)]))
  for (const { name, type } of cls.declared ?? []) {
    const given = fields.has(name) ? undefined : injectObject(machine, type, state)
    if (given !== undefined) fields.set(name, given)
  }
  self = changeValue(self, { fields })
  if (constructor !== undefined && begin()) {
    const closure = toClosure(constructor)
    const params = machine.isPython ? constructor.params.slice(1) : constructor.params
    const args = params.map(
      (param) =>
        injectObject(machine, param.type, state) ??
        typed(machine, param, closure) ??
        (isExported ? makeParameterValue(closure, param.target, true) : unknown),
    )
    machine.runAs(closure, { args, named: new Map(), self, after: (done) => (self = done) })
  }
  const holdsInput = () => collectTaints(self).some(({ trust }) => trust !== "parameter")
  const before = holdsInput()
  const run = (fn: Fn): boolean => {
    if (fn === constructor || !(holdsInput() || isRun(fn))) return true
    if (!begin()) return false
    const isOpen = isExported && fn.isExported
    const after = machine.isPython ? undefined : (done: Value) => (self = joinValues(self, done))
    const closure = toClosure(fn)
    runClosure(machine, { closure, row: undefined, isExported: isOpen, isEntry: isEntry(fn), text, after })
    return true
  }
  if (!cls.methods.every(run)) return
  // What one method leaves in the object is also visible to the methods before it.
  if (!before && !machine.isPython && holdsInput()) cls.methods.every(run)
}

function selfPath({ known }: OpenMachine, { bases }: Class): string {
  return known.selves.find(({ ofClass }) => bases.some((base) => ofClass.test(readLastName(base))))?.path ?? "self"
}

function typed(machine: OpenMachine, param: FnParam, { file }: Closure): Value | undefined {
  const path = findParamPath(machine, param)
  return path === undefined
    ? undefined
    : readPath(machine, path, { spot: param.target, state: openState(file, undefined) })
}

/** A function inside another one that uses input of the outer function. */
function speaksOfInput({ text }: Module, { fn, state }: Pick<Closure, "fn" | "state">): boolean {
  if (fn.end - fn.start > LONGEST_CALLBACK) return false
  const own = text.slice(fn.start, fn.end)
  for (let at: Outer | undefined = state; at?.outer !== undefined; at = at.outer)
    for (const [name, value] of at.vars)
      if (own.includes(name) && collectTaints(value).some(({ trust }) => trust !== "parameter")) return true
  return false
}

const LONGEST_CALLBACK = 8_000

function listClasses(state: State): readonly ClassValue[] {
  const all = [...state.vars.values()].flatMap(({ cls, fields }) => [
    cls,
    ...[...(fields?.values() ?? [])].map((field) => field.cls),
  ])
  return [...new Set(all.filter((one) => one !== undefined))].filter(({ file }) => file === state.frame.file)
}

/** The values of `module.exports` and `exports`. */
function collectExports(
  machine: OpenMachine,
  state: State,
): { readonly fns: ReadonlySet<Fn>; readonly classes: ReadonlySet<Class> } {
  const fns = new Set<Fn>()
  const classes = new Set<Class>()
  const visit = (given: Value | undefined, depth: number): void => {
    if (given === undefined || depth > 3) return
    const value = given.link === undefined ? given : machine.follow(given)
    for (const { fn } of value.closures ?? []) fns.add(fn)
    if (value.cls !== undefined) classes.add(value.cls.cls)
    for (const field of value.fields?.values() ?? []) visit(field, depth + 1)
  }
  visit(state.vars.get("module")?.fields?.get("exports"), 0)
  visit(state.vars.get("exports"), 0)
  visit(state.vars.get("(default)"), 0)
  return { fns, classes }
}

import { toMask } from "./harm.ts"
import type { Expr, Fn, FnParam, Slot } from "./ir.ts"
import type { OpenMachine } from "./run/open-machine.ts"
import { readMember, readPath, extendWay } from "./run/values/read-value.ts"
import { lookUp, openState } from "./run/state.ts"
import { parseWithSchema } from "./run/values/call-schema.ts"
import type { Handling } from "./run/machine.ts"
import type { HandlerRow } from "./table.ts"
import {
  changeValue,
  changeTaint,
  type ClassValue,
  clearHarms,
  type Closure,
  makeTaint,
  type Taint,
  unknown,
  type Value,
  makeValue,
  withTaints,
} from "./value.ts"

export interface ClosureRun {
  readonly closure: Closure
  readonly row: Handling | undefined
  readonly isExported: boolean
  /** Nothing in the project calls it: its parameters are what others pass. */
  readonly isEntry: boolean
  /** Of the file. */
  readonly text: string
  /** Called with the state of its object afterwards. */
  readonly after?: ((self: Value) => void) | undefined
}

/** Runs a function as an outside caller would. */
export function runClosure(machine: OpenMachine, { closure, row, isExported, isEntry, text, after }: ClosureRun): void {
  const { fn } = closure
  const own = row === undefined || isOfErrors(fn) ? findHandler(machine, { closure, isExported, text }) : undefined
  const handler = own ?? row
  if (handler === undefined && machine.invoked.has(fn) && !isExported) return
  const params = machine.isPython && closure.home !== undefined && fn.isStatic !== true ? fn.params.slice(1) : fn.params
  const isRoute = handler !== undefined && machine.isPython
  const args = params.map((param, at) => {
    if (!machine.isPython && decorated.test(param.type ?? ""))
      return converted.test(param.type ?? "")
        ? unknown
        : inputValue(closure, { target: param.target, trust: "request" })
    const path = isAskedBack(machine, params[at + 1]) ? undefined : findParamPath(machine, param)
    const isDecorated = !machine.isPython && fn.decorators.length > 0 && path !== undefined
    if (handler !== undefined && !isDecorated) return handedIn(machine, { closure, handler, at, type: param.type })
    if (path !== undefined)
      return readPath(machine, path, { spot: param.target, state: openState(closure.file, undefined) })
    const made = machine.isPython ? undefined : injectObject(machine, param.type, closure.state)
    if (made !== undefined) return made
    return isExported && !harmlessTypes.test(param.type ?? "")
      ? makeParameterValue(closure, param.target, isEntry)
      : unknown
  })
  if (isExported && params.length === 0 && /\barguments\b/.test(text.slice(fn.start, fn.end)))
    args.push(
      ...ANY_ARGUMENTS.map(() =>
        makeParameterValue(closure, { kind: "name", start: fn.start, end: fn.end, name: "arguments" }, isEntry),
      ),
    )
  const named = new Map<string, Value>()
  if (isRoute)
    for (const [at, param] of params.entries())
      if (param.target.kind === "name") named.set(param.target.name, args[at] ?? unknown)
  machine.runAs(closure, { args, named, self: closure.self, after }, handler)
}

/** `(req, callback) => …`: a library that asks this program for something, not a server. */
function isAskedBack({ isPython }: OpenMachine, next: FnParam | undefined): boolean {
  return !isPython && next?.target.kind === "name" && /^(?:callback|cb)$/.test(next.target.name)
}

/** The kind of a parameter, if its name or its type shows it. */
export function findParamPath({ known, isPython }: OpenMachine, { target, type = "" }: FnParam): string | undefined {
  if (target.kind === "name" && /^(?:req|request)$/.test(target.name) && !outgoing.test(type)) return "request"
  if (!isPython && target.kind === "name" && ofAngularJs.test(target.name)) return target.name
  return isPython || type === "" ? undefined : known.findTypePath(type)
}

/** AngularJS passes its services by the names of parameters. */
const ofAngularJs = /^\$(?:compile|interpolate|location|parse|routeParams|sce|stateParams|window)$/

/** Types of requests that the program itself sends. */
const outgoing =
  /^(?:(?:Fetch|Outgoing|Axios|Ajax|Xhr|Client|Rpc|JsonRpc\w*)Request|ClientRequest|\w*Request(?:Config|Options|Init|Info|Params|Args))\b/

/** What a framework or another file creates for a parameter: an object of the class that its type names. */
export function injectObject(
  machine: OpenMachine,
  type: string | undefined,
  state: Closure["state"],
): Value | undefined {
  const found = type === undefined || !/^[A-Z]\w*$/.test(type) ? undefined : lookUp(type, state)
  const made = found === undefined ? undefined : machine.follow(found).cls
  return made === undefined ? undefined : makeValue({ fields: new Map(), made })
}

/** For a function with a variable number of arguments. */
const ANY_ARGUMENTS = [0, 1, 2]

/** What NestJS passes by a parameter's decorator, and what it converts to a number or the like first. */
const decorated = /^@(?:Query|Body|Param|Headers|Args|MessageBody|Payload|UploadedFiles?)\(/
const converted = /Parse(?:Int|Bool|Float|UUID|Enum|Date)Pipe|\s(?:number|boolean|Date)$/

/** Express passes errors to functions whose first parameter is one. */
function isOfErrors({ params }: Fn): boolean {
  const second = params[1]?.target
  return params.length >= 3 && second?.kind === "name" && /^_?req(?:uest)?$/.test(second.name)
}

/** The row for a framework that calls this function, found by its decorators, its name or its parameters. */
export function findHandler(
  machine: OpenMachine,
  { closure, isExported, text }: Pick<ClosureRun, "closure" | "isExported" | "text">,
): HandlerRow | undefined {
  const { fn, home } = closure
  const names = fn.params.map(({ target }) => (target.kind === "name" ? target.name : ""))
  return machine.known.handlers.find((row) => {
    const { registrars, named, params, takes, uses, ofClass, inFile } = row
    if (inFile !== undefined && !isIn(inFile, text)) return false
    const mayDecorate = registrars !== undefined && (machine.isPython || row.written !== undefined)
    if (mayDecorate && fn.decorators.some((one) => isRegistrar(one, row, text))) return true
    if (ofClass !== undefined)
      return home?.cls.bases.some((base) => ofClass.test(readLastName(base))) === true && named?.test(fn.name) === true
    if (named !== undefined && (!isExported || !named.test(fn.name))) return false
    if (named !== undefined && params === undefined) return true
    if (takes !== undefined) return isExported && isTaken(fn, takes, text)
    // A private method is called by its own class, not by a framework.
    if (machine.isPython && home !== undefined && /^_[^_]/.test(fn.name)) return false
    if (params === undefined || (uses !== undefined && !uses.test(text.slice(fn.start, fn.end)))) return false
    if (home !== undefined && row.asMethod !== undefined)
      if (![...home.cls.bases.map(readLastName), fn.name].some((name) => row.asMethod?.test(name))) return false
    const own = /^(?:self|cls|this)$/.test(names[0] ?? "") ? names.slice(1) : names
    return params.every((param, at) => param.test(own[at] ?? ""))
  })
}

/** The functions of a file are examined one after the other, so the last answer for each expression is cached. */
function isIn(words: RegExp, text: string): boolean {
  const last = lastAsked.get(words)
  if (last?.text === text) return last.isIn
  const found = words.test(text)
  lastAsked.set(words, { text, isIn: found })
  return found
}

const lastAsked = new WeakMap<RegExp, { readonly text: string; readonly isIn: boolean }>()

function isTaken({ params: [first] }: Fn, takes: RegExp, text: string): boolean {
  return first?.target.kind === "record" && takes.test(text.slice(first.target.start, first.target.end))
}

function isRegistrar(decorator: Expr, { registrars, on, events, written }: HandlerRow, text: string): boolean {
  const callee = decorator.kind === "call" ? decorator.callee : decorator
  if (registrars?.test(readLastName(callee)) !== true) return false
  if (written !== undefined && !written.test(text.slice(decorator.start, decorator.end))) return false
  const first = decorator.kind === "call" ? decorator.args[0]?.value : undefined
  if (events !== undefined && !(first?.kind === "const" && events.test(String(first.value)))) return false
  return on === undefined || (callee.kind === "member" && on.test(readLastName(callee.object)))
}

export function readLastName(expr: Expr): string {
  return expr.kind === "name" ? expr.name : expr.kind === "member" ? expr.property : ""
}

interface Handing {
  readonly closure: Closure
  readonly handler: Handling
  readonly at: number
  readonly type: string | undefined
}

const harmless =
  "(?:int|float|bool|bytes32|(?:uuid\\.)?UUID\\d?|date|datetime|Decimal|number|boolean|PositiveInt|Literal\\[.*\\])"
const harmlessTypes = new RegExp(
  `^(?:${harmless}|(?:Optional|[Ll]ist|[Ss]et|Annotated)\\[${harmless}\\b.*\\]|${harmless} ?\\| ?None)$`,
)
const otherTypes = /^(?:Session|AsyncSession|Annotated\[[^\]]*Depends|BackgroundTasks|Response|WebSocket)/

function handedIn(machine: OpenMachine, { closure, handler, at, type }: Handing): Value {
  const given = handler.gives[Math.min(at, handler.gives.length - 1)] ?? ""
  const param = closure.fn.params.at(at - closure.fn.params.length)
  const target = closure.fn.params.find(
    (_, place) => place === at + (closure.home !== undefined && machine.isPython ? 1 : 0),
  )?.target
  const state = openState(closure.file, undefined)
  // A command's handler is called with its arguments.
  const isOfCommand = given === "req" && target?.kind === "name" && /^arg(?:s|v)$/.test(target.name)
  if (given === "" || isOfCommand) return unknown
  const isContext = given === "req" && target?.kind === "name" && /^(?:ctx|context|c)$/.test(target.name)
  const path = isContext ? "ctx" : given === "req" && target?.kind === "record" ? "handed" : given
  const read = () => readPath(machine, path, { spot: target ?? closure.fn, state })
  if (handler.schema !== undefined) {
    const input = readMember(machine, { object: read(), name: "input" }, { spot: target ?? closure.fn, state })
    return makeValue({ fields: new Map([["input", parseWithSchema(handler.schema, input)]]) })
  }
  if (given !== "input") return read()
  const depends = param === undefined ? undefined : dependsOn(param)
  if (depends !== undefined) return depended(machine, { closure, handler, name: depends })
  if (type !== undefined && (harmlessTypes.test(type) || otherTypes.test(type) || isEnum(closure, type))) return unknown
  if (type !== undefined && /^(?:fastapi\.|starlette\.\w+\.)?Request$|^HttpRequest$/.test(type))
    return readPath(machine, "request", { spot: target ?? closure.fn, state })
  const name = target?.kind === "name" ? target.name : String(at)
  if (isConverted(closure.fn, name) || param === undefined) return unknown
  if (handler.byAddress === true && !isInAddress(closure.fn, name)) return unknown
  if (type === undefined && /^(?:db|pool|session|self|cls|background_tasks|current_user|user|\w+_view)$/.test(name))
    return unknown
  const input = inputValue(closure, { target: target ?? { kind: "other", parts: [], ...closure.fn }, trust: "request" })
  const { harms = [], unlessNamed } = handler.spares ?? {}
  const isPath = isConverted(closure.fn, name, "path")
  const spared = unlessNamed?.test(name) === false && !isPath ? toMask(harms) : 0
  return asModel(machine, { closure, type, depth: 0 }, clearHarms(input, spared))
}

interface Typed {
  readonly closure: Closure
  readonly type: string | undefined
  readonly depth: number
}

const DEEPEST_MODEL = 3

/** A request's body that pydantic has parsed: numbers, dates and the like among its fields do no harm. */
function asModel(machine: OpenMachine, { closure, type, depth }: Typed, input: Value): Value {
  const found = type === undefined || depth > DEEPEST_MODEL ? undefined : lookUp(type, closure.state)
  const cls = found === undefined ? undefined : machine.follow(found).cls
  if (cls === undefined || !isModel(cls, 0)) return input
  const fields = new Map<string, Value>()
  for (const slot of collectSlots(cls, 0)) {
    if (harmlessTypes.test(slot.type) || isEnum(closure, slot.type)) fields.set(slot.name, unknown)
    else {
      const whole = makeValue({ taints: input.taints.map((taint) => under(taint, slot.name)) })
      fields.set(slot.name, asModel(machine, { closure, type: slot.type, depth: depth + 1 }, whole))
    }
  }
  return changeValue(input, { fields })
}

function under(taint: Taint, name: string): Taint {
  return changeTaint(taint, { origin: `${taint.origin}.${name}` })
}

function isModel({ cls, bases }: ClassValue, depth: number): boolean {
  if (cls.bases.some((base) => /^(?:BaseModel|SQLModel|BaseSettings)$/.test(readLastName(base)))) return true
  return depth < DEEPEST_MODEL && bases.some((base) => base.cls !== undefined && isModel(base.cls, depth + 1))
}

/** The fields that a class declares, after those of its bases. */
function collectSlots({ cls, bases }: ClassValue, depth: number): readonly Slot[] {
  const inherited =
    depth < DEEPEST_MODEL ? bases.flatMap((base) => (base.cls ? collectSlots(base.cls, depth + 1) : [])) : []
  return [...inherited, ...(cls.slots ?? [])]
}

/** The function that FastAPI calls to create an argument: `= Depends(name)` or `Annotated[…, Depends(name)]`. */
function dependsOn({ fallback, type }: FnParam): string | undefined {
  const inType = /\bDepends\(\s*([\w.]*)/.exec(type ?? "")?.[1]
  if (inType !== undefined) return inType
  if (fallback?.kind !== "call" || readLastName(fallback.callee) !== "Depends") return undefined
  const [first] = fallback.args
  return first === undefined ? (type ?? "") : readLastName(first.value)
}

/** The result of a function that gets its arguments from the request, like the handler. */
function depended(
  machine: OpenMachine,
  { closure, handler, name }: Pick<Handing, "closure" | "handler"> & { readonly name: string },
): Value {
  const found = lookUp(name, closure.state)
  const value = found === undefined ? unknown : machine.follow(found)
  const making = value.closures?.[0] ?? findConstructor(value.cls)
  if (making === undefined || making.fn === closure.fn) return unknown
  const own = value.cls === undefined ? making.fn.params : making.fn.params.slice(1)
  const args = own.map((param, at) =>
    dependsOn(param) === undefined ? handedIn(machine, { closure: making, handler, at, type: param.type }) : unknown,
  )
  let self: Value = value.cls === undefined ? unknown : makeValue({ fields: new Map(), made: value.cls })
  const made = machine.runAs(making, { args, named: new Map(), self, after: (done) => (self = done) })
  if (value.cls !== undefined) return self
  // If it is a generator, the handler gets what it yields.
  return made.rest !== undefined && made.fields === undefined && made.length === undefined ? made.rest : made
}

function findConstructor(cls: ClassValue | undefined): Closure | undefined {
  const fn = cls?.cls.methods.find(({ name }) => name === "__init__")
  return cls === undefined || fn === undefined
    ? undefined
    : { fn, state: cls.state, file: cls.file, self: undefined, home: cls }
}

/** A class of the project that lists its values. */
function isEnum({ state }: Closure, type: string): boolean {
  return lookUp(type, state)?.cls?.cls.bases.some((base) => readLastName(base).endsWith("Enum")) === true
}

/** `<int:id>` in the route's address. */
function isConverted(fn: Fn, name: string, to = "int|float|uuid"): boolean {
  return isDecoratedWith(fn, new RegExp(`<(?:${to}):\\s*${name}>`))
}

/** `{name}` or `<name>` in the route's address. */
function isInAddress(fn: Fn, name: string): boolean {
  return isDecoratedWith(fn, new RegExp(`[{<](?:\\+|path:)?${name}\\b`))
}

function isDecoratedWith(fn: Fn, text: RegExp): boolean {
  return fn.decorators.some(
    (one) =>
      one.kind === "call" && one.args.some(({ value }) => value.kind === "const" && text.test(String(value.value))),
  )
}

export function makeParameterValue(closure: Closure, target: Expr, isEntry: boolean): Value {
  return inputValue(closure, { target, trust: "parameter", isEntry })
}

function inputValue(
  closure: Closure,
  { target, trust, isEntry }: Pick<Taint, "trust" | "isEntry"> & { readonly target: Expr },
): Value {
  const name = target.kind === "name" ? target.name : `${target.start}`
  const way = extendWay(closure.file, target)
  const origin = `${trust} ${closure.fn.start} ${name}`
  return withTaints(unknown, [makeTaint({ trust, origin, isEntry, way })])
}

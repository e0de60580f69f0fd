import type { Expr, Fn } from "./ir.ts"
import type { OpenMachine } from "./run/open-machine.ts"
import { readPath, wayTo } from "./run/values/read-value.ts"
import { openState } from "./run/state.ts"
import type { HandlerRow } from "./table.ts"
import { type Closure, type Taint, unknown, type Value } from "./value.ts"

export interface Run {
  readonly closure: Closure
  readonly row: HandlerRow | undefined
  readonly isExported: boolean
  /** Nobody in the project calls it: its parameters are what others pass. */
  readonly isEntry: boolean
  /** Of the file. */
  readonly text: string
}

/** Runs a function as somebody outside calls it. */
export function runClosure(machine: OpenMachine, { closure, row, isExported, isEntry, text }: Run): void {
  const { fn } = closure
  const handler = row ?? handlerOf(machine, { fn, isExported, text })
  if (handler === undefined && machine.invoked.has(fn) && !isExported) return
  const params = machine.isPython && closure.home !== undefined && fn.isStatic !== true ? fn.params.slice(1) : fn.params
  const isRoute = handler !== undefined && machine.isPython
  const args = params.map((param, at) => {
    if (handler !== undefined) return handedIn(machine, { closure, handler, at, type: param.type })
    if (param.target.kind === "name" && /^(?:req|request)$/.test(param.target.name))
      return readPath(machine, "request", { spot: param.target, state: openState(closure.file, undefined) })
    return isExported && !harmlessTypes.test(param.type ?? "")
      ? parameterValue(closure, param.target, isEntry)
      : unknown
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

export function parameterValue(closure: Closure, target: Expr, isEntry: boolean): Value {
  return inputValue(closure, { target, trust: "parameter", isEntry })
}

function inputValue(
  closure: Closure,
  { target, trust, isEntry }: Pick<Taint, "trust" | "isEntry"> & { readonly target: Expr },
): Value {
  const name = target.kind === "name" ? target.name : `${target.start}`
  const way = wayTo(closure.file, target)
  const origin = `${trust} ${closure.fn.start} ${name}`
  return { taints: [{ trust, origin, cleaned: 0, isWhole: true, isSure: true, isEntry, way }] }
}

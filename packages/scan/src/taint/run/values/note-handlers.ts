import type { Expr } from "../../ir.ts"
import type { Closure, Value } from "../../value.ts"
import type { Machine } from "../machine.ts"
import type { Called } from "./called.ts"
import { INPUT } from "./call-schema.ts"

/** Functions that a framework will call are run in the way the framework calls them. */
export function noteHandlers(machine: Machine, called: Called): void {
  const isDirect = called.args.some(({ closures }) => closures !== undefined)
  if (isDirect || called.args.some(({ fields }) => fields !== undefined)) notePassed(machine, called, isDirect)
}

function notePassed(machine: Machine, { expr, object, method, args }: Called, isDirect: boolean): void {
  const receiver = describeReceiver(expr.callee, object)
  const row = machine.known.handlers.find(
    ({ registrars, on, events, written, member }) =>
      (isDirect || member !== undefined) &&
      registrars?.test(method) === true &&
      // A requirement on the text of a decorator does not apply to a call.
      written === undefined &&
      (on === undefined || on.test(receiver)) &&
      (events === undefined || events.test(String(args[0]?.constant))) &&
      (member === undefined || passedClosures(args, member).length > 0),
  )
  if (row === undefined) return
  const schema = object?.fields?.get(INPUT)
  for (const closure of passedClosures(args, row.member)) machine.made.set(closure, schema ? { ...row, schema } : row)
}

/** The functions that are passed, or those that are such members of the objects that are passed. */
function passedClosures(args: readonly Value[], member: RegExp | undefined): readonly Closure[] {
  if (member === undefined) return args.flatMap((arg) => arg.closures ?? [])
  return args.flatMap(({ fields }) =>
    [...(fields ?? [])].flatMap(([name, value]) => (member.test(name) ? (value.closures ?? []) : [])),
  )
}

/** The receiver as written and as known, for tables that identify things by their name. */
export function describeReceiver(callee: Expr, object: Value | undefined): string {
  const written = callee.kind === "member" ? renderName(callee.object) : ""
  return `${written} ${object?.path ?? ""}`
}

/** A name as it is written. */
export function renderName(expr: Expr): string {
  if (expr.kind === "name") return expr.name
  if (expr.kind === "member") return `${renderName(expr.object)}.${expr.property}`
  return expr.kind === "call" ? `${renderName(expr.callee)}()` : ""
}

import { ALL, bitOf, toMask } from "../../harm.ts"
import type { Fn, SourceSpan } from "../../ir.ts"
import {
  changeValue,
  changeTaint,
  type ClassValue,
  type Closure,
  makeConstant,
  joinValues,
  makeTaint,
  pathValue,
  type Taint,
  unknown,
  type Value,
  makeValue,
  type Way,
  withTaints,
} from "../../value.ts"
import type { Machine } from "../machine.ts"
import { markPart } from "../mark-origins.ts"
import type { State } from "../state.ts"

const LONGEST_WAY = 12

/** One step further. */
export function extendWay(file: string, { start, end }: SourceSpan, before?: Way): Way {
  if (before !== undefined && (before.length >= LONGEST_WAY || (before.start === start && before.file === file)))
    return before
  return { file, start, end, length: (before?.length ?? 0) + 1, before }
}

/** A value with a dotted name, which may be input. */
export function readPath(
  machine: Machine,
  path: string,
  at: { readonly spot: SourceSpan; readonly state: State },
): Value {
  const row = machine.known.input(path)
  if (row === undefined) return pathValue(path)
  const { file } = at.state.frame
  const cleaned = row.spares === undefined ? 0 : toMask(row.spares)
  const taint = makeTaint({ trust: row.trust, origin: path, cleaned, way: extendWay(file, at.spot) })
  return makeValue({ path, taints: [taint] })
}

/** The result of a call, which may be input. */
export function readCallResult(
  machine: Machine,
  path: string,
  { args, expr, state }: { readonly args: readonly Value[]; readonly expr: SourceSpan; readonly state: State },
): Value {
  const row = machine.known.input(path)
  const key = args[0]?.constant
  const isOther =
    (row?.keys !== undefined && typeof key === "string" && !row.keys.test(key)) ||
    (row?.isReadWith !== undefined && (args.length > row.isReadWith || args[0]?.fields !== undefined))
  return isOther ? pathValue(path) : readPath(machine, path, { spot: expr, state })
}

/** A header, whatever the object is that has it: only the names of headers have such dashes. */
export function readHeader(
  machine: Machine,
  name: unknown,
  at: { readonly spot: SourceSpan; readonly state: State },
): Value | undefined {
  if (typeof name !== "string" || !name.includes("-")) return undefined
  const header = readPath(machine, `(header).${name.toLowerCase()}`, at)
  return header.taints.length === 0 ? undefined : header
}

const harmless = new Set(["length", "size", "byteLength"])

/** `object.name` and `object["name"]`. */
export function readMember(
  machine: Machine,
  { object: given, name }: { readonly object: Value; readonly name: string },
  at: { readonly spot: SourceSpan; readonly state: State },
): Value {
  const object = machine.follow(given)
  const own = object.fields?.get(name)
  if (own !== undefined) return own
  const method = readMethod(object, name)
  if (method !== undefined) return method
  if (object.module !== undefined) {
    const exported = machine.exported(object.module, name)
    if (exported !== undefined) return exported
    const inner = machine.isPython ? machine.importModule(`${object.path}.${name}`, at.state.frame.file) : unknown
    if (inner.module !== undefined && inner.module !== "") return inner
  }
  if (name === "origin" && object.taints.length > 0 && object.taints.every(isOfPage)) return ownOrigin
  if (harmless.has(name) && !isField(machine, object, name))
    return object.length !== undefined ? makeConstant(object.length) : unknown
  const named = object.path === undefined ? unknown : readPath(machine, `${object.path}.${name}`, at)
  const isKnown = object.length !== undefined || (object.fields !== undefined && object.rest === undefined)
  const held = isKnown && object.taints.length === 0 ? unknown : (object.rest ?? unknown)
  const header = object.taints.every(isOfCaller) ? readHeader(machine, name, at) : undefined
  if (header !== undefined) return header
  const taints = named.taints.length > 0 ? named.taints : membersTaints(machine, object, name)
  if (held === unknown) return taints.length === named.taints.length ? named : makeValue({ path: named.path, taints })
  // A value stored under a name in the code was not selected by a key from outside.
  return changeValue(joinValues(held, makeValue({ path: named.path })), {
    taints: [...held.taints, ...taints],
    viaKey: undefined,
  })
}

function isOfCaller({ trust }: Taint): boolean {
  return trust === "parameter"
}

function membersTaints({ known }: Machine, { taints, path }: Value, name: string): readonly Taint[] {
  if (taints.length === 0) return taints
  const told = taints.filter(({ origin }) => !known.isExcepted(origin, name)).map((taint) => deeper(taint, name))
  const isHost = partsWithoutSlash.test(name) && parsedAddress.test(path ?? "")
  return isHost ? told.map((taint) => changeTaint(taint, { cleaned: taint.cleaned | bitOf.path })) : told
}

/** The parts of a parsed address in which there is no slash, so they lead to no other directory. */
const partsWithoutSlash = /^(?:host|hostname|port|protocol|netloc|scheme)$/
const parsedAddress = /(?:^|\.)(?:URL|urlparse|urlsplit)\(\)$/

/** `req.body.size` is a text that was sent; only the size of a collection is a number. */
function isField({ isPython }: Machine, { path, taints }: Value, name: string): boolean {
  return !isPython && name === "size" && taints.length > 0 && /\.(?:body|query|params|cookies)$/.test(path ?? "")
}

/** The scheme and host of the page itself: an attacker chooses what follows them. */
const ownOrigin: Value = makeValue({ head: "https://(own)" })

function isOfPage({ origin, isWhole }: Taint): boolean {
  return isWhole && /^(?:(?:window|document|self|top|globalThis)\.)?location(?:\.href)?$/.test(origin)
}

function deeper(taint: Taint, name: string): Taint {
  if (/^(?:suffix|ext)$/.test(name)) return markPart(taint)
  return taint.isWhole ? changeTaint(taint, { origin: `${taint.origin}.${name}` }) : taint
}

/** The item under an unknown key. */
export function readAny(object: Value): Value {
  let held: Value | undefined
  if (object.fields !== undefined)
    for (const value of object.fields.values()) held = held === undefined ? value : joinValues(held, value)
  if (object.rest !== undefined) held = held === undefined ? object.rest : joinValues(held, object.rest)
  held ??= unknown
  const taints = object.taints.length === 0 ? held.taints : [...held.taints, ...object.taints]
  return changeValue(held, { taints, path: held.path ?? (object.path === undefined ? undefined : `${object.path}[]`) })
}

/** What a loop iterates over: for Python dictionaries, the keys. */
export function takeItem({ isPython }: Machine, items: Value): Value {
  const { fields, length, made, taints } = items
  const isDictionary = isPython && fields !== undefined && fields.size > 0 && length === undefined && made === undefined
  return isDictionary && [...fields.keys()].every((key) => !/^\d+$/.test(key))
    ? withTaints(unknown, taints)
    : readAny(items)
}

/** A method of the object's class or of one of its bases, bound to the object. */
export function readMethod(object: Value, name: string): Value | undefined {
  const found = inClass(object.made, name, 0)
  if (found !== undefined && "fn" in found) {
    const { fn, state, file, home } = found
    return makeValue({ closures: [{ fn, state, file, self: object, home }] })
  }
  if (found !== undefined) return found.value
  const shared = inClass(object.cls, name, 0)
  if (shared === undefined) return undefined
  return "fn" in shared ? makeValue({ closures: [shared] }) : shared.value
}

/** The methods of a class by name; the first with a name counts. */
function indexMethods(cls: ClassValue["cls"]): ReadonlyMap<string, Fn> {
  const before = methods.get(cls)
  if (before !== undefined) return before
  const found = new Map<string, Fn>()
  for (const method of cls.methods) if (!found.has(method.name)) found.set(method.name, method)
  methods.set(cls, found)
  return found
}

const methods = new WeakMap<ClassValue["cls"], ReadonlyMap<string, Fn>>()

type InClass = Closure | { readonly value: Value }

function inClass(cls: Value["made"], name: string, depth: number): InClass | undefined {
  if (cls === undefined || depth > 4) return undefined
  const fn = indexMethods(cls.cls).get(name)
  if (fn !== undefined) return { fn, state: cls.state, file: cls.file, self: undefined, home: cls }
  for (const base of cls.bases) {
    const found = inClass(base.cls, name, depth + 1)
    if (found !== undefined) return found
  }
  return undefined
}

/** The object after a write to a key; without a key, it may be any of them. */
export function writeMember(object: Value, key: string | undefined, value: Value): Value {
  if (key === undefined)
    return changeValue(object, {
      constant: undefined,
      rest: object.rest === undefined ? value : joinValues(object.rest, value),
    })
  const fields = new Map(object.fields ?? [])
  fields.set(key, value)
  return changeValue(object, { constant: undefined, fields })
}

/** Taints of something built with the input: it is no longer the input itself. */
export function toPieces(taints: readonly Taint[], isSure = true): readonly Taint[] {
  if (taints.length === 0) return taints
  return taints
    .filter(({ cleaned }) => cleaned !== ALL)
    .map((taint) =>
      taint.isWhole || !isSure ? changeTaint(taint, { isWhole: false, isSure: taint.isSure && isSure }) : taint,
    )
}

import type { Class, Constant, Fn } from "./ir.ts"
import { rememberedUpTo } from "../text/remembered.ts"
import { ALL } from "./harm.ts"

/**
 * Where a text comes from: a request, another machine's answer, the creator of an archive, the author of a document or
 * message, an attribute in a page, the person who starts the program, or a caller.
 */
export type InputTrust = "request" | "remote" | "archive" | "document" | "page" | "local" | "parameter"

/** One place on the path of a value, and the path before it. */
export interface Way {
  readonly file: string
  readonly start: number
  readonly end: number
  readonly length: number
  readonly before?: Way | undefined
}

export interface Taint {
  readonly trust: InputTrust
  /** Identifies the input: the same input read twice has the same name, so a check of one reading covers the other. */
  readonly origin: string
  /** The harms it can no longer do, as bits. */
  readonly cleaned: number
  /** It is the input itself, not a part of it or a text built with it. */
  readonly isWhole: boolean
  /** It passed through nothing that the analysis had to guess about. */
  readonly isSure: boolean
  /** For a parameter: nothing in the project calls the function, so others must. */
  readonly isEntry?: boolean | undefined
  readonly way: Way
}

/** What is known about a value. Values never change: a write creates a new one. */
export interface Value {
  /** Missing if it is not known. */
  readonly constant?: Constant | undefined
  readonly taints: readonly Taint[]
  /** By key; the keys of a list are its positions. */
  readonly fields?: ReadonlyMap<string, Value> | undefined
  /** Under unknown keys. */
  readonly rest?: Value | undefined
  /** For a list whose items are all in `fields`. */
  readonly length?: number | undefined
  /** Its dotted name, such as `flask.request.args` or `sqlite3.connect().cursor`. */
  readonly path?: string | undefined
  readonly closures?: readonly Closure[] | undefined
  readonly cls?: ClassValue | undefined
  /** The class it is an instance of. */
  readonly made?: ClassValue | undefined
  /** The text it is known to begin with. */
  readonly head?: string | undefined
  /** All text that is known, with a placeholder for each inserted value. */
  readonly sketch?: string | undefined
  /** It was read from an object under a key that is input. */
  readonly viaKey?: readonly Taint[] | undefined
  /** Built from constants in the code or from numbers: nobody chose a text in it. */
  readonly isFixed?: boolean | undefined
  /** A path with `..` resolved. */
  readonly isResolved?: boolean | undefined
  /** Called with the arguments of the function that settles a promise. */
  readonly settle?: ((value: Value) => void) | undefined
  /** The project file whose module it is. */
  readonly module?: string | undefined
  /** What another file exports under a name; read when it is first needed. */
  readonly link?: Link | undefined
}

export interface Link {
  readonly file: string
  readonly name: string
}

export interface Closure {
  readonly fn: Fn
  readonly state: Outer
  readonly file: string
  readonly self?: Value | undefined
  readonly home?: ClassValue | undefined
}

export interface ClassValue {
  readonly cls: Class
  readonly state: Outer
  readonly file: string
  readonly bases: readonly Value[]
}

/** The names visible to a function. */
export interface Outer {
  readonly vars: Map<string, Value>
  readonly outer?: Outer | undefined
  /** Of another file that was read to its end: a change by one caller is not visible to the next. */
  isDone?: boolean
}

/** The path of the result of `Object.create(null)`: it inherits nothing. */
export const BARE = "(bare)"

/*
 * Values and taints are read at every step, and V8 reads objects of one shape several times as fast as objects of many.
 * Each place in the code that spreads an object makes objects of a shape of its own, so all values are made by one
 * literal below, and all taints by another.
 */

type Writable<Read> = { -readonly [Key in keyof Read]: Read[Key] }

function copyValue(value: Value): Writable<Value> {
  return {
    constant: value.constant,
    taints: value.taints,
    fields: value.fields,
    rest: value.rest,
    length: value.length,
    path: value.path,
    closures: value.closures,
    cls: value.cls,
    made: value.made,
    head: value.head,
    sketch: value.sketch,
    viaKey: value.viaKey,
    isFixed: value.isFixed,
    isResolved: value.isResolved,
    settle: value.settle,
    module: value.module,
    link: value.link,
  }
}

/** The same value, except for what is given here. */
export function changeValue(value: Value, parts: Partial<Value>): Value {
  const made = copyValue(value)
  for (const key in parts) (made as Record<string, unknown>)[key] = parts[key as keyof Value]
  return made
}

export const NO_TAINTS: readonly Taint[] = []

export const unknown: Value = copyValue({ taints: NO_TAINTS })

/** A value of which only this is known. */
export function makeValue(parts: Partial<Value>): Value {
  return changeValue(unknown, parts)
}

export function withTaints(value: Value, taints: readonly Taint[]): Value {
  const made = copyValue(value)
  made.taints = taints
  return made
}

type NewTaint = Pick<Taint, "trust" | "origin" | "way"> & Partial<Taint>

/** Input as it was read. */
export function makeTaint({
  trust,
  origin,
  way,
  cleaned = 0,
  isWhole = true,
  isSure = true,
  isEntry,
}: NewTaint): Taint {
  return { trust, origin, cleaned, isWhole, isSure, isEntry, way }
}

export function changeTaint(taint: Taint, parts: Partial<Taint>): Taint {
  const { trust, origin, cleaned, isWhole, isSure, isEntry, way } = taint
  const made: Writable<Taint> = { trust, origin, cleaned, isWhole, isSure, isEntry, way }
  for (const key in parts) (made as unknown as Record<string, unknown>)[key] = parts[key as keyof Taint]
  return made
}

export function makeConstant(constant: Constant): Value {
  const made = copyValue(unknown)
  made.constant = constant
  if (typeof constant === "string") {
    made.head = constant
    made.sketch = constant
  }
  return made
}

/** Most names are read again and again, and values never change. */
export const pathValue = rememberedUpTo(5000, (path: string): Value => makeValue({ path }))

const MOST_TAINTS = 6

export function mergeTaints(a: readonly Taint[], b: readonly Taint[]): readonly Taint[] {
  if (b.length === 0 || a === b) return a
  if (a.length === 0) return b
  const merged = [...a]
  for (const taint of b) {
    const at = merged.findIndex(({ origin, trust }) => origin === taint.origin && trust === taint.trust)
    const known = merged[at]
    if (known === undefined) {
      if (merged.length < MOST_TAINTS) merged.push(taint)
      continue
    }
    const isWorse = (taint.cleaned & known.cleaned) !== known.cleaned
    if (isWorse) merged[at] = changeTaint(taint, { cleaned: taint.cleaned & known.cleaned })
  }
  return merged
}

const DEEPEST = 4

/** Everything that the parts of a value bring along. */
export function collectTaints(value: Value, depth = 0): readonly Taint[] {
  let taints = value.taints
  if (depth >= DEEPEST) return taints
  if (value.fields !== undefined)
    for (const field of value.fields.values()) taints = mergeTaints(taints, collectTaints(field, depth + 1))
  if (value.rest !== undefined) taints = mergeTaints(taints, collectTaints(value.rest, depth + 1))
  return taints
}

/** A value that may be one or the other. */
export function joinValues(a: Value, b: Value, depth = 0): Value {
  if (a === b) return a
  if (isBare(a) && isBare(b)) {
    const taints = mergeTaints(a.taints, b.taints)
    return taints.length === 0 ? unknown : withTaints(unknown, taints)
  }
  if (depth > DEEPEST) return makeValue({ taints: mergeTaints(a.taints, b.taints) })
  const made = copyValue(unknown)
  made.constant = a.constant === b.constant ? a.constant : undefined
  made.taints = mergeTaints(a.taints, b.taints)
  made.fields = joinFields(a, b, depth)
  made.rest = a.rest === undefined || b.rest === undefined ? (a.rest ?? b.rest) : joinValues(a.rest, b.rest, depth + 1)
  made.length = a.length === b.length ? a.length : undefined
  made.path = a.path === b.path || b.path === undefined ? a.path : a.path === undefined ? b.path : undefined
  made.closures = joinLists(a.closures, b.closures)
  made.cls = a.cls ?? b.cls
  made.made = a.made ?? b.made
  made.head = a.head === b.head ? a.head : commonHead(a.head, b.head)
  made.sketch = a.sketch === b.sketch ? a.sketch : longer(a.sketch, b.sketch)
  made.viaKey = a.viaKey ?? b.viaKey
  made.isFixed = isFixed(a) && isFixed(b)
  made.isResolved = a.isResolved === true && b.isResolved === true
  made.module = a.module === b.module ? a.module : undefined
  made.link = a.link ?? b.link
  return made
}

/** Nobody chose a text in it. */
export function isFixed(value: Value): boolean {
  return value.constant !== undefined || value.isFixed === true
}

/** Nothing is known about it except the inputs in it. */
function isBare(value: Value): boolean {
  return (
    value.constant === undefined &&
    value.path === undefined &&
    value.fields === undefined &&
    value.rest === undefined &&
    value.closures === undefined &&
    value.sketch === undefined &&
    value.head === undefined &&
    value.length === undefined &&
    value.made === undefined &&
    value.cls === undefined &&
    value.viaKey === undefined &&
    value.module === undefined &&
    value.link === undefined
  )
}

function joinFields(a: Value, b: Value, depth: number): ReadonlyMap<string, Value> | undefined {
  if (a.fields === undefined || b.fields === undefined) return a.fields ?? b.fields
  const fields = new Map(a.fields)
  for (const [key, value] of b.fields) {
    const known = fields.get(key)
    fields.set(key, known === undefined ? value : joinValues(known, value, depth + 1))
  }
  return fields
}

function joinLists<T>(a: readonly T[] | undefined, b: readonly T[] | undefined): readonly T[] | undefined {
  if (a === undefined || b === undefined || a === b) return a ?? b
  return [...new Set([...a, ...b])].slice(0, 4)
}

function commonHead(a: string | undefined, b: string | undefined): string | undefined {
  if (a === undefined || b === undefined) return undefined
  let at = 0
  while (at < a.length && a[at] === b[at]) at++
  return at === 0 ? undefined : a.slice(0, at)
}

function longer(a: string | undefined, b: string | undefined): string | undefined {
  return (a?.length ?? 0) >= (b?.length ?? 0) ? a : b
}

/** The same value, which can no longer do these harms. */
export function clearHarms(value: Value, mask: number, depth = 0): Value {
  if (mask === 0) return value
  if (mask === ALL) return changeValue(value, { taints: NO_TAINTS, fields: undefined, rest: undefined })
  if (depth > DEEPEST) return value
  const taints = value.taints.map((taint) => changeTaint(taint, { cleaned: taint.cleaned | mask }))
  const fields =
    value.fields && new Map([...value.fields].map(([key, field]) => [key, clearHarms(field, mask, depth + 1)]))
  const rest = value.rest && clearHarms(value.rest, mask, depth + 1)
  return changeValue(value, { taints, fields, rest })
}

import { rememberedUpTo } from "../../text/remembered.ts"
import { type Harm, toMask } from "../harm.ts"
import type { Value } from "../value.ts"
import type { GuardRow, HandlerRow, InputRow, PassRow, SinkRow, Table } from "../table.ts"

/** The rows of all tables of a language, indexed by what they are about. */
export interface Knowledge {
  readonly input: (path: string) => InputRow | undefined
  /** Whether the server itself chooses this member of an input, or of one of its parts. */
  readonly isExcepted: (origin: string, member: string) => boolean
  readonly handlers: readonly HandlerRow[]
  readonly selves: NonNullable<Table["selves"]>
  /** The path of a parameter with this type. */
  readonly findTypePath: (type: string) => string | undefined
  readonly passOfCall: (path: string, given?: Given) => Pass | undefined
  readonly passOfMethod: (name: string) => Pass | undefined
  readonly guardsOfCall: (path: string, method: string) => readonly Guard[]
  readonly sinksOfCall: (path: string | undefined, method: string) => readonly SinkRow[]
  readonly sinksOfWrite: (path: string | undefined, property: string) => readonly SinkRow[]
}

/** An argument, by its name or its position. */
export type Given = (name: string) => Value | undefined

export interface Pass {
  readonly row: PassRow
  readonly mask: number
  /** The harms that are possible again. */
  readonly opens: number
}

export interface Guard {
  readonly row: GuardRow
  readonly mask: number
}

export function openKnowledge(tables: readonly Table[]): Knowledge {
  const inputs = new Map(
    tables.flatMap(({ inputs: rows = [] }) => rows.flatMap((row) => row.paths.map((path) => [path, row] as const))),
  )
  const passRows = tables.flatMap(({ passes = [] }) =>
    passes.map((row) => ({ row, mask: cleaning(row.cleans), opens: cleaning(row.opens) })),
  )
  const passCalls = byName(passRows, ({ row }) => row.calls)
  const passMethods = byName(passRows, ({ row }) => row.methods)
  const guards = tables.flatMap((table) => table.guards ?? []).map((row) => ({ row, mask: toMask(row.cleans) }))
  const guardCalls = byName(guards, ({ row }) => row.calls)
  const guardMethods = byName(guards, ({ row }) => row.methods)
  const named = guards.filter(({ row }) => row.named !== undefined)
  const types = tables.flatMap((table) => table.types ?? [])
  const sinks = tables.flatMap((table) => table.sinks ?? [])
  const sinkCalls = byName(sinks, (row) => row.calls)
  const sinkMethods = byName(sinks, (row) => row.methods)
  const sinkWrites = byName(sinks, (row) => row.writes)
  const inputOfCall = rememberedUpTo(
    MOST_PATHS,
    (path: string) => inputs.get(withoutModule(path)) ?? inputs.get(lastCall(path)),
  )
  return {
    input: (path) => inputs.get(path) ?? (path.includes("()") ? inputOfCall(path) : undefined),
    isExcepted: (origin, member) =>
      (inputs.get(origin) ?? inputs.get(origin.replace(/\.\w+$/, "")))?.except?.test(member) === true,
    handlers: tables.flatMap(({ handlers = [] }) => handlers),
    selves: tables.flatMap(({ selves = [] }) => selves),
    findTypePath: (type) => types.find((row) => row.type.test(type))?.path,
    passOfCall: (path, given) => passCalls.get(path)?.find(({ row }) => isSo(row.where, given)),
    passOfMethod: (name) => passMethods.get(name)?.[0],
    guardsOfCall: (path, method) => [
      ...(guardCalls.get(path) ?? []),
      ...(guardMethods.get(method) ?? []),
      ...named.filter(({ row }) => row.named?.test(method) === true),
    ],
    sinksOfCall: (path, method) => both(path === undefined ? undefined : sinkCalls.get(path), sinkMethods.get(method)),
    sinksOfWrite: (path, property) =>
      both(path === undefined ? undefined : sinkWrites.get(path), sinkWrites.get(property)),
  }
}

/** The same paths are requested again and again, and most of them are not input. */
const MOST_PATHS = 20_000

/** Most calls have no rows but are looked up at every step, so nothing is allocated for them. */
function both<Row>(a: readonly Row[] | undefined, b: readonly Row[] | undefined): readonly Row[] {
  if (a === undefined || b === undefined) return a ?? b ?? NO_ROWS
  return [...a, ...b]
}

const NO_ROWS: readonly never[] = []

function withoutModule(path: string): string {
  return path.replace(/^[\w./@-]*\.(?=\w+\(\))/, "")
}

/** `attr()` for `$().attr()`: for values that are known only by their last name. */
function lastCall(path: string): string {
  return path.endsWith("()") ? path.slice(path.lastIndexOf(".") + 1) : ""
}

function isSo(where: PassRow["where"], given: Given | undefined): boolean {
  return (
    where === undefined ||
    Object.entries(where).every(([name, value]) => {
      const own = given?.(name)
      return value instanceof RegExp ? value.test(writtenText(own)) : own?.constant === value
    })
  )
}

/** A constant, or a list of them, as a text. */
function writtenText(value: Value | undefined): string {
  if (value?.length === undefined) return String(value?.constant ?? "")
  return [...(value.fields?.values() ?? [])].map(({ constant }) => String(constant ?? "?")).join(" ")
}

function cleaning(harms: readonly Harm[] | "all" | undefined): number {
  return harms === undefined ? 0 : toMask(harms)
}

function byName<Row>(
  rows: readonly Row[],
  namesOf: (row: Row) => readonly string[] | undefined,
): ReadonlyMap<string, readonly Row[]> {
  const found = new Map<string, Row[]>()
  for (const row of rows)
    for (const name of namesOf(row) ?? []) {
      const list = found.get(name)
      if (list === undefined) found.set(name, [row])
      else list.push(row)
    }
  return found
}

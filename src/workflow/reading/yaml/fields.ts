import { nearestNames } from "../../../text/nearest-names.ts"
import { type Problem, problemAt } from "../../../problem/problem.ts"
import { problem, type WorkflowProblemCode } from "../../problems.ts"
import type { YamlNode } from "./yaml-node.ts"

/** What was wrong in one file, in order. */
export interface Faults {
  readonly path: string
  readonly found: Problem[]
}

/** A key with its value and position. */
export interface Field {
  readonly name: string
  readonly line: number
  readonly node: YamlNode
}

export type Fields = ReadonlyMap<string, Field>

export function fault(
  faults: Faults,
  code: WorkflowProblemCode,
  wording: { line: number; message: string; fix: string },
): void {
  const { line, message, fix } = wording
  faults.found.push(problemAt(faults.path, problem(code, { line }, { message, fix })))
}

export interface Expected {
  /** Such as `a step of kind gate`. */
  readonly what: string
  readonly keys: readonly string[]
  readonly required?: readonly string[]
  /** What else can be said about a key that does not belong here. */
  readonly hint?: (key: string) => string | undefined
}

/** The fields of a map; an unknown key and a missing one are errors. Undefined if it is not a map. */
export function fieldsOf(field: Field, expected: Expected, faults: Faults): Fields | undefined {
  const { node } = field
  if (node.kind !== "map") {
    wrong(field, `a map of ${expected.keys.join(", ")}`, faults)
    return undefined
  }
  const fields = new Map<string, Field>()
  for (const [name, entry] of node.entries) {
    if (expected.keys.includes(name)) fields.set(name, { name, line: entry.line, node: entry.node })
    else unknownKey(name, entry.line, { expected, faults })
  }
  for (const name of expected.required ?? []) {
    if (!fields.has(name) || isNothing(fields.get(name)?.node)) missingKey(name, field.line, { expected, faults })
  }
  return fields
}

function unknownKey(name: string, line: number, { expected, faults }: { expected: Expected; faults: Faults }): void {
  const near = nearestNames(name.replaceAll("_", "-"), expected.keys)[0]
  const known = `it takes ${expected.keys.join(", ")}`
  const fix = near !== undefined ? `did you mean ${near}?` : (expected.hint?.(name) ?? known)
  fault(faults, "workflow.unknown-key", { line, message: `there is no key "${name}" in ${expected.what}`, fix })
}

function missingKey(name: string, line: number, { expected, faults }: { expected: Expected; faults: Faults }): void {
  const message = `${expected.what} needs ${name}`
  fault(faults, "workflow.missing-key", { line, message, fix: `add ${name}: …` })
}

/** The entries of a map whose keys the author chooses. */
export function namedEntries(field: Field | undefined, faults: Faults): readonly Field[] {
  if (field === undefined || isNothing(field.node)) return []
  if (field.node.kind !== "map") {
    wrong(field, "a map of names", faults)
    return []
  }
  return [...field.node.entries].flatMap(([name, { line, node }]) => {
    if (!RESERVED.has(name)) return [{ name, line, node }]
    fault(faults, "workflow.bad-value", { line, message: `"${name}" cannot be a name`, fix: "choose another name" })
    return []
  })
}

const RESERVED = new Set(["__proto__", "constructor", "prototype"])

export function itemsOf(field: Field | undefined, faults: Faults): readonly Field[] {
  if (field === undefined || isNothing(field.node)) return []
  if (field.node.kind === "list")
    return field.node.items.map((node, at) => ({ name: `${field.name} ${at + 1}`, line: node.line, node }))
  wrong(field, "a list", faults)
  return []
}

export function textOf(field: Field | undefined, faults: Faults): string | undefined {
  if (field === undefined || isNothing(field.node)) return undefined
  const { node } = field
  if (node.kind === "scalar" && node.value !== null) return String(node.value)
  wrong(field, "text", faults)
  return undefined
}

/** A list of words; a single word needs no list. */
export function wordsOf(field: Field | undefined, faults: Faults): readonly string[] | undefined {
  if (field === undefined || isNothing(field.node)) return undefined
  if (field.node.kind === "scalar") return [String(field.node.value)]
  return itemsOf(field, faults).flatMap((item) => textOf(item, faults) ?? [])
}

export function flagOf(field: Field | undefined, faults: Faults): boolean | undefined {
  if (field === undefined || isNothing(field.node)) return undefined
  const { node } = field
  if (node.kind === "scalar" && typeof node.value === "boolean") return node.value
  wrong(field, "true or false", faults)
  return undefined
}

export function numberOf(field: Field | undefined, faults: Faults): number | undefined {
  if (field === undefined || isNothing(field.node)) return undefined
  const { node } = field
  if (node.kind === "scalar" && typeof node.value === "number" && Number.isFinite(node.value)) return node.value
  wrong(field, "a number", faults)
  return undefined
}

/** A whole number that is not below `least`. */
export function countOf(field: Field | undefined, faults: Faults, least = 0): number | undefined {
  const found = numberOf(field, faults)
  if (field === undefined || found === undefined) return undefined
  if (Number.isSafeInteger(found) && found >= least) return found
  wrong(field, `a whole number of at least ${least}`, faults)
  return undefined
}

/** One of the words of a closed set. */
export function choiceOf<T extends string>(
  field: Field | undefined,
  choices: readonly T[],
  faults: Faults,
): T | undefined {
  const text = textOf(field, faults)
  if (field === undefined || text === undefined) return undefined
  const found = choices.find((choice) => choice === text)
  if (found !== undefined) return found
  const near = nearestNames(text, choices)[0]
  const message = `${field.name} is "${text}"`
  const fix = near === undefined ? `use ${choices.join(", ")}` : `did you mean ${near}?`
  fault(faults, "workflow.bad-value", { line: field.line, message, fix })
  return undefined
}

export type Plain = string | number | boolean

export function plainOf(field: Field, faults: Faults): Plain | undefined {
  if (field.node.kind === "scalar" && field.node.value !== null) return field.node.value
  wrong(field, "text, a number, true or false", faults)
  return undefined
}

export function wrong(field: Field, wanted: string, faults: Faults): void {
  const message = `${field.name} is ${described(field.node)}`
  fault(faults, "workflow.bad-value", { line: field.line, message, fix: `write ${wanted}` })
}

export function isNothing(node: YamlNode | undefined): boolean {
  return node === undefined || (node.kind === "scalar" && node.value === null)
}

function described(node: YamlNode): string {
  if (node.kind !== "scalar") return node.kind === "list" ? "a list" : "a map"
  if (node.value === null) return "empty"
  return typeof node.value === "string" ? `"${node.value}"` : String(node.value)
}

/** Leaves out undefined fields, as optional properties require. */
export function given<T extends object>(fields: T): { [K in keyof T]?: Exclude<T[K], undefined> } {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)) as {
    [K in keyof T]?: Exclude<T[K], undefined>
  }
}

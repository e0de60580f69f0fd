import { nearestNames } from "../../../text/nearest-names.ts"
import { type Problem, problemAt } from "../../../problem/problem.ts"
import { problem, type WorkflowProblemCode } from "../../problems.ts"
import type { YamlNode } from "./yaml-node.ts"

/** What was wrong in one file, in the order it was met. */
export interface Slips {
  readonly path: string
  readonly found: Problem[]
}

/** A key with its value, and where it stands. */
export interface Field {
  readonly name: string
  readonly line: number
  readonly node: YamlNode
}

export type Fields = ReadonlyMap<string, Field>

export function slip(
  slips: Slips,
  code: WorkflowProblemCode,
  wording: { line: number; message: string; fix: string },
): void {
  const { line, message, fix } = wording
  slips.found.push(problemAt(slips.path, problem(code, { line }, { message, fix })))
}

export interface Expected {
  /** Such as `a step of kind gate`. */
  readonly what: string
  readonly keys: readonly string[]
  readonly required?: readonly string[]
  /** What else can be said about a key that does not belong here. */
  readonly hint?: (key: string) => string | undefined
}

/** The fields of a map; a key nobody knows and one that is missing are slips. Undefined where it is no map at all. */
export function fieldsOf(field: Field, expected: Expected, slips: Slips): Fields | undefined {
  const { node } = field
  if (node.kind !== "map") {
    wrong(field, `a map of ${expected.keys.join(", ")}`, slips)
    return undefined
  }
  const fields = new Map<string, Field>()
  for (const [name, entry] of node.entries) {
    if (expected.keys.includes(name)) fields.set(name, { name, line: entry.line, node: entry.node })
    else unknownKey(name, entry.line, { expected, slips })
  }
  for (const name of expected.required ?? []) {
    if (!fields.has(name) || isNothing(fields.get(name)?.node)) missingKey(name, field.line, { expected, slips })
  }
  return fields
}

function unknownKey(name: string, line: number, { expected, slips }: { expected: Expected; slips: Slips }): void {
  const near = nearestNames(name.replaceAll("_", "-"), expected.keys)[0]
  const known = `it takes ${expected.keys.join(", ")}`
  const fix = near !== undefined ? `did you mean ${near}?` : (expected.hint?.(name) ?? known)
  slip(slips, "workflow.unknown-key", { line, message: `there is no key "${name}" in ${expected.what}`, fix })
}

function missingKey(name: string, line: number, { expected, slips }: { expected: Expected; slips: Slips }): void {
  const message = `${expected.what} needs ${name}`
  slip(slips, "workflow.missing-key", { line, message, fix: `add ${name}: …` })
}

/** The entries of a map whose keys are the author's own names. */
export function namedEntries(field: Field | undefined, slips: Slips): readonly Field[] {
  if (field === undefined || isNothing(field.node)) return []
  if (field.node.kind !== "map") {
    wrong(field, "a map of names", slips)
    return []
  }
  return [...field.node.entries].flatMap(([name, { line, node }]) => {
    if (!RESERVED.has(name)) return [{ name, line, node }]
    slip(slips, "workflow.bad-value", { line, message: `"${name}" cannot be a name`, fix: "choose another name" })
    return []
  })
}

const RESERVED = new Set(["__proto__", "constructor", "prototype"])

export function itemsOf(field: Field | undefined, slips: Slips): readonly Field[] {
  if (field === undefined || isNothing(field.node)) return []
  if (field.node.kind === "list")
    return field.node.items.map((node, at) => ({ name: `${field.name} ${at + 1}`, line: node.line, node }))
  wrong(field, "a list", slips)
  return []
}

export function textOf(field: Field | undefined, slips: Slips): string | undefined {
  if (field === undefined || isNothing(field.node)) return undefined
  const { node } = field
  if (node.kind === "scalar" && node.value !== null) return String(node.value)
  wrong(field, "text", slips)
  return undefined
}

/** A list of words; one word may stand alone. */
export function wordsOf(field: Field | undefined, slips: Slips): readonly string[] | undefined {
  if (field === undefined || isNothing(field.node)) return undefined
  if (field.node.kind === "scalar") return [String(field.node.value)]
  return itemsOf(field, slips).flatMap((item) => textOf(item, slips) ?? [])
}

export function flagOf(field: Field | undefined, slips: Slips): boolean | undefined {
  if (field === undefined || isNothing(field.node)) return undefined
  const { node } = field
  if (node.kind === "scalar" && typeof node.value === "boolean") return node.value
  wrong(field, "true or false", slips)
  return undefined
}

export function numberOf(field: Field | undefined, slips: Slips): number | undefined {
  if (field === undefined || isNothing(field.node)) return undefined
  const { node } = field
  if (node.kind === "scalar" && typeof node.value === "number" && Number.isFinite(node.value)) return node.value
  wrong(field, "a number", slips)
  return undefined
}

/** A whole number that is not below `least`. */
export function countOf(field: Field | undefined, slips: Slips, least = 0): number | undefined {
  const found = numberOf(field, slips)
  if (field === undefined || found === undefined) return undefined
  if (Number.isSafeInteger(found) && found >= least) return found
  wrong(field, `a whole number from ${least}`, slips)
  return undefined
}

/** One of the words of a closed set. */
export function choiceOf<T extends string>(
  field: Field | undefined,
  choices: readonly T[],
  slips: Slips,
): T | undefined {
  const text = textOf(field, slips)
  if (field === undefined || text === undefined) return undefined
  const found = choices.find((choice) => choice === text)
  if (found !== undefined) return found
  const near = nearestNames(text, choices)[0]
  const message = `${field.name} is "${text}"`
  const fix = near === undefined ? `use ${choices.join(", ")}` : `did you mean ${near}?`
  slip(slips, "workflow.bad-value", { line: field.line, message, fix })
  return undefined
}

export type Plain = string | number | boolean

export function plainOf(field: Field, slips: Slips): Plain | undefined {
  if (field.node.kind === "scalar" && field.node.value !== null) return field.node.value
  wrong(field, "text, a number, true or false", slips)
  return undefined
}

export function wrong(field: Field, wanted: string, slips: Slips): void {
  const message = `${field.name} is ${described(field.node)}`
  slip(slips, "workflow.bad-value", { line: field.line, message, fix: `write ${wanted}` })
}

export function isNothing(node: YamlNode | undefined): boolean {
  return node === undefined || (node.kind === "scalar" && node.value === null)
}

function described(node: YamlNode): string {
  if (node.kind !== "scalar") return node.kind === "list" ? "a list" : "a map"
  if (node.value === null) return "empty"
  return typeof node.value === "string" ? `"${node.value}"` : String(node.value)
}

/** Leaves out what is undefined, as optional properties want it. */
export function given<T extends object>(fields: T): { [K in keyof T]?: Exclude<T[K], undefined> } {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)) as {
    [K in keyof T]?: Exclude<T[K], undefined>
  }
}

import { findNearestNames } from "../../../text/find-nearest-names.ts"
import { type Problem, placeProblem } from "../../../problem/problem.ts"
import { workflowFileProblem, type WorkflowProblemCode } from "../../problems.ts"
import type { YamlNode } from "./yaml-node.ts"

/** What was wrong in one file, in order. */
export interface FaultList {
  readonly path: string
  readonly found: Problem[]
}

/** A key with its value and position. */
export interface YamlField {
  readonly name: string
  readonly line: number
  readonly node: YamlNode
}

export type YamlFields = ReadonlyMap<string, YamlField>

export function addFault(
  faults: FaultList,
  code: WorkflowProblemCode,
  wording: { line: number; message: string; fix: string },
): void {
  const { line, message, fix } = wording
  faults.found.push(placeProblem(faults.path, workflowFileProblem(code, { line }, { message, fix })))
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
export function readMapField(field: YamlField, expected: Expected, faults: FaultList): YamlFields | undefined {
  const { node } = field
  if (node.kind !== "map") {
    addWrongValue(field, `a map of ${expected.keys.join(", ")}`, faults)
    return undefined
  }
  const fields = new Map<string, YamlField>()
  for (const [name, entry] of node.entries) {
    if (expected.keys.includes(name)) fields.set(name, { name, line: entry.line, node: entry.node })
    else unknownKey(name, entry.line, { expected, faults })
  }
  for (const name of expected.required ?? []) {
    if (!fields.has(name) || isNothing(fields.get(name)?.node)) missingKey(name, field.line, { expected, faults })
  }
  return fields
}

function unknownKey(name: string, line: number, { expected, faults }: { expected: Expected; faults: FaultList }): void {
  const near = findNearestNames(name.replaceAll("_", "-"), expected.keys)[0]
  const known = `it takes ${expected.keys.join(", ")}`
  const fix = near !== undefined ? `did you mean ${near}?` : (expected.hint?.(name) ?? known)
  addFault(faults, "workflow.unknown-key", { line, message: `there is no key "${name}" in ${expected.what}`, fix })
}

function missingKey(name: string, line: number, { expected, faults }: { expected: Expected; faults: FaultList }): void {
  const message = `${expected.what} needs ${name}`
  addFault(faults, "workflow.missing-key", { line, message, fix: `add ${name}: …` })
}

/** The entries of a map whose keys the author chooses. */
export function readNamedEntries(field: YamlField | undefined, faults: FaultList): readonly YamlField[] {
  if (field === undefined || isNothing(field.node)) return []
  if (field.node.kind !== "map") {
    addWrongValue(field, "a map of names", faults)
    return []
  }
  return [...field.node.entries].flatMap(([name, { line, node }]) => {
    if (!RESERVED.has(name)) return [{ name, line, node }]
    addFault(faults, "workflow.bad-value", { line, message: `"${name}" cannot be a name`, fix: "choose another name" })
    return []
  })
}

const RESERVED = new Set(["__proto__", "constructor", "prototype"])

export function readListField(field: YamlField | undefined, faults: FaultList): readonly YamlField[] {
  if (field === undefined || isNothing(field.node)) return []
  if (field.node.kind === "list")
    return field.node.items.map((node, at) => ({ name: `${field.name} ${at + 1}`, line: node.line, node }))
  addWrongValue(field, "a list", faults)
  return []
}

export function readTextField(field: YamlField | undefined, faults: FaultList): string | undefined {
  if (field === undefined || isNothing(field.node)) return undefined
  const { node } = field
  if (node.kind === "scalar" && node.value !== null) return String(node.value)
  addWrongValue(field, "text", faults)
  return undefined
}

/** A list of words; a single word needs no list. */
export function readWordsField(field: YamlField | undefined, faults: FaultList): readonly string[] | undefined {
  if (field === undefined || isNothing(field.node)) return undefined
  if (field.node.kind === "scalar") return [String(field.node.value)]
  return readListField(field, faults).flatMap((item) => readTextField(item, faults) ?? [])
}

export function readFlagField(field: YamlField | undefined, faults: FaultList): boolean | undefined {
  if (field === undefined || isNothing(field.node)) return undefined
  const { node } = field
  if (node.kind === "scalar" && typeof node.value === "boolean") return node.value
  addWrongValue(field, "true or false", faults)
  return undefined
}

export function readNumberField(field: YamlField | undefined, faults: FaultList): number | undefined {
  if (field === undefined || isNothing(field.node)) return undefined
  const { node } = field
  if (node.kind === "scalar" && typeof node.value === "number" && Number.isFinite(node.value)) return node.value
  addWrongValue(field, "a number", faults)
  return undefined
}

/** A whole number that is not below `least`. */
export function readCountField(field: YamlField | undefined, faults: FaultList, least = 0): number | undefined {
  const found = readNumberField(field, faults)
  if (field === undefined || found === undefined) return undefined
  if (Number.isSafeInteger(found) && found >= least) return found
  addWrongValue(field, `a whole number of at least ${least}`, faults)
  return undefined
}

/** One of the words of a closed set. */
export function readChoiceField<T extends string>(
  field: YamlField | undefined,
  choices: readonly T[],
  faults: FaultList,
): T | undefined {
  const text = readTextField(field, faults)
  if (field === undefined || text === undefined) return undefined
  const found = choices.find((choice) => choice === text)
  if (found !== undefined) return found
  const near = findNearestNames(text, choices)[0]
  const message = `${field.name} is "${text}"`
  const fix = near === undefined ? `use ${choices.join(", ")}` : `did you mean ${near}?`
  addFault(faults, "workflow.bad-value", { line: field.line, message, fix })
  return undefined
}

export type Plain = string | number | boolean

export function readScalarField(field: YamlField, faults: FaultList): Plain | undefined {
  if (field.node.kind === "scalar" && field.node.value !== null) return field.node.value
  addWrongValue(field, "text, a number, true or false", faults)
  return undefined
}

export function addWrongValue(field: YamlField, wanted: string, faults: FaultList): void {
  const message = `${field.name} is ${described(field.node)}`
  addFault(faults, "workflow.bad-value", { line: field.line, message, fix: `write ${wanted}` })
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
export function dropUndefined<T extends object>(fields: T): { [K in keyof T]?: Exclude<T[K], undefined> } {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)) as {
    [K in keyof T]?: Exclude<T[K], undefined>
  }
}

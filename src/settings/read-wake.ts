import { parseSkillRef } from "../skill/reference.ts"
import { findNearestNames } from "../text/find-nearest-names.ts"
import { isMap } from "../text/is-map.ts"
import { describeFault, type Fault, type ReadValue } from "./fault.ts"
import type { LimitOwner } from "./limits.ts"
import type { ChainSetting, RuleSetting, WakeLayer } from "./wake-settings.ts"

const WANTED = "a map of rules, chain, checklists and built-in"
const RULE = "off, or { skill, words, when, priority }"
const LINK = "off, or { next, calls }"

/**
 * Which skill a task gets by its words. A rule that is not understood does not count, and the others do. A project may
 * only switch off: it must not decide which text an agent gets.
 */
export function readWake(value: unknown, at: readonly string[], owner: LimitOwner): ReadValue {
  if (!isMap(value)) return { layer: {}, faults: [toFault(at, value, WANTED)] }
  const faults: Fault[] = []
  const reader: Reader = { owner, tell: (fault) => void faults.push(fault) }
  let wake: WakeLayer = {}
  for (const [name, part] of Object.entries(value)) {
    const where = [...at, name]
    const known = Object.hasOwn(parts, name) ? parts[name] : undefined
    if (known === undefined) reader.tell(unknownName(at, name, Object.keys(parts)))
    else if (isOff(part)) wake = { ...wake, ...known.off }
    else if (owner === "project" && !isMap(part)) reader.tell(notAllowed(where))
    else wake = { ...wake, ...known.read(part, where, reader) }
  }
  return { layer: { wake }, faults }
}

interface Reader {
  readonly owner: LimitOwner
  tell(fault: Fault): void
}

interface WakePart {
  readonly off: WakeLayer
  readonly read: (value: unknown, at: readonly string[], reader: Reader) => WakeLayer
}

const parts: Readonly<Record<string, WakePart>> = {
  rules: {
    off: { rules: "off" },
    read: (value, at, reader) => ({ rules: readTable(value, at, { reader, read: readRule, wanted: RULE }) }),
  },
  chain: {
    off: { chain: "off" },
    read: (value, at, reader) => ({ chain: readTable(value, at, { reader, read: readLink, wanted: LINK }) }),
  },
  checklists: {
    off: { checklists: [] },
    read: (value, at, reader) => ({ checklists: readSkills(value, at, reader) }),
  },
  "built-in": { off: { builtIn: false }, read: (value, at, reader) => ({ builtIn: readOn(value, at, reader) }) },
}

function readOn(value: unknown, at: readonly string[], reader: Reader): true | undefined {
  if (value === "on" || value === true) return true
  reader.tell(toFault(at, value, "on or off"))
  return undefined
}

interface TableReading<Row> {
  readonly reader: Reader
  readonly read: (value: unknown, at: readonly string[], reader: Reader) => Row | undefined
  readonly wanted: string
}

/** Row by row. */
function readTable<Row>(value: unknown, at: readonly string[], { reader, read, wanted }: TableReading<Row>) {
  if (!isMap(value)) {
    reader.tell(toFault(at, value, `off, or a map of names to ${wanted}`))
    return undefined
  }
  const rows = Object.entries(value).flatMap(([name, one]): readonly (readonly [string, Row | "off"])[] => {
    const where = [...at, name]
    if (isOff(one)) return [[name, "off"]]
    if (reader.owner === "project") {
      reader.tell(notAllowed(where))
      return []
    }
    const row = isMap(one) ? read(one, where, reader) : undefined
    if (!isMap(one)) reader.tell(toFault(where, one, wanted))
    return row === undefined ? [] : [[name, row]]
  })
  return Object.fromEntries(rows)
}

function readRule(value: unknown, at: readonly string[], reader: Reader): RuleSetting | undefined {
  const { skill, words, when = "mentioned", priority = 5, ...rest } = value as Readonly<Record<string, unknown>>
  for (const name of Object.keys(rest)) reader.tell(unknownName(at, name, ["skill", "words", "when", "priority"]))
  if (!isSkill(skill)) reader.tell(toFault([...at, "skill"], skill, "the name of a skill"))
  const isWhen = when === "asked" || when === "mentioned"
  if (!isWhen) reader.tell(toFault([...at, "when"], when, "asked or mentioned"))
  const isPriority = typeof priority === "number" && Number.isFinite(priority)
  if (!isPriority) reader.tell(toFault([...at, "priority"], priority, "a number"))
  const read = readWords(words, [...at, "words"], reader)
  if (Object.keys(rest).length > 0 || !isSkill(skill) || !isWhen || !isPriority || read.length === 0) return undefined
  return { skill, words: read, when, priority }
}

function readWords(value: unknown, at: readonly string[], reader: Reader): readonly string[] | "*" {
  if (value === "*") return value
  const wanted = 'a list of words, such as ["release notes"], or "*" for every task'
  const isText = (one: unknown): one is string => typeof one === "string" && /[\p{L}\p{N}]/u.test(one)
  const all: readonly unknown[] = Array.isArray(value) ? value : [value]
  if (all.length === 0) reader.tell(toFault(at, undefined, wanted))
  for (const one of all) if (!isText(one)) reader.tell(toFault(at, one, wanted))
  return all.filter(isText)
}

function readLink(value: unknown, at: readonly string[], reader: Reader): ChainSetting | undefined {
  const { next = [], calls = [], ...rest } = value as Readonly<Record<string, unknown>>
  for (const name of Object.keys(rest)) reader.tell(unknownName(at, name, ["next", "calls"]))
  if (Object.keys(rest).length > 0) return undefined
  return {
    next: readSkills(next, [...at, "next"], reader) ?? [],
    calls: readSkills(calls, [...at, "calls"], reader) ?? [],
  }
}

function readSkills(value: unknown, at: readonly string[], reader: Reader): readonly string[] | undefined {
  if (!Array.isArray(value)) {
    reader.tell(toFault(at, value, "a list of skills"))
    return undefined
  }
  for (const one of value) if (!isSkill(one)) reader.tell(toFault(at, one, "the name of a skill"))
  return value.filter(isSkill)
}

function isSkill(value: unknown): value is string {
  return typeof value === "string" && "ref" in parseSkillRef(value)
}

/** Includes YAML's no. */
function isOff(value: unknown): boolean {
  return value === "off" || value === false
}

function toFault(at: readonly string[], value: unknown, wanted: string): Fault {
  return { ...describeFault(at, value, wanted), limits: false }
}

function unknownName(at: readonly string[], name: string, known: readonly string[]): Fault {
  const near = findNearestNames(name, known)
  const fix = near.length > 0 ? `did you mean ${near.join(" or ")}?` : `use one of ${known.join(", ")}, or remove it`
  return { at: [...at, name], message: `there is no setting "${[...at, name].join(".")}"`, fix, limits: false }
}

function notAllowed(at: readonly string[]): Fault {
  const message = `a project may only switch ${at.join(".")} off; the setting was ignored`
  return { at, message, fix: `write ${at.join(".")} as off, or set it in your own settings`, limits: false }
}

import { isMap } from "../text/is-map.ts"
import { agentEfforts } from "./agent-settings.ts"
import { agentDrivers, type AgentDriverName, type AgentSettings } from "./agent-settings.ts"
import { type Fault, describeFault, type ReadValue } from "./fault.ts"

/** A field: a description of valid values, and its name in our own data. */
interface Field {
  readonly wanted: string
  readonly is: (value: unknown) => boolean
  readonly as?: string
}

const text = { wanted: "a text", is: (value: unknown) => typeof value === "string" && value !== "" }
const count = { wanted: "a whole number above 0", is: (value: unknown) => Number.isInteger(value) && Number(value) > 0 }
const amount = { wanted: "a number of 0 or more", is: (value: unknown) => typeof value === "number" && value >= 0 }
const variable = {
  wanted: "the name of a variable, such as MY_API_KEY",
  is: (value: unknown) => typeof value === "string" && /^[A-Za-z_][A-Za-z0-9_]{0,127}$/.test(value),
}
const driver = allowWords(agentDrivers)
const effort = allowWords(agentEfforts)

const choiceFields: Fields = { driver, model: text, effort }
const priceFields: Fields = { input: amount, output: amount, cached: amount }
const driverFields: Fields = {
  program: text,
  model: text,
  effort,
  env: {
    wanted: "a list of variable names",
    is: (value) => Array.isArray(value) && value.every((one) => variable.is(one)),
  },
  timeout: { ...count, wanted: "a whole number of seconds" },
  protocol: allowWords(["anthropic", "openai"]),
  address: {
    wanted: "an http(s) URL",
    is: (value) => typeof value === "string" && /^https?:\/\/[^\s]+$/.test(value),
  },
  key: variable,
  tokens: count,
  "at-once": { ...count, as: "atOnce" },
  "per-minute": { ...count, as: "perMinute" },
  "per-day": { ...amount, as: "perDay" },
}

type Fields = Readonly<Record<string, Field>>

/**
 * Which agents are used for what. An entry that is not understood does not count; if it is a limit, no agent can be
 * started.
 */
export function readAgents(value: unknown, at: readonly string[]): ReadValue {
  if (!isMap(value))
    return {
      layer: {},
      faults: [{ ...describeFault(at, value, "a map of default, drivers, roles and tiers"), limits: true }],
    }
  const faults: Fault[] = []
  const agents: Partial<Record<keyof AgentSettings, unknown>> = {}
  const parts: Readonly<Record<string, (part: unknown, where: readonly string[]) => unknown>> = {
    default: (part, where) => one(part, where, { field: driver, faults }),
    off: (part, where) => readOff(part, where, faults),
    drivers: (part, where) => readMap(part, where, { fields: driverFields, names: agentDrivers, faults }),
    roles: (part, where) => readMap(part, where, { fields: choiceFields, faults }),
    tiers: (part, where) => readMap(part, where, { fields: choiceFields, names: ["large", "mid", "small"], faults }),
    prices: (part, where) => readMap(part, where, { fields: priceFields, faults }),
  }
  for (const [name, part] of Object.entries(value)) {
    const read = Object.hasOwn(parts, name) ? parts[name] : undefined
    if (read === undefined)
      faults.push({ ...describeFault([...at, name], part, `one of ${Object.keys(parts).join(", ")}`), limits: true })
    else agents[name as keyof AgentSettings] = read(part, [...at, name])
  }
  return { layer: { agents: agents as Partial<AgentSettings> }, faults }
}

function one(value: unknown, at: readonly string[], how: { readonly field: Field; readonly faults: Fault[] }): unknown {
  if (how.field.is(value)) return value
  how.faults.push({ ...describeFault(at, value, how.field.wanted), limits: true })
  return undefined
}

/** A driver in the list that is not understood may be one that was meant to be off. */
function readOff(value: unknown, at: readonly string[], faults: Fault[]): readonly AgentDriverName[] {
  const list = Array.isArray(value) ? value : [value]
  return list.filter((name) => one(name, at, { field: driver, faults }) !== undefined) as readonly AgentDriverName[]
}

interface Reading {
  readonly fields: Fields
  /** The allowed names; absent: any. */
  readonly names?: readonly string[]
  readonly faults: Fault[]
}

function readMap(value: unknown, at: readonly string[], how: Reading): unknown {
  if (!isMap(value)) {
    how.faults.push({ ...describeFault(at, value, "a map"), limits: true })
    return {}
  }
  const known = Object.entries(value).filter(([name, entry]) => {
    if (how.names === undefined || how.names.includes(name)) return true
    how.faults.push({ ...describeFault([...at, name], entry, `one of ${how.names.join(", ")}`), limits: true })
    return false
  })
  return Object.fromEntries(known.map(([name, entry]) => [name, readFields(entry, [...at, name], how)]))
}

function readFields(
  value: unknown,
  at: readonly string[],
  { fields, faults }: Reading,
): Readonly<Record<string, unknown>> {
  if (!isMap(value)) {
    faults.push({ ...describeFault(at, value, `a map of ${Object.keys(fields).join(", ")}`), limits: true })
    return {}
  }
  return Object.fromEntries(
    Object.entries(value).flatMap(([name, entry]) => {
      const field = Object.hasOwn(fields, name) ? fields[name] : undefined
      if (field?.is(entry) === true) return [[field.as ?? name, entry]]
      const wanted = field?.wanted ?? `one of ${Object.keys(fields).join(", ")}`
      faults.push({ ...describeFault([...at, name], entry, wanted), limits: true })
      return []
    }),
  )
}

function allowWords(values: readonly string[]): Field {
  return { wanted: values.join(", "), is: (value) => typeof value === "string" && values.includes(value) }
}

import { isMap } from "../text/is-map.ts"
import { type ClientRight, clientRights, type ClientSettings } from "./client-settings.ts"
import { describeFault, type Fault, type ReadValue } from "./fault.ts"

const WANTED = "a map of allow, clients and agents"
const RIGHTS = `a list of ${clientRights.join(", ")}`
const AGENTS = "a list of names of agents"

/** What clients of our MCP server may do. What is not understood is not allowed. */
export function readClients(value: unknown, at: readonly string[]): ReadValue {
  if (!isMap(value)) return { layer: { mcp: { allow: [] } }, faults: [toFault(at, value, WANTED)] }
  const faults: Fault[] = []
  const { allow, clients, agents, ...rest } = value
  for (const [name, one] of Object.entries(rest)) faults.push(toFault([...at, name], one, "allow, clients or agents"))
  const named = readNamed(clients, { at: [...at, "clients"], faults, wanted: RIGHTS, is: isRight })
  const acting = readNamed(agents, { at: [...at, "agents"], faults, wanted: AGENTS, is: isText })
  const mcp: Partial<ClientSettings> = {
    ...(allow === undefined
      ? {}
      : { allow: readItems(allow, { at: [...at, "allow"], faults, wanted: RIGHTS, is: isRight }) }),
    ...(named === undefined ? {} : { clients: named }),
    ...(acting === undefined ? {} : { agents: acting }),
  }
  return { layer: { mcp }, faults }
}

/** What the items of a list must be. */
interface Items<Item> {
  readonly at: readonly string[]
  readonly faults: Fault[]
  readonly wanted: string
  readonly is: (one: unknown) => one is Item
}

function readNamed<Item>(value: unknown, items: Items<Item>): Readonly<Record<string, readonly Item[]>> | undefined {
  if (value === undefined) return undefined
  const { at, faults, wanted } = items
  if (!isMap(value)) {
    faults.push(toFault(at, value, `a map of client names, each with ${wanted}`))
    return undefined
  }
  return Object.fromEntries(
    Object.entries(value).map(([name, listed]) => [name, readItems(listed, { ...items, at: [...at, name] })]),
  )
}

function readItems<Item>(value: unknown, { at, faults, wanted, is }: Items<Item>): readonly Item[] {
  if (!Array.isArray(value)) {
    faults.push(toFault(at, value, wanted))
    return []
  }
  for (const one of value) if (!is(one)) faults.push(toFault(at, one, wanted))
  return value.filter(is)
}

function isRight(one: unknown): one is ClientRight {
  return clientRights.some((right) => right === one)
}

function isText(one: unknown): one is string {
  return typeof one === "string"
}

function toFault(at: readonly string[], value: unknown, wanted: string): Fault {
  return { ...describeFault(at, value, wanted), limits: true }
}

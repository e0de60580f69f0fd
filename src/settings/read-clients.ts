import { isMap } from "../text/is-map.ts"
import { type ClientRight, clientRights, type ClientSettings } from "./client-settings.ts"
import { describeFault, type Fault, type ReadValue } from "./fault.ts"

const WANTED = "a map of allow and clients"
const RIGHTS = `a list of ${clientRights.join(", ")}`

/** What clients of our MCP server may do. What is not understood is not allowed. */
export function readClients(value: unknown, at: readonly string[]): ReadValue {
  if (!isMap(value)) return { layer: { mcp: { allow: [] } }, faults: [toFault(at, value, WANTED)] }
  const faults: Fault[] = []
  const { allow, clients, ...rest } = value
  for (const [name, one] of Object.entries(rest)) faults.push(toFault([...at, name], one, `allow or clients`))
  const named = readNamed(clients, [...at, "clients"], faults)
  const mcp: Partial<ClientSettings> = {
    ...(allow === undefined ? {} : { allow: readRights(allow, [...at, "allow"], faults) }),
    ...(named === undefined ? {} : { clients: named }),
  }
  return { layer: { mcp }, faults }
}

function readNamed(value: unknown, at: readonly string[], faults: Fault[]): ClientSettings["clients"] | undefined {
  if (value === undefined) return undefined
  if (!isMap(value)) {
    faults.push(toFault(at, value, `a map of client names, each with ${RIGHTS}`))
    return undefined
  }
  return Object.fromEntries(
    Object.entries(value).map(([name, rights]) => [name, readRights(rights, [...at, name], faults)]),
  )
}

function readRights(value: unknown, at: readonly string[], faults: Fault[]): readonly ClientRight[] {
  if (!Array.isArray(value)) {
    faults.push(toFault(at, value, RIGHTS))
    return []
  }
  const isRight = (one: unknown): one is ClientRight => clientRights.some((right) => right === one)
  for (const one of value) if (!isRight(one)) faults.push(toFault(at, one, RIGHTS))
  return value.filter(isRight)
}

function toFault(at: readonly string[], value: unknown, wanted: string): Fault {
  return { ...describeFault(at, value, wanted), limits: true }
}

import type { ServerSettings } from "../settings.ts"
import { type Fault, faultAt, isMap, type ReadValue } from "./fault.ts"

const WANTED = "{ command, args, env, trust } or { url, headers, trust }"
const FIELDS = ["trust", "command", "args", "env", "url", "headers"]

/** Servers, one by one. One that is not understood is not used; what it says may be a limit on a server of that name. */
export function readServers(value: unknown, at: readonly string[]): ReadValue {
  if (!isMap(value))
    return { layer: {}, faults: [{ ...faultAt(at, value, `a map of server names to ${WANTED}`), limits: true }] }
  const faults: Fault[] = []
  const servers = Object.entries(value).flatMap(([name, one]): readonly ServerSettings[] => {
    const read = serverOf(name, one)
    if (typeof read !== "string") return [read]
    const message = `${[...at, name].join(".")} ${read}; the server is not used`
    faults.push({ at: [...at, name], message, fix: `write ${name} as ${WANTED}`, limits: true })
    return []
  })
  return { layer: { servers }, faults }
}

/** A server, or what is wrong with it. */
function serverOf(name: string, value: unknown): ServerSettings | string {
  if (!/^[\w-]{1,64}$/.test(name)) return "is not a name of letters, digits, hyphens and underscores"
  if (!isMap(value)) return `is not ${WANTED}`
  const { trust = "text", command, args = [], env = [], url, headers = {} } = value
  const unknown = Object.keys(value).find((field) => !FIELDS.includes(field))
  if (unknown !== undefined) return `has a field "${unknown}", which is not known`
  if (trust !== "text" && trust !== "vars" && trust !== "shell-with-permission")
    return "has a trust that is not text, vars or shell-with-permission"
  if (!isTexts(args)) return "has args that are not a list of texts"
  if (!isTexts(env)) return "has an env that is not a list of variable names"
  if (command !== undefined && url !== undefined) return "has both a command and a url"
  if (typeof command === "string" && command !== "") return { name, trust, at: { command, args, env } }
  if (typeof url !== "string" || !/^https?:\/\//.test(url)) return "has neither a command nor an http(s) url"
  if (!isMap(headers)) return "has headers that are not a map"
  const texts = Object.entries(headers).filter((entry): entry is [string, string] => typeof entry[1] === "string")
  if (texts.length < Object.keys(headers).length) return "has a header that is not text"
  return { name, trust, at: { url, headers: Object.fromEntries(texts) } }
}

function isTexts(value: unknown): value is readonly string[] {
  return Array.isArray(value) && value.every((item) => typeof item === "string")
}

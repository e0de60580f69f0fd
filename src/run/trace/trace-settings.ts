/**
 * Where spans are sent, as the standard variables of OpenTelemetry say. They come from the environment of the process that
 * sends, and from nowhere else: neither a project nor a database can name an address.
 */
export type TraceSettings =
  | { readonly kind: "off" }
  /** The variables ask for something that is not done here. */
  | { readonly kind: "refused"; readonly why: string }
  | TraceTarget

export interface TraceTarget {
  readonly kind: "on"
  readonly url: string
  readonly headers: Readonly<Record<string, string>>
  /** How long a request may take. */
  readonly milliseconds: number
  /** What every span is about, such as `service.name`. */
  readonly resource: Readonly<Record<string, string>>
}

type Env = Readonly<Record<string, string | undefined>>

const DEFAULT_TIMEOUT = 10_000

export function readTraceSettings(env: Env): TraceSettings {
  const isDisabled = read(env, "OTEL_SDK_DISABLED")?.toLowerCase() === "true"
  const exporter = read(env, "OTEL_TRACES_EXPORTER")
  const endpoint = readEndpoint(env)
  if (isDisabled || exporter === "none" || endpoint === undefined) return { kind: "off" }
  const { url, name } = endpoint
  if (exporter !== undefined && exporter !== "otlp") return refuse("OTEL_TRACES_EXPORTER", exporter, "otlp")
  const [protocolName, protocol] = readTraceVariable(env, "PROTOCOL")
  if (protocol !== undefined && protocol !== "http/json") return refuse(protocolName, protocol, "http/json")
  const [compressionName, compression] = readTraceVariable(env, "COMPRESSION")
  if (compression !== undefined && compression !== "none") return refuse(compressionName, compression, "none")
  if (!/^https?:$/.test(URL.canParse(url) ? new URL(url).protocol : "")) return refuse(name, url, "an http address")
  const [timeoutName, timeout = String(DEFAULT_TIMEOUT)] = readTraceVariable(env, "TIMEOUT")
  if (!/^[1-9]\d{0,8}$/.test(timeout)) return refuse(timeoutName, timeout, "a number of milliseconds")
  const [headersName, headerText = ""] = readTraceVariable(env, "HEADERS")
  const headers = readPairs(headerText)
  // The value may be a secret.
  if (headers === undefined) return { kind: "refused", why: `${headersName} is not a list such as key=value,key=value` }
  const resource = readPairs(read(env, "OTEL_RESOURCE_ATTRIBUTES") ?? "")
  if (resource === undefined)
    return { kind: "refused", why: "OTEL_RESOURCE_ATTRIBUTES is not a list such as key=value,key=value" }
  const service = read(env, "OTEL_SERVICE_NAME") ?? resource["service.name"] ?? "skillet"
  return { kind: "on", url, headers, milliseconds: Number(timeout), resource: { ...resource, "service.name": service } }
}

function refuse(name: string, value: string, wanted: string): TraceSettings {
  return { kind: "refused", why: `${name} is ${value}, and only ${wanted} is known` }
}

/** The one for traces is used as it is; the general one gets a path. */
function readEndpoint(env: Env): { readonly name: string; readonly url: string } | undefined {
  const [name, given] = readTraceVariable(env, "ENDPOINT")
  if (given === undefined) return undefined
  return { name, url: name.includes("_TRACES_") ? given : `${given.replace(/\/+$/, "")}/v1/traces` }
}

/** The variable for traces, or else the one for all signals. */
function readTraceVariable(env: Env, what: string): readonly [name: string, value: string | undefined] {
  const own = `OTEL_EXPORTER_OTLP_TRACES_${what}`
  const value = read(env, own)
  const general = `OTEL_EXPORTER_OTLP_${what}`
  return value === undefined ? [general, read(env, general)] : [own, value]
}

/** An empty variable counts as missing. */
function read(env: Env, name: string): string | undefined {
  const value = env[name]?.trim()
  return value === "" ? undefined : value
}

function readPairs(list: string): Readonly<Record<string, string>> | undefined {
  const pairs: [string, string][] = []
  for (const part of list.split(",").map((one) => one.trim())) {
    if (part === "") continue
    const [, key, value] = /^([^=\s]+)\s*=\s*(.*)$/.exec(part) ?? []
    const decoded = value === undefined ? undefined : decode(value)
    if (key === undefined || decoded === undefined) return undefined
    pairs.push([key, decoded])
  }
  return Object.fromEntries(pairs)
}

function decode(value: string): string | undefined {
  try {
    return decodeURIComponent(value)
  } catch (error) {
    if (error instanceof URIError) return undefined
    throw error
  }
}

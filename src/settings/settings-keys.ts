import { isMap } from "../text/is-map.ts"
import { mustBeKnown } from "./decide-settings.ts"
import type { LimitOwner, LimitsReading, UnknownLimit } from "./limits.ts"
import { type PortsProblemCode, sourceProblem } from "./problems.ts"
import { type Problem, placeProblem } from "../problem/problem.ts"
import { findNearestNames } from "../text/find-nearest-names.ts"
import type { ListingSettings, ServerSettings, SettingsLayer } from "./settings.ts"
import { type Fault, type ReadValue, describeFault } from "./fault.ts"
import { readActivation } from "./read-activation.ts"
import { readAgents } from "./read-agents.ts"
import { readClients } from "./read-clients.ts"
import { readDomains } from "./read-domains.ts"
import { readPermissions } from "./read-permissions.ts"
import { readSwitches } from "./read-switches.ts"
import { parseSettingsEntries } from "./parse-settings-entries.ts"
import { readWake } from "./read-wake.ts"

interface Key {
  /** Where its problems are also kept, for the commands that use it. */
  readonly problemsAs?: "workflowProblems" | "domainProblems"
  /** Whether a project's file may set it: only if it is harmless. */
  readonly project: boolean
  /** Only the user's file may set it. */
  readonly isUsers?: true
  /** Its value; if that is not understood, its strictest possible meaning. */
  readonly read: (value: unknown, at: readonly string[], owner: LimitOwner) => ReadValue
}

/** The one table of settings keys. */
const keys: Readonly<Record<string, Key>> = {
  skills: { project: true, read: readSwitches },
  listing: { project: true, read: readListing },
  plugins: { project: false, read: readPlugins },
  shell: { project: false, read: readShell },
  sandbox: { project: false, read: readSandbox },
  permissions: { project: false, read: readOwnPermissions },
  servers: { project: false, read: readServers },
  mcp: { project: false, read: readClients },
  flags: { project: false, read: readFlags },
  agents: { project: false, read: readAgents },
  wake: { project: true, read: readWake },
  activation: { project: true, read: readActivation },
  domains: { project: true, problemsAs: "domainProblems", read: readDomains },
  workflows: { project: false, isUsers: true, problemsAs: "workflowProblems", read: readWorkflowModules },
}

/**
 * Reads one settings file. Keys that it may not set and values that are not understood are problems; the rest counts.
 * In the user's or the machine's file, anything that could have forbidden something is also an unknown limit.
 */
export function readSkilletLayer(file: string, text: string, owner: LimitOwner): LimitsReading<SettingsLayer> {
  const written = parseSettingsEntries(text)
  const problems: Problem[] = []
  const unknown: UnknownLimit[] = []
  let layer: SettingsLayer = {}
  const tell = (code: PortsProblemCode, line: number, { at, message, fix, limits }: Fault) => {
    const isUnknown = limits && mustBeKnown(owner)
    const told = isUnknown && code === "settings.bad-value" ? "settings.unknown-limit" : code
    const found = placeProblem(file, sourceProblem(told, { line }, { message, fix }))
    problems.push(found)
    if (isUnknown) unknown.push({ limit: at.join(".") || "all", problem: found })
  }
  const locateSwitches = (switches: object) =>
    Object.fromEntries(
      Object.keys(switches).map((skill) => [skill, { path: file, line: written.findLine(["skills", skill]) }]),
    )
  for (const { line, ...wording } of written.broken)
    tell("settings.unreadable", line, { at: [], ...wording, limits: true })
  for (const { key: name, value, isGuessed } of written.entries) {
    const key = Object.hasOwn(keys, name) ? keys[name] : undefined
    const line = written.findLine([name])
    if (key === undefined)
      tell("settings.bad-value", line, { ...describeUnknown([], name, Object.keys(keys)), limits: true })
    else if ((owner === "project" && !key.project) || (owner !== "user" && key.isUsers === true))
      tell("settings.not-allowed", line, { ...notAllowed(name, owner), limits: false })
    else {
      const read = key.read(value, [name], owner)
      layer = { ...layer, ...read.layer }
      if (read.layer.switches !== undefined) layer = { ...layer, switchPlaces: locateSwitches(read.layer.switches) }
      const before = problems.length
      if (!isGuessed) for (const fault of read.faults) tell("settings.bad-value", written.findLine(fault.at), fault)
      if (key.problemsAs !== undefined) layer = { ...layer, [key.problemsAs]: problems.slice(before) }
    }
  }
  return { value: layer, problems, unknown }
}

/** A relative path would lead into the workspace. */
function readWorkflowModules(value: unknown, at: readonly string[]): ReadValue {
  const isPath = (one: unknown): one is string => typeof one === "string" && /^(?:~?\/|[A-Za-z]:[\\/])/.test(one)
  const wanted = "a list of files, each with its whole path or a path that begins with ~/"
  if (!Array.isArray(value))
    return { layer: { workflows: [] }, faults: [{ ...describeFault(at, value, wanted), limits: false }] }
  const wrong = value.filter((one) => !isPath(one))
  return {
    layer: { workflows: value.filter(isPath) },
    faults: wrong.map((one) => ({ ...describeFault(at, one, wanted), limits: false })),
  }
}

function readShell(value: unknown, at: readonly string[]): ReadValue {
  if (value === "on" || value === true) return { layer: { shellOff: false }, faults: [] }
  const faults = value === "off" || value === false ? [] : [{ ...describeFault(at, value, "on or off"), limits: true }]
  return { layer: { shellOff: true }, faults }
}

function readSandbox(value: unknown, at: readonly string[]): ReadValue {
  if (value === "preferred") return { layer: { sandbox: value }, faults: [] }
  const faults = value === "required" ? [] : [{ ...describeFault(at, value, "required or preferred"), limits: true }]
  return { layer: { sandbox: "required" }, faults }
}

function readListing(value: unknown, at: readonly string[]): ReadValue {
  if (!isMap(value))
    return {
      layer: {},
      faults: [{ ...describeFault(at, value, "a map of characters, entry-characters and share"), limits: false }],
    }
  const names: Readonly<Record<string, keyof ListingSettings>> = {
    characters: "characters",
    "entry-characters": "entryCharacters",
    share: "share",
  }
  const faults: Fault[] = []
  const listing: Record<string, number> = {}
  for (const [name, number] of Object.entries(value)) {
    const setting = Object.hasOwn(names, name) ? names[name] : undefined
    if (setting === undefined) faults.push({ ...describeUnknown(at, name, Object.keys(names)), limits: false })
    else if (typeof number !== "number" || !(number > 0))
      faults.push({ ...describeFault([...at, name], number, "a number above 0"), limits: false })
    else listing[setting] = number
  }
  return { layer: { listing }, faults }
}

function readPlugins(value: unknown, at: readonly string[]): ReadValue {
  const wanted = "a map of versions (semver or mtime) and off (a list of plugins)"
  if (!isMap(value)) return { layer: {}, faults: [{ ...describeFault(at, value, wanted), limits: true }] }
  const { versions, off, ...rest } = value
  const isVersion = versions === "semver" || versions === "mtime"
  const read = readNames(off ?? [], [...at, "off"], true)
  return {
    layer: {
      ...(off === undefined ? {} : { pluginsOff: read.names }),
      ...(isVersion ? { pluginVersions: versions } : {}),
    },
    faults: [
      ...read.faults,
      ...Object.keys(rest).map((name) => ({ ...describeUnknown(at, name, ["versions", "off"]), limits: true })),
      ...(versions === undefined || isVersion
        ? []
        : [{ ...describeFault([...at, "versions"], versions, "semver or mtime"), limits: false }]),
    ],
  }
}

/** In our own file every key has a meaning; Claude Code's file has keys that do not concern us. */
function readOwnPermissions(value: unknown, at: readonly string[]): ReadValue {
  const lists = ["allow", "ask", "deny"]
  const read = readPermissions(value, at)
  const others = isMap(value) ? Object.keys(value).filter((name) => !lists.includes(name)) : []
  const unknown = others.map((name) => ({ ...describeUnknown(at, name, lists), limits: true }))
  return { layer: read.layer, faults: [...read.faults, ...unknown] }
}

function readFlags(value: unknown, at: readonly string[]): ReadValue {
  const { names, faults } = readNames(value, at, false)
  return { layer: { flags: names }, faults }
}

function describeUnknown(at: readonly string[], name: string, known: readonly string[]): Omit<Fault, "limits"> {
  const near = findNearestNames(name, known)
  const fix = near.length > 0 ? `did you mean ${near.join(" or ")}?` : `use one of ${known.join(", ")}, or remove it`
  return { at: [...at, name], message: `there is no setting "${[...at, name].join(".")}"`, fix }
}

function notAllowed(name: string, owner: LimitOwner): Omit<Fault, "limits"> {
  const who = owner === "project" ? "a project" : "the machine's file"
  const message = `${who} may not set ${name}; the setting was ignored`
  return { at: [name], message, fix: `set ${name} in your own settings instead` }
}

/** A list of names, entry by entry. */
function readNames(
  value: unknown,
  at: readonly string[],
  limits: boolean,
): { readonly names: readonly string[]; readonly faults: readonly Fault[] } {
  const isList = Array.isArray(value)
  const faults: Fault[] = isList ? [] : [{ ...describeFault(at, value, "a list of names"), limits }]
  const items: readonly unknown[] = isList ? value : limits && typeof value === "string" ? [value] : []
  const names = items.flatMap((item) => {
    if (typeof item === "string") return [item]
    faults.push({ ...describeFault(at, item, "a name"), limits })
    return []
  })
  return { names, faults }
}

const WANTED = "{ command, args, env, trust } or { url, headers, trust }"
const FIELDS = ["trust", "command", "args", "env", "url", "headers"]

/**
 * Servers, one by one. A server that is not understood is not used; its entry may be a limit for a server of that name.
 */
function readServers(value: unknown, at: readonly string[]): ReadValue {
  if (!isMap(value))
    return { layer: {}, faults: [{ ...describeFault(at, value, `a map of server names to ${WANTED}`), limits: true }] }
  const faults: Fault[] = []
  const servers = Object.entries(value).flatMap(([name, one]): readonly ServerSettings[] => {
    const read = readServer(name, one)
    if (typeof read !== "string") return [read]
    const message = `${[...at, name].join(".")} ${read}; the server is not used`
    faults.push({ at: [...at, name], message, fix: `write ${name} as ${WANTED}`, limits: true })
    return []
  })
  return { layer: { servers }, faults }
}

/** A server, or what is wrong with it. */
function readServer(name: string, value: unknown): ServerSettings | string {
  if (!/^[\w-]{1,64}$/.test(name)) return "is not a name of letters, digits, hyphens and underscores"
  if (!isMap(value)) return `is not ${WANTED}`
  const { trust = "text", command, args = [], env = [], url, headers = {} } = value
  const unknown = Object.keys(value).find((field) => !FIELDS.includes(field))
  if (unknown !== undefined) return `has an unknown field "${unknown}"`
  if (trust !== "text" && trust !== "vars" && trust !== "shell-with-permission")
    return "has a trust level that is not text, vars or shell-with-permission"
  if (!isTexts(args)) return "has args that are not a list of strings"
  if (!isTexts(env)) return "has an env that is not a list of variable names"
  if (command !== undefined && url !== undefined) return "has both a command and a url"
  if (typeof command === "string" && command !== "") return { name, trust, at: { command, args, env } }
  if (typeof url !== "string" || !/^https?:\/\//.test(url)) return "has neither a command nor an http(s) url"
  if (!isMap(headers)) return "has headers that are not a map"
  const texts = Object.entries(headers).filter((entry): entry is [string, string] => typeof entry[1] === "string")
  if (texts.length < Object.keys(headers).length) return "has a header that is not a string"
  return { name, trust, at: { url, headers: Object.fromEntries(texts) } }
}

function isTexts(value: unknown): value is readonly string[] {
  return Array.isArray(value) && value.every((item) => typeof item === "string")
}

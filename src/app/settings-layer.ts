import {
  type ListingSettings,
  type ServerSettings,
  type SettingsLayer,
  type Switch,
  switchLevels,
} from "../catalog/settings.ts"
import { nearestNames } from "../skill/nearest-names.ts"
import { type Problem, problem, problemAt } from "../skill/problem.ts"

export interface JudgedLayer {
  readonly layer: SettingsLayer
  readonly problems: readonly Problem[]
}

type Values = Readonly<Record<string, unknown>>

interface Key {
  /** Whether a project's file may set it: only what harms nobody. */
  readonly project: boolean
  /** What it means, or in words what it should have been. */
  readonly read: (value: unknown) => SettingsLayer | string
}

/** The one table of settings keys. */
const keys: Readonly<Record<string, Key>> = {
  skills: { project: true, read: readSwitches },
  listing: { project: true, read: readListing },
  plugins: { project: false, read: readPlugins },
  shell: {
    project: false,
    read: (value) =>
      value === "on" || value === true
        ? { shellOff: false }
        : value === "off" || value === false
          ? { shellOff: true }
          : "on or off",
  },
  sandbox: {
    project: false,
    read: (value) => (value === "required" || value === "preferred" ? { sandbox: value } : "required or preferred"),
  },
  permissions: { project: false, read: readPermissions },
  servers: { project: false, read: readServers },
  flags: { project: false, read: (value) => (isTexts(value) ? { flags: value } : "a list of names") },
}

/** Judges one settings file: what it may not set and what is not understood are problems, the rest counts. */
export function settingsLayer(file: string, values: Values, level: "user" | "project" | "managed"): JudgedLayer {
  const problems: Problem[] = []
  let layer: SettingsLayer = {}
  for (const [name, value] of Object.entries(values)) {
    const key = Object.hasOwn(keys, name) ? keys[name] : undefined
    if (key === undefined) problems.push(unknownKey(file, name))
    else if (level === "project" && !key.project) problems.push(notAllowed(file, name))
    else {
      const read = key.read(value)
      if (typeof read === "string") problems.push(badValue(file, name, read))
      else layer = { ...layer, ...read }
    }
  }
  return { layer, problems }
}

function readSwitches(value: unknown): SettingsLayer | string {
  const wanted = `a map of skill names to ${switchLevels.join(", ")}`
  if (!isMap(value)) return wanted
  const switches = Object.entries(value).map(([name, level]) => [name, switchOf(level)] as const)
  if (switches.some(([, level]) => level === undefined)) return wanted
  return { switches: Object.fromEntries(switches) as Readonly<Record<string, Switch>> }
}

function switchOf(value: unknown): Switch | undefined {
  if (value === true) return "on"
  if (value === false) return "off"
  return switchLevels.find((level) => level === value)
}

function readListing(value: unknown): SettingsLayer | string {
  const wanted = "a map of characters, entry-characters and share"
  if (!isMap(value)) return wanted
  const names: Readonly<Record<string, keyof ListingSettings>> = {
    characters: "characters",
    "entry-characters": "entryCharacters",
    share: "share",
  }
  const read: Record<string, number> = {}
  for (const [name, number] of Object.entries(value)) {
    const setting = names[name]
    if (setting === undefined || typeof number !== "number" || number <= 0) return wanted
    read[setting] = number
  }
  return { listing: read }
}

function readPlugins(value: unknown): SettingsLayer | string {
  const wanted = "a map of versions (semver or mtime) and off (a list of plugins)"
  if (!isMap(value)) return wanted
  const { versions, off, ...rest } = value
  if (Object.keys(rest).length > 0) return wanted
  if (versions !== undefined && versions !== "semver" && versions !== "mtime") return wanted
  if (off !== undefined && !isTexts(off)) return wanted
  return {
    ...(versions === undefined ? {} : { pluginVersions: versions }),
    ...(off === undefined ? {} : { pluginsOff: off }),
  }
}

function readPermissions(value: unknown): SettingsLayer | string {
  const wanted = "a map of allow, ask and deny, each a list of rules such as Bash(git log:*)"
  if (!isMap(value)) return wanted
  const { allow = [], ask = [], deny = [], ...rest } = value
  if (Object.keys(rest).length > 0 || !isTexts(allow) || !isTexts(ask) || !isTexts(deny)) return wanted
  return { permissions: { allow, ask, deny } }
}

function readServers(value: unknown): SettingsLayer | string {
  const wanted = "a map of server names to { command, args, env, trust } or { url, headers, trust }"
  if (!isMap(value)) return wanted
  const servers = Object.entries(value).map(([name, one]) => serverOf(name, one))
  const sound = servers.filter((server) => server !== undefined)
  return sound.length === servers.length ? { servers: sound } : wanted
}

function serverOf(name: string, value: unknown): ServerSettings | undefined {
  if (!isMap(value) || !/^[\w-]{1,64}$/.test(name)) return undefined
  const { trust = "text", command, args = [], env = [], url, headers = {} } = value
  if (trust !== "text" && trust !== "vars" && trust !== "shell-with-permission") return undefined
  if (typeof command === "string" && url === undefined && isTexts(args) && isTexts(env))
    return { name, trust, at: { command, args, env } }
  if (typeof url !== "string" || command !== undefined || !isMap(headers)) return undefined
  const texts = Object.entries(headers).filter((entry): entry is [string, string] => typeof entry[1] === "string")
  return /^https?:\/\//.test(url) ? { name, trust, at: { url, headers: Object.fromEntries(texts) } } : undefined
}

function isMap(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null && !Array.isArray(value)
}

function isTexts(value: unknown): value is readonly string[] {
  return Array.isArray(value) && value.every((item) => typeof item === "string")
}

function unknownKey(file: string, name: string): Problem {
  const near = nearestNames(name, Object.keys(keys))
  const fix = near.length > 0 ? `did you mean ${near.join(" or ")}?` : `use one of ${Object.keys(keys).join(", ")}`
  return problemAt(file, problem("settings.bad-value", {}, { message: `there is no setting "${name}"`, fix }))
}

function badValue(file: string, name: string, wanted: string): Problem {
  return problemAt(
    file,
    problem(
      "settings.bad-value",
      {},
      { message: `${name} is not ${wanted}; it was left out`, fix: `write ${name} as ${wanted}` },
    ),
  )
}

function notAllowed(file: string, name: string): Problem {
  const message = `a project may not set ${name}; it was left out`
  return problemAt(
    file,
    problem("settings.not-allowed", {}, { message, fix: `set ${name} in your own settings instead` }),
  )
}

import path from "node:path"
import { readSettingsFile } from "../../../settings/io/read-settings-file.ts"
import { openTrustStore } from "../../../trust/io/trust-store.ts"
import { type CatalogSettings, layerSettings, type SettingsLayer, tightenSettings } from "../../../settings/settings.ts"
import { readClaudeLayer } from "../../../settings/claude-layer.ts"
import { takeSettingsText } from "../../../settings/settings-text.ts"
import type { HostId, HostProfile, Surroundings } from "../../../hosts/profile.ts"
import { profiles } from "../../../hosts/profiles.ts"
import type { LimitOwner, LimitsReading, UnknownLimit } from "../../../settings/limits.ts"
import type { Problem } from "../../../problem/problem.ts"
import type { Level, SkilletOptions } from "./options.ts"
import { locateOwnFiles, PROJECT_SETTINGS } from "../../../system/own-files.ts"

export interface Limits {
  readonly settings: CatalogSettings
  readonly unknown: readonly UnknownLimit[]
  readonly problems: readonly Problem[]
}

/**
 * The limits of a session, for each host: settings, which are read once, and approvals, which are checked every time.
 * An unknown limit is reported once.
 */
export function openLimits(around: Surroundings, options: SkilletOptions): (host: HostId) => Promise<Limits> {
  const told = new Set<string>()
  const readings = new Map<HostId, Promise<LimitsReading<CatalogSettings>>>()
  const approvals = openTrustStore(locateOwnFiles(options.env ?? process.env).data)
  return async (host) => {
    const reading = readings.get(host) ?? loadSettings(profiles[host], around, options)
    readings.set(host, reading)
    const { value: settings, problems, unknown } = await reading
    // An approval that cannot be understood may have pinned a server's skill.
    const odd = approvals.problems()
    const all = [...unknown, ...odd.map((problem) => ({ limit: "approvals", problem }))]
    for (const limit of all) {
      const key = JSON.stringify(limit)
      if (!told.has(key)) options.onUnknownLimit?.(limit)
      told.add(key)
    }
    return { settings, unknown: all, problems: [...problems, ...odd] }
  }
}

type ReadLayer = LimitsReading<SettingsLayer>

/**
 * Determines the settings in force: the user's, tightened by the project and by the machine. Neither can switch on what
 * the user switched off. Profile `claude` adds Claude Code's own files.
 */
async function loadSettings(
  profile: HostProfile,
  around: Surroundings,
  options: SkilletOptions,
): Promise<LimitsReading<CatalogSettings>> {
  const env = options.env ?? process.env
  const user = await own(locateOwnFiles(env).userSettings, "user")
  const projects = await Promise.all(
    [...around.upwards].reverse().map((folder) => own(path.join(folder, PROJECT_SETTINGS), "project")),
  )
  const managed = await own(path.join(options.managed ?? "/etc/skillet", "config.yaml"), "managed")
  const claude = layersOfHost[profile.id]?.(around, options) ?? { user: [], project: [], managed: [], variables: [] }
  const theirs = profile.settings === undefined ? noHostLayers : await hostLayers(profile, around)
  const below = layerSettings([
    ...theirs.user.map(({ value }) => value),
    ...claude.user.map(({ value }) => value),
    ...claude.variables,
    user.value,
    envLayer(env),
    optionLayer(options),
  ])
  const above = [...projects, ...claude.project, ...theirs.project, ...claude.managed, ...theirs.managed, managed]
  const reads = [user, ...projects, managed, ...claude.user, ...claude.project, ...claude.managed, ...theirs.all]
  return {
    value: above.map(({ value }) => value).reduce(tightenSettings, below),
    problems: reads.flatMap(({ problems }) => problems),
    unknown: reads.flatMap(({ unknown }) => unknown),
  }
}

/** Owners whose settings contain more than which skills are off: they also have permissions. */
const layersOfHost: Readonly<Partial<Record<HostId, typeof claudeLayers>>> = { claude: claudeLayers }

const noHostLayers = { user: [], project: [], managed: [], all: [] }

async function hostLayers(profile: HostProfile, around: Surroundings) {
  const { readHostLayers } = await import("../../../settings/io/host-layers.ts")
  return readHostLayers(profile, around)
}

async function own(file: string, owner: LimitOwner): Promise<ReadLayer> {
  const found = takeSettingsText(file, readSettingsFile(file), owner)
  if ("layer" in found) return found.layer
  // Parsing YAML costs time at every start, and most places have no file.
  const { readOwnLayer } = await import("../../../settings/own-layer.ts")
  return readOwnLayer(file, found.text, owner)
}

function envLayer(env: Readonly<Record<string, string | undefined>>): SettingsLayer {
  const flags = env["SKILLET_FLAGS"]
  return flags === undefined
    ? {}
    : {
        flags: flags
          .split(",")
          .map((flag) => flag.trim())
          .filter((flag) => flag !== ""),
      }
}

function optionLayer(options: SkilletOptions): SettingsLayer {
  return {
    pluginVersions: options.pluginVersions,
    flags: options.flags,
  }
}

function claudeLayers(around: Surroundings, options: SkilletOptions) {
  const env = options.env ?? process.env
  const takes = (level: Level) => options.levels === undefined || options.levels.includes(level)
  const project = (name: string) => [...around.upwards].reverse().map((folder) => path.join(folder, ".claude", name))
  const read = (files: readonly string[], owner: LimitOwner) =>
    files.map((file) => readClaudeLayer(file, readSettingsFile(file), owner))
  const characters = Number(env["SLASH_COMMAND_TOOL_CHAR_BUDGET"])
  const variables: SettingsLayer[] = characters > 0 ? [{ listing: { characters } }] : []
  return {
    user: read(takes("user") ? [path.join(around.config.claude ?? "", "settings.json")] : [], "user"),
    variables,
    project: read(
      [
        ...(takes("project") ? project("settings.json") : []),
        ...(takes("local") ? project("settings.local.json") : []),
      ],
      "project",
    ),
    managed: read(
      around.managed.claude.map((folder) => path.join(folder, "managed-settings.json")),
      "managed",
    ),
  }
}

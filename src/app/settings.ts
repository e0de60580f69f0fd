import path from "node:path"
import { type ClaudeSettings, readClaudeSettings } from "../adapters/settings/claude-settings.ts"
import { readSettingsFile } from "../adapters/settings/read-file.ts"
import {
  type CatalogSettings,
  layerSettings,
  type SettingsLayer,
  type Switch,
  tightenSettings,
} from "../catalog/settings.ts"
import type { HostProfile, Surroundings } from "../hosts/profile.ts"
import { SkilletError } from "../skill/failure.ts"
import { type Problem, problem, problemAt } from "../skill/problem.ts"
import type { Level, SkilletOptions } from "./options.ts"
import { ownPlaces, PROJECT_SETTINGS } from "./places.ts"
import { settingsLayer } from "./settings-layer.ts"

export interface LoadedSettings {
  readonly settings: CatalogSettings
  readonly problems: readonly Problem[]
}

/**
 * Settles what counts here: what the user set, tightened by the project and by the machine: neither can switch on what
 * the user switched off. Profile `claude` adds what Claude Code's own files say.
 */
export async function loadSettings(
  profile: HostProfile,
  around: Surroundings,
  options: SkilletOptions,
): Promise<LoadedSettings> {
  const env = options.env ?? process.env
  const user = await own(ownPlaces(env).userSettings, "user")
  const projects = await Promise.all(
    [...around.upwards].reverse().map((folder) => own(path.join(folder, PROJECT_SETTINGS), "project")),
  )
  const managed = await own(path.join(options.managed ?? "/etc/skillet", "config.yaml"), "managed")
  const claude =
    profile.id === "claude" ? claudeLayers(around, options) : { user: [], project: [], managed: [], problems: [] }
  const below = layerSettings([...claude.user, user.layer, envLayer(env), optionLayer(options)])
  const settings = [...projects.map(({ layer }) => layer), ...claude.project, ...claude.managed, managed.layer].reduce(
    tightenSettings,
    below,
  )
  const problems = [user, ...projects, managed].flatMap((read) => read.problems)
  return { settings, problems: [...problems, ...claude.problems] }
}

interface OwnSettings {
  readonly layer: SettingsLayer
  readonly problems: readonly Problem[]
}

/** A project's file that cannot be read says nothing; the user's and the machine's may forbid things, so they must be read. */
async function own(file: string, level: "user" | "project" | "managed"): Promise<OwnSettings> {
  try {
    const text = readSettingsFile(file)
    if (text === undefined) return { layer: {}, problems: [] }
    const { parseSkilletSettings } = await import("../adapters/settings/skillet-settings.ts")
    const read = parseSkilletSettings(file, text)
    const judged = settingsLayer(file, read.values, level)
    return { layer: judged.layer, problems: [...read.problems, ...judged.problems] }
  } catch (error) {
    if (level !== "project" || !(error instanceof SkilletError)) throw error
    const wording = { message: `${error.message}; nothing of it counts`, fix: error.next }
    return { layer: {}, problems: [problemAt(file, problem("settings.unreadable", {}, wording))] }
  }
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
    ...(options.pluginVersions === undefined ? {} : { pluginVersions: options.pluginVersions }),
    ...(options.flags === undefined ? {} : { flags: options.flags }),
  }
}

function claudeLayers(around: Surroundings, options: SkilletOptions) {
  const env = options.env ?? process.env
  const takes = (level: Level) => options.levels === undefined || options.levels.includes(level)
  const project = (name: string) => [...around.upwards].reverse().map((folder) => path.join(folder, ".claude", name))
  const read = (files: readonly string[]) => files.map(readClaudeSettings)
  const user = read(takes("user") ? [path.join(around.config.claude ?? "", "settings.json")] : [])
  const shared = read(takes("project") ? project("settings.json") : [])
  const local = read(takes("local") ? project("settings.local.json") : [])
  const managed = read(around.managed.claude.map((folder) => path.join(folder, "managed-settings.json")))
  const layers = (reads: typeof user) =>
    reads.flatMap(({ settings }) => (settings === undefined ? [] : [claudeLayer(settings)]))
  const characters = Number(env["SLASH_COMMAND_TOOL_CHAR_BUDGET"])
  const variable: SettingsLayer[] = characters > 0 ? [{ listing: { characters } }] : []
  return {
    user: [...layers(user), ...variable],
    project: [...layers(shared), ...layers(local)],
    managed: layers(managed),
    problems: [...user, ...shared, ...local, ...managed].flatMap(({ problems }) => problems),
  }
}

function claudeLayer(said: ClaudeSettings): SettingsLayer {
  return {
    switches: Object.fromEntries(
      Object.entries(said.overrides).flatMap(([name, level]) =>
        level in levels ? [[name, levels[level] ?? "on"]] : [],
      ),
    ),
    listing: {
      ...(said.entryCharacters === undefined ? {} : { entryCharacters: said.entryCharacters }),
      ...(said.share === undefined ? {} : { share: said.share }),
    },
    permissions: { allow: said.allow, ask: said.ask, deny: said.deny },
    pluginsOff: said.pluginsOff,
    ...(said.shellOff === undefined ? {} : { shellOff: said.shellOff }),
  }
}

const levels: Readonly<Record<string, Switch>> = {
  on: "on",
  "name-only": "name-only",
  "user-invocable-only": "user-only",
  off: "off",
}

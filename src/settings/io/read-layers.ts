import type { HostProfile, SettingsLevel, Surroundings } from "../../hosts/profile.ts"
import { locateOwnFiles } from "../../system/own-files.ts"
import { planOwnFiles, type ReadLayer, type SettingsLayers } from "../decide-settings.ts"
import type { LimitOwner } from "../limits.ts"
import type { SettingsLayer } from "../settings.ts"
import { takeSettingsText } from "../settings-text.ts"
import { readSettingsFile } from "./read-settings-file.ts"

/** What a caller may set, besides files. */
export interface SettingsOptions {
  readonly env?: Readonly<Record<string, string | undefined>>
  /** The machine's own directory. */
  readonly managed?: string
  /** Use only these levels of the host's settings. */
  readonly levels?: readonly SettingsLevel[]
  readonly pluginVersions?: "semver" | "mtime" | undefined
  readonly flags?: readonly string[]
}

/** Reads every layer of settings that counts for a host from here; `decideSettings` decides what they mean together. */
export async function readLayers(
  profile: HostProfile,
  around: Surroundings,
  options: SettingsOptions,
): Promise<SettingsLayers> {
  return {
    host: await readHost(profile, around, options.levels),
    variables: readVariables(options.env ?? process.env),
    options: { pluginVersions: options.pluginVersions, flags: options.flags },
    ...(await readOwnLayers(around.upwards, options)),
  }
}

/** Our own settings files, for a directory and those above it. */
export async function readOwnLayers(
  upwards: readonly string[],
  { env = process.env, managed: managedFolder }: Pick<SettingsOptions, "env" | "managed">,
): Promise<Pick<SettingsLayers, "user" | "projects" | "managed">> {
  const files = planOwnFiles({ userFile: locateOwnFiles(env).userSettings, upwards, managedFolder })
  return {
    user: await readOwn(files.user, "user"),
    projects: await Promise.all(files.projects.map((file) => readOwn(file, "project"))),
    managed: await readOwn(files.managed, "managed"),
  }
}

/** Loaded only for hosts that have settings. */
async function readHost(profile: HostProfile, around: Surroundings, levels?: readonly SettingsLevel[]) {
  if (profile.settings === undefined) return []
  const { readHostLayers } = await import("./host-layers.ts")
  return readHostLayers(profile, around, levels)
}

async function readOwn(file: string, owner: LimitOwner): Promise<ReadLayer> {
  const found = takeSettingsText(file, readSettingsFile(file), owner)
  if ("layer" in found) return found.layer
  // Parsing YAML costs time at every start, and most places have no file.
  const { readSkilletLayer } = await import("../settings-keys.ts")
  return readSkilletLayer(file, found.text, owner)
}

function readVariables(env: Readonly<Record<string, string | undefined>>): SettingsLayer {
  const flags = env["SKILLET_FLAGS"]
    ?.split(",")
    .map((flag) => flag.trim())
    .filter((flag) => flag !== "")
  return { flags }
}

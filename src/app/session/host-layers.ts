import path from "node:path"
import { parseJsonWithComments, type ParsedSettings, parseToml } from "../../adapters/settings/parse-settings.ts"
import { readSettingsFile } from "../../adapters/settings/read-settings-file.ts"
import { isBelow } from "../../adapters/sources/link-boundary.ts"
import type { SettingsLayer } from "../../catalog/settings.ts"
import { anchors } from "../../hosts/plan-places.ts"
import type { HostProfile, SettingsFileRule, Surroundings } from "../../hosts/profile.ts"
import { readHostSettings } from "../../hosts/settings/read-host-settings.ts"
import type { LimitsReading } from "../../policy/limits.ts"
import { settingsText } from "../../catalog/settings/settings-text.ts"
import { unreadableFile } from "../../catalog/settings/unreadable-file.ts"

type ReadLayer = LimitsReading<SettingsLayer>

const parsers: Readonly<
  Record<SettingsFileRule["format"], (text: string) => ParsedSettings | Promise<ParsedSettings>>
> = {
  toml: parseToml,
  json: parseJsonWithComments,
}

/** What a host's own settings say about skills. They limit the host, not us: what is broken is told, and no more. */
export async function readHostLayers(profile: HostProfile, around: Surroundings) {
  const reads = await Promise.all(
    writtenSettings(profile, around).map(async (written) => ({
      owner: written.owner,
      layer: await readLayer(written, profile, around),
    })),
  )
  const of = (owner: Owner) => reads.filter((read) => read.owner === owner).map(({ layer }) => layer)
  return { user: of("user"), project: of("project"), managed: of("managed"), all: reads.map(({ layer }) => layer) }
}

type Owner = SettingsFileRule["owner"]

/** Settings that may be there: the file, or the name of the variable that holds their text. */
interface WrittenSettings {
  readonly at: string
  readonly text?: string | undefined
  readonly format: SettingsFileRule["format"]
  readonly owner: Owner
}

/** In the order in which the host reads them. */
function writtenSettings(profile: HostProfile, around: Surroundings): readonly WrittenSettings[] {
  const rules = (profile.settings ?? []).filter(
    ({ unless = [] }) => !unless.some((name) => around.switchedOff.includes(name)),
  )
  const files = rules.flatMap(({ at, files, format, owner }) =>
    anchors(at, profile, around).flatMap(({ folder }) =>
      files.map((file) => ({ at: path.join(folder, file), format, owner })),
    ),
  )
  const variables = (profile.settingsVariables ?? []).flatMap(({ variable, holds, format }) => {
    const value = around.settingsVariables[variable]
    if (value === undefined) return []
    const rest = { format, owner: "user" as const }
    return [
      holds === "path" ? { at: path.resolve(around.cwd, value), ...rest } : { at: variable, text: value, ...rest },
    ]
  })
  return [...files, ...variables]
}

async function readLayer(
  { at, text, format, owner }: WrittenSettings,
  profile: HostProfile,
  around: Surroundings,
): Promise<ReadLayer> {
  const found = text === undefined ? settingsText(at, readSettingsFile(at), "project") : { text }
  if ("layer" in found) return found.layer
  const parsed = await parsers[format](found.text)
  if (!("values" in parsed))
    return unreadableFile(at, { message: parsed.why, fix: `correct line ${parsed.line}`, line: parsed.line }, "project")
  const said = readHostSettings[profile.id]?.(parsed.values) ?? { rules: [], skillDirs: [] }
  const folders = said.skillDirs.map((folder) => path.resolve(around.cwd, folder.replace(/^~(?=\/|$)/, around.home)))
  const skillDirs = owner === "project" ? folders.filter((folder) => isBelow(around.root, folder)) : folders
  return { value: { ruleSets: [said.rules], skillDirs }, problems: [], unknown: [] }
}

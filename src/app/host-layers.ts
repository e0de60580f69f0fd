import path from "node:path"
import { parseJsonWithComments, type ParsedSettings, parseToml } from "../adapters/settings/parse-settings.ts"
import { readSettingsFile } from "../adapters/settings/read-settings-file.ts"
import { isBelow } from "../adapters/sources/link-boundary.ts"
import type { SettingsLayer } from "../catalog/settings.ts"
import { anchors } from "../hosts/plan-places.ts"
import type { HostProfile, SettingsFileRule, Surroundings } from "../hosts/profile.ts"
import { readHostSettings } from "../hosts/settings/read-host-settings.ts"
import type { LimitsReading } from "../policy/limits.ts"
import { settingsText } from "../catalog/settings/settings-text.ts"
import { unreadableFile } from "../catalog/settings/unreadable-file.ts"

type ReadLayer = LimitsReading<SettingsLayer>

const parsers: Readonly<
  Record<SettingsFileRule["format"], (text: string) => ParsedSettings | Promise<ParsedSettings>>
> = {
  toml: parseToml,
  json: parseJsonWithComments,
}

/** What a host's own settings files say about skills. They limit the host, not us: one that is broken is told, and no more. */
export async function readHostLayers(profile: HostProfile, around: Surroundings) {
  const reads = await Promise.all(
    (profile.settings ?? []).flatMap((rule) =>
      anchors(rule.at, profile, around).flatMap(({ folder }) =>
        rule.files.map(async (file) => ({
          owner: rule.owner,
          layer: await readLayer(path.join(folder, file), rule, { profile, around }),
        })),
      ),
    ),
  )
  const of = (owner: SettingsFileRule["owner"]) =>
    reads.filter((read) => read.owner === owner).map(({ layer }) => layer)
  return { user: of("user"), project: of("project"), managed: of("managed"), all: reads.map(({ layer }) => layer) }
}

async function readLayer(
  file: string,
  rule: SettingsFileRule,
  { profile, around }: { readonly profile: HostProfile; readonly around: Surroundings },
): Promise<ReadLayer> {
  const found = settingsText(file, readSettingsFile(file), "project")
  if ("layer" in found) return found.layer
  const parsed = await parsers[rule.format](found.text)
  if (!("values" in parsed))
    return unreadableFile(
      file,
      { message: parsed.why, fix: `correct line ${parsed.line}`, line: parsed.line },
      "project",
    )
  const said = readHostSettings[profile.id]?.(parsed.values) ?? { rules: [], skillDirs: [] }
  const folders = said.skillDirs.map((folder) => path.resolve(around.cwd, folder.replace(/^~(?=\/|$)/, around.home)))
  const skillDirs = rule.owner === "project" ? folders.filter((folder) => isBelow(around.root, folder)) : folders
  return { value: { ruleSets: [said.rules], skillDirs }, problems: [], unknown: [] }
}

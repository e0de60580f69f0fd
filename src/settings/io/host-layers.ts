import { parseJsonWithComments, type ParsedSettings, parseToml } from "./parse-settings.ts"
import { readSettingsFile } from "./read-settings-file.ts"
import type { SettingsLayer } from "../settings.ts"
import type { HostProfile, SettingsFileRule, Surroundings } from "../../hosts/profile.ts"
import { readHostSettings } from "../../hosts/settings/read-host-settings.ts"
import {
  expandHome,
  resolveSkillDirs,
  type WrittenSettings,
  readWrittenSettings,
} from "../../hosts/settings/written-settings.ts"
import type { LimitsReading } from "../limits.ts"
import { takeSettingsText, toUnreadableLayer } from "../settings-text.ts"

type ReadLayer = LimitsReading<SettingsLayer>

const parsers: Readonly<
  Record<SettingsFileRule["format"], (text: string) => ParsedSettings | Promise<ParsedSettings>>
> = {
  toml: parseToml,
  json: parseJsonWithComments,
}

/** What a host's own settings say about skills. They limit the host, not Skillet, so broken ones are only reported. */
export async function readHostLayers(profile: HostProfile, around: Surroundings) {
  const reads = await Promise.all(
    readWrittenSettings(profile, around).map(async (written) => ({
      owner: written.owner,
      layer: await readLayer(written, profile, around),
    })),
  )
  const of = (owner: Owner) => reads.filter((read) => read.owner === owner).map(({ layer }) => layer)
  return { user: of("user"), project: of("project"), managed: of("managed"), all: reads.map(({ layer }) => layer) }
}

type Owner = SettingsFileRule["owner"]

async function readLayer(
  { at, text, format, owner, under }: WrittenSettings,
  profile: HostProfile,
  around: Surroundings,
): Promise<ReadLayer> {
  const found = text === undefined ? takeSettingsText(at, readSettingsFile(at), "project") : { text }
  if ("layer" in found) return found.layer
  const parsed = await parsers[format](found.text)
  if (!("values" in parsed))
    return toUnreadableLayer(
      at,
      { message: parsed.why, fix: `correct line ${parsed.line}`, line: parsed.line },
      "project",
    )
  const values = under === undefined ? parsed.values : { [under]: parsed.values }
  const said = readHostSettings[profile.id]?.(values, owner) ?? { rules: [], skillDirs: [] }
  const skillDirs = resolveSkillDirs(said.skillDirs, owner, around)
  return {
    value: { ruleSets: [said.rules.map((rule) => expandHome(rule, around))], skillDirs },
    problems: [],
    unknown: [],
  }
}

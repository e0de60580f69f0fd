import { parseJsonWithComments, type ParsedSettings, parseToml } from "./parse-settings.ts"
import { readSettingsFile } from "./read-settings-file.ts"
import type { HostProfile, SettingsLevel, Surroundings } from "../../hosts/profile.ts"
import { readHostSettings } from "../../hosts/settings/read-host-settings.ts"
import {
  expandHome,
  listWrittenSettings,
  resolveSkillDirs,
  type WrittenSettings,
} from "../../hosts/settings/written-settings.ts"
import { HOST_RULES_OWNER, type HostLayer, type ReadLayer } from "../decide-settings.ts"
import { takeSettingsText, toUnreadableLayer } from "../settings-text.ts"

/** The host's own settings, in the order in which it reads them. */
export function readHostLayers(
  profile: HostProfile,
  around: Surroundings,
  levels?: readonly SettingsLevel[],
): Promise<readonly HostLayer[]> {
  return Promise.all(
    listWrittenSettings(profile, around, levels).map(async (written) => ({
      owner: written.owner,
      layer: await readers[written.format](written, profile, around),
    })),
  )
}

type LayerReader = (
  written: WrittenSettings,
  profile: HostProfile,
  around: Surroundings,
) => ReadLayer | Promise<ReadLayer>

const readers: Readonly<Record<WrittenSettings["format"], LayerReader>> = {
  toml: readRules(parseToml),
  json: readRules(parseJsonWithComments),
  "claude-settings": async ({ at, owner }) => {
    const { readClaudeLayer } = await import("../claude-layer.ts")
    return readClaudeLayer(at, readSettingsFile(at), owner)
  },
  "listing-characters": ({ text }) => {
    const characters = Number(text)
    return { value: characters > 0 ? { listing: { characters } } : {}, problems: [], unknown: [] }
  },
}

/** What a file says about skills, and only that. */
function readRules(parse: (text: string) => ParsedSettings | Promise<ParsedSettings>): LayerReader {
  return async ({ at, text, owner, under }, profile, around) => {
    const found = text === undefined ? takeSettingsText(at, readSettingsFile(at), HOST_RULES_OWNER) : { text }
    if ("layer" in found) return found.layer
    const parsed = await parse(found.text)
    if (!("values" in parsed)) {
      const why = { message: parsed.why, fix: `correct line ${parsed.line}`, line: parsed.line }
      return toUnreadableLayer(at, why, HOST_RULES_OWNER)
    }
    const values = under === undefined ? parsed.values : { [under]: parsed.values }
    const said = readHostSettings[profile.id]?.(values, owner) ?? { rules: [], skillDirs: [] }
    const skillDirs = resolveSkillDirs(said.skillDirs, owner, around)
    return {
      value: { ruleSets: [said.rules.map((rule) => expandHome(rule, around))], skillDirs },
      problems: [],
      unknown: [],
    }
  }
}

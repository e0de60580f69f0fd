import { toMap } from "../../text/is-map.ts"
import type { HostId, SettingsFileRule } from "../profile.ts"
import { type HostSettings, type SkillRule, compileWildcard } from "./skill-rule.ts"

type SettingsOwner = SettingsFileRule["owner"]
type Values = Readonly<Record<string, unknown>>

/** What the settings of each host say about skills. Settings that cannot be understood are ignored. */
export const readHostSettings: Readonly<
  Partial<Record<HostId, (values: Values, owner: SettingsOwner) => HostSettings>>
> = {
  codex: readCodex,
  opencode: readOpencode,
  gemini: readGemini,
}

/**
 * `[[skills.config]]` switches a skill by its path or its name, only in the user's file; `include_instructions = false`
 * removes the listing. An entry with both is ignored.
 */
function readCodex(values: Values, owner: SettingsOwner): HostSettings {
  const skills = toMap(values["skills"])
  const entries = Array.isArray(skills["config"]) && owner !== "project" ? skills["config"].map(toMap) : []
  const rules = entries.flatMap((entry): readonly SkillRule[] => {
    const { path, name, enabled } = entry
    if (typeof enabled !== "boolean" || (path !== undefined && name !== undefined)) return []
    const level = enabled ? "on" : "off"
    if (typeof path === "string") return [{ match: "path", value: path, level }]
    return typeof name === "string" ? [{ match: "name", value: name, level }] : []
  })
  const hidden: readonly SkillRule[] =
    skills["include_instructions"] === false ? [{ match: "every", value: "", level: "user-only" }] : []
  return { rules: [...hidden, ...rules], skillDirs: [] }
}

/**
 * `permission`: one word for everything, or one for each tool that a pattern names, or one for each skill; the agent
 * `build`'s own permissions come after it. `tools.skill: false` is the older way to deny. `skills.paths` adds
 * directories.
 */
function readOpencode(values: Values): HostSettings {
  const build = toMap(toMap(values["agent"])["build"])
  const rules = [values, build].flatMap(({ permission, tools }) => [
    ...(toMap(tools)["skill"] === false ? [{ match: "every", value: "", level: "off" } as const] : []),
    ...permissionRules(permission),
  ])
  return { rules, skillDirs: pickTexts(toMap(values["skills"])["paths"]) }
}

function permissionRules(permission: unknown): readonly SkillRule[] {
  const tools = typeof permission === "string" ? { "*": permission } : toMap(permission)
  return Object.entries(tools).flatMap(([tool, said]) => {
    if (!compileWildcard(tool).test("skill")) return []
    const patterns = typeof said === "string" ? { "*": said } : toMap(said)
    return Object.entries(patterns).flatMap(([value, word]): readonly SkillRule[] =>
      typeof word === "string" ? [{ match: "wildcard", value, level: word === "deny" ? "off" : "on" }] : [],
    )
  })
}

/** `skills.disabled` names skills in any case; `skills.enabled: false` switches all of them off. */
function readGemini(values: Values): HostSettings {
  const skills = toMap(values["skills"])
  const disabled = pickTexts([skills["disabled"]].flat()).map(
    (value): SkillRule => ({ match: "caseless", value, level: "off" }),
  )
  const all: readonly SkillRule[] = skills["enabled"] === false ? [{ match: "every", value: "", level: "off" }] : []
  return { rules: [...disabled, ...all], skillDirs: [] }
}

function pickTexts(value: unknown): readonly string[] {
  return Array.isArray(value) ? value.filter((one) => typeof one === "string") : []
}

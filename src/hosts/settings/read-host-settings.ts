import type { HostId } from "../profile.ts"
import type { HostSettings, SkillRule } from "./skill-rule.ts"

type Values = Readonly<Record<string, unknown>>

/** What the settings of each host say about skills. What is not understood says nothing. */
export const readHostSettings: Readonly<Partial<Record<HostId, (values: Values) => HostSettings>>> = {
  codex: readCodex,
  opencode: readOpencode,
  gemini: readGemini,
}

/** `[[skills.config]]` switches a skill by its path or its name; `include_instructions = false` removes the listing. */
function readCodex(values: Values): HostSettings {
  const skills = mapOf(values["skills"])
  const entries = Array.isArray(skills["config"]) ? skills["config"].map(mapOf) : []
  const rules = entries.flatMap((entry): readonly SkillRule[] => {
    const { path, name, enabled } = entry
    if (typeof enabled !== "boolean") return []
    const level = enabled ? "on" : "off"
    if (typeof path === "string") return [{ match: "path", value: path, level }]
    return typeof name === "string" ? [{ match: "name", value: name, level }] : []
  })
  const hidden: readonly SkillRule[] =
    skills["include_instructions"] === false ? [{ match: "every", value: "", level: "user-only" }] : []
  return { rules: [...hidden, ...rules], skillDirs: [] }
}

/** `permission.skill`: one word for all, or one for each pattern; `skills.paths` adds folders. */
function readOpencode(values: Values): HostSettings {
  const permission = mapOf(values["permission"])["skill"]
  const patterns = typeof permission === "string" ? { "*": permission } : mapOf(permission)
  const rules = Object.entries(patterns).flatMap(([value, said]): readonly SkillRule[] =>
    typeof said === "string" ? [{ match: "wildcard", value, level: said === "deny" ? "off" : "on" }] : [],
  )
  return { rules, skillDirs: textsIn(mapOf(values["skills"])["paths"]) }
}

/** `skills.disabled` names skills in any case; `skills.enabled: false` switches all of them off. */
function readGemini(values: Values): HostSettings {
  const skills = mapOf(values["skills"])
  const disabled = textsIn(skills["disabled"]).map((value): SkillRule => ({ match: "caseless", value, level: "off" }))
  const all: readonly SkillRule[] = skills["enabled"] === false ? [{ match: "every", value: "", level: "off" }] : []
  return { rules: [...disabled, ...all], skillDirs: [] }
}

function mapOf(value: unknown): Values {
  return typeof value === "object" && value !== null && !Array.isArray(value) ? (value as Values) : {}
}

function textsIn(value: unknown): readonly string[] {
  return Array.isArray(value) ? value.filter((one) => typeof one === "string") : []
}

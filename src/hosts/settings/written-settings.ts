import path from "node:path"
import { isBelow } from "../../text/folder-paths.ts"
import { resolveAnchor } from "../plan-places.ts"
import type { HostProfile, SettingsFileRule, SettingsLevel, SettingsVariableRule, Surroundings } from "../profile.ts"
import type { SkillRule } from "./skill-rule.ts"

/** Possible settings: the file, or the name of the variable that contains their text. */
export interface WrittenSettings {
  readonly at: string
  readonly text?: string | undefined
  readonly format: SettingsFileRule["format"] | "listing-characters"
  readonly owner: SettingsFileRule["owner"]
  /** The key whose value they are. */
  readonly under?: string | undefined
}

/** In the order in which the host reads them; files of a level that is not requested are left out. */
export function listWrittenSettings(
  profile: HostProfile,
  around: Surroundings,
  levels?: readonly SettingsLevel[],
): readonly WrittenSettings[] {
  const rules = (profile.settings ?? []).filter(
    ({ unless = [], level }) =>
      !unless.some((name) => around.switchedOff.includes(name)) &&
      (levels === undefined || level === undefined || levels.includes(level)),
  )
  const files = rules.flatMap(({ at, files, format, owner }) =>
    resolveAnchor(at, profile, around).flatMap(({ folder }) =>
      files.map((file) => ({ at: path.join(folder, file), format, owner })),
    ),
  )
  const variables = (profile.settingsVariables ?? []).flatMap((rule) => {
    const value = around.settingsVariables[rule.variable]
    return value === undefined ? [] : [toWrittenSettings(rule, value, around.cwd)]
  })
  return [...files, ...variables]
}

function toWrittenSettings(rule: SettingsVariableRule, value: string, cwd: string): WrittenSettings {
  const at = rule.variable
  switch (rule.holds) {
    case "path":
      return { at: path.resolve(cwd, value), format: rule.format, owner: "user", under: rule.under }
    case "text":
      return { at, text: value, format: rule.format, owner: "user", under: rule.under }
    case "listing-characters":
      return { at, text: value, format: rule.holds, owner: "user" }
  }
}

/** The rule with the path it means: `~` is the user's home. */
export function expandHome(rule: SkillRule, { home }: Pick<Surroundings, "home">): SkillRule {
  return rule.match === "path" ? { ...rule, value: rule.value.replace(/^~(?=\/)/, home) } : rule
}

/** The skill directories that settings name. A project's file may name only directories in the project. */
export function resolveSkillDirs(
  dirs: readonly string[],
  owner: SettingsFileRule["owner"],
  { cwd, home, root }: Pick<Surroundings, "cwd" | "home" | "root">,
): readonly string[] {
  const folders = dirs.map((folder) => path.resolve(cwd, folder.replace(/^~(?=\/|$)/, home)))
  return owner === "project" ? folders.filter((folder) => isBelow(root, folder)) : folders
}

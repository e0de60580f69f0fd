import path from "node:path"
import { isBelow } from "../../text/folder-paths.ts"
import { resolveAnchor } from "../plan-places.ts"
import type { HostProfile, SettingsFileRule, Surroundings } from "../profile.ts"
import type { SkillRule } from "./skill-rule.ts"

/** Possible settings: the file, or the name of the variable that contains their text. */
export interface WrittenSettings {
  readonly at: string
  readonly text?: string | undefined
  readonly format: SettingsFileRule["format"]
  readonly owner: SettingsFileRule["owner"]
  /** The key whose value they are. */
  readonly under?: string | undefined
}

/** In the order in which the host reads them. */
export function readWrittenSettings(profile: HostProfile, around: Surroundings): readonly WrittenSettings[] {
  const rules = (profile.settings ?? []).filter(
    ({ unless = [] }) => !unless.some((name) => around.switchedOff.includes(name)),
  )
  const files = rules.flatMap(({ at, files, format, owner }) =>
    resolveAnchor(at, profile, around).flatMap(({ folder }) =>
      files.map((file) => ({ at: path.join(folder, file), format, owner })),
    ),
  )
  const variables = (profile.settingsVariables ?? []).flatMap(({ variable, holds, format, under }) => {
    const value = around.settingsVariables[variable]
    if (value === undefined) return []
    const rest = { format, owner: "user" as const, ...(under === undefined ? {} : { under }) }
    return [
      holds === "path" ? { at: path.resolve(around.cwd, value), ...rest } : { at: variable, text: value, ...rest },
    ]
  })
  return [...files, ...variables]
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

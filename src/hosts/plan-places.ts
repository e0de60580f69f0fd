import { join } from "node:path"
import type { SkillPlace, PlaceAnchor } from "../skill/place.ts"
import type { HostProfile, PlaceRule, Surroundings } from "./profile.ts"

/** The directories that a host would search from here, in the order in which it reads them. The disk is not read. */
export function planPlaces(profile: HostProfile, around: Surroundings): readonly SkillPlace[] {
  const rules = profile.places.filter(({ unless = [] }) => !unless.some((name) => around.switchedOff.includes(name)))
  const places = rules.flatMap((rule) =>
    resolveAnchor(rule.at, profile, around).flatMap((anchor) =>
      rule.folders.map((folder) => place(rule, anchor, folder)),
    ),
  )
  const seen = new Set<string>()
  return places.filter(({ root, layout }) => {
    const key = `${layout.kind}${layout.kind === "plugins" ? layout.part : ""} ${root}`
    return seen.has(key) ? false : seen.add(key) !== undefined
  })
}

export interface AnchorFolder {
  readonly folder: string
  readonly scope?: string | undefined
}

/** The directories that an anchor stands for from here. */
export function resolveAnchor(at: PlaceAnchor, profile: HostProfile, around: Surroundings): readonly AnchorFolder[] {
  const plain = (folders: readonly string[]) => folders.map((folder) => ({ folder }))
  switch (at) {
    case "managed":
      return plain(around.managed[profile.id])
    case "project":
      return plain(around.upwards)
    case "project-down":
      return plain([...around.upwards].reverse())
    case "cwd":
      return plain([around.cwd])
    case "repository":
      return plain(around.inRepository ? around.upwards : [around.cwd])
    case "repository-down":
      return plain(around.inRepository ? [...around.upwards].reverse() : [around.cwd])
    case "nested":
      return around.nested.map((folder) => ({ folder, scope: relative(around.cwd, folder) }))
    case "added":
      return around.addDirs.map((folder) => ({ folder, scope: lastPart(folder) }))
    case "skills-dirs":
      return plain(around.skillsDirs)
    case "home":
      return plain([around.home])
    case "config":
      return plain([around.config[profile.id] ?? join(around.home, `.${profile.id}`)])
    case "codex-home":
      return plain([around.codexHome])
    case "opencode-config":
      return plain(around.opencodeConfig)
    case "gemini-home":
      return plain([around.geminiHome])
    case "gemini-extensions":
      return plain(around.geminiExtensions)
    case "settings":
      return plain(around.settingsDirs)
    case "plugins":
      return plain([around.config.claude ?? join(around.home, ".claude")])
    case "plugin-dirs":
      return plain(around.pluginDirs)
    case "bundled":
      return plain(around.bundled)
  }
}

function place(rule: PlaceRule, anchor: AnchorFolder, folder: string): SkillPlace {
  const root = folder === "" ? anchor.folder : join(anchor.folder, folder)
  const scope = rule.unscoped === true ? undefined : anchor.scope
  return { at: rule.at, kind: rule.kind, base: anchor.folder, root, layout: rule.layout, scope }
}

function relative(from: string, folder: string): string {
  return folder.startsWith(`${from}/`) ? folder.slice(from.length + 1) : lastPart(folder)
}

function lastPart(folder: string): string {
  return folder.replace(/\/+$/, "").split("/").at(-1) ?? folder
}

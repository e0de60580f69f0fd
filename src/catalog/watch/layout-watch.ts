import type { SkillSource } from "../skill-source.ts"
import type { Layout, SkillPlace } from "../../skill/place.ts"

/** How many directories deep a file that affects a skill may be. */
export function watchDepth(layout: Layout): number {
  switch (layout.kind) {
    case "skills":
      return layout.depth
    case "commands":
      return 8
    case "plugins":
      return 12
  }
}

/** Names of directories that are not watched. */
export function listUnwatched(layout: Layout): readonly string[] {
  const isEntered = layout.kind === "skills" && layout.nodeModules === true
  return isEntered ? [".git"] : [".git", "node_modules"]
}

/** Whether there may be skills inside a skill's directory. If not, its other files do not matter. */
export function mayHoldOthers(layout: Layout): boolean {
  return layout.kind !== "skills" || layout.insideSkills === true
}

/** Whether directories that begin with a dot are entered. */
export function mayEnterDotFolders(layout: Layout): boolean {
  return layout.kind !== "skills" || layout.dotFolders === true
}

/** Whether a file with this name, this many directories deep, could affect a skill. */
export function namesSkill(layout: Layout, parts: readonly string[]): boolean {
  const name = (parts.at(-1) ?? "").toLowerCase()
  switch (layout.kind) {
    case "skills":
      return name === "skill.md" || (layout.flat === true && parts.length === 1 && name.endsWith(".md"))
    case "commands":
      return name.endsWith(".md")
    case "plugins":
      return name.endsWith(".md") || name === "plugin.json" || name === ".orphaned_at"
  }
}

/** The plugin cache is organised by source, plugin and version: the existence of each matters. */
const PLUGIN_LEVELS = 3

/** Whether the existence of a directory matters, whatever is in it. */
export function mayCountWhenEmpty(layout: Layout, parts: readonly string[]): boolean {
  return layout.kind === "plugins" && parts.length <= PLUGIN_LEVELS
}

/** Whether a source reads this directory. */
export function readsPlace(source: Pick<SkillSource, "kind" | "label">, place: SkillPlace): boolean {
  return source.label === place.root && source.kind === place.kind
}

import type { PlaceAnchor } from "../../skill/place.ts"

/**
 * How far the links of a place may lead: `open` anywhere, `project` within the project, `named` within the directory that
 * was named or its project. Each plugin has a boundary of its own, which its source sets.
 */
export const linkRule: Readonly<Record<PlaceAnchor, "open" | "project" | "named">> = {
  managed: "open",
  home: "open",
  config: "open",
  "codex-home": "open",
  "opencode-config": "open",
  "gemini-home": "open",
  "gemini-extensions": "named",
  settings: "named",
  bundled: "open",
  plugins: "open",
  "plugin-dirs": "open",
  cwd: "project",
  project: "project",
  repository: "project",
  "repository-down": "project",
  nested: "project",
  added: "named",
  "skills-dirs": "named",
}

/** Where the user, the machine or we keep skills: a project's link there is followed once its skill is approved. */
export const ownAnchors: readonly PlaceAnchor[] = [
  "managed",
  "home",
  "config",
  "codex-home",
  "opencode-config",
  "gemini-home",
  "bundled",
]

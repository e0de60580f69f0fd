import type { PlaceAnchor } from "../../skill/place.ts"
import type { Trust } from "../../skill/trust.ts"

/** The trust of a source by the place it reads. What others put into a folder is remote until its content is approved. */
export const placeTrust: Readonly<Record<PlaceAnchor, Trust>> = {
  managed: "policy",
  home: "own",
  config: "own",
  "codex-home": "own",
  "opencode-config": "own",
  "gemini-home": "own",
  bundled: "own",
  cwd: "remote",
  project: "remote",
  repository: "remote",
  "repository-down": "remote",
  settings: "remote",
  "gemini-extensions": "remote",
  nested: "remote",
  added: "remote",
  "skills-dirs": "remote",
  plugins: "remote",
  "plugin-dirs": "remote",
}

const levelOf: Readonly<Partial<Record<PlaceAnchor, "user" | "project">>> = {
  home: "user",
  config: "user",
  "codex-home": "user",
  "opencode-config": "user",
  "gemini-home": "user",
  "gemini-extensions": "user",
  cwd: "project",
  project: "project",
  repository: "project",
  "repository-down": "project",
  nested: "project",
}

/** Whether a place is read when only some levels are wanted; places that belong to no level always are. */
export function isPlaceTaken(at: PlaceAnchor, levels: readonly string[] | undefined): boolean {
  const level = levelOf[at]
  return levels === undefined || level === undefined || levels.includes(level)
}

import type { PlaceAnchor, SourceKind } from "../skill/place.ts"
import type { Trust } from "../skill/trust.ts"

/**
 * The trust of a source by the directory it reads. What others put into a directory is remote until its content is
 * approved.
 */
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
  "project-down": "remote",
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

const anchorLevels: Readonly<Partial<Record<PlaceAnchor, "user" | "project">>> = {
  home: "user",
  config: "user",
  "codex-home": "user",
  "opencode-config": "user",
  "gemini-home": "user",
  "gemini-extensions": "user",
  cwd: "project",
  project: "project",
  "project-down": "project",
  repository: "project",
  "repository-down": "project",
  nested: "project",
}

/** Whether a directory is read if only some levels are requested; directories without a level always are. */
export function isPlaceTaken(at: PlaceAnchor, levels: readonly string[] | undefined): boolean {
  const level = anchorLevels[at]
  return levels === undefined || level === undefined || levels.includes(level)
}

interface Source {
  readonly kind: SourceKind
  readonly trust: Trust
  /** The directory it reads. */
  readonly label: string
}

/** Whether a source belongs to the user, the machine or Skillet, by its trust. */
export function isOwnTrust(trust: Trust): boolean {
  return trust === "own" || trust === "policy"
}

/** Whether ignore comments in its skills count, and its names are known. A project's are not, whatever its trust. */
export function isKnownSource({ kind, trust }: Source): boolean {
  return kind !== "project" && isOwnTrust(trust)
}

/** Whether its skills are written here: those in a named directory, and those in the project's directories. */
export function isWrittenHere({ kind, label }: Source, projectFolders: readonly string[]): boolean {
  if (kind === "added") return true
  const isProjects = kind === "project" || kind === "commands"
  return isProjects && projectFolders.some((folder) => label.startsWith(`${folder}/`))
}

/** Whether somebody else maintains its skills: a plugin, a server, or Skillet. */
export function isKeptByOthers({ kind }: Pick<Source, "kind">): boolean {
  return kind === "plugin" || kind === "bundled" || kind === "mcp"
}

/** The trust of a server by the settings. */
type ServerLevel = "text" | "vars" | "shell-with-permission"

const sentences: Readonly<Record<ServerLevel, string>> = {
  text: "skills of this server are text: their commands, grants and hooks are never used",
  vars: "skills of this server get local paths, but their commands, grants and hooks are never used",
  "shell-with-permission": "commands of this server's skills run if your rules allow them",
}

/** What a server's skills may use, and the actual next step to allow more. An approval does not change it. */
export function explainServerStep(level: ServerLevel, server: string, settings: string): string {
  const more = level === "shell-with-permission" ? "" : `; servers.${server}.trust in ${settings} raises that`
  return `${sentences[level]}${more}`
}

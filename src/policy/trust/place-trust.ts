import type { PlaceAnchor, SourceKind } from "../../skill/place.ts"
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

interface Source {
  readonly kind: SourceKind
  readonly trust: Trust
  /** The folder it reads. */
  readonly label: string
}

/** Whether a source is the user's, the machine's or ours, by its trust. */
export function isOwnTrust(trust: Trust): boolean {
  return trust === "own" || trust === "policy"
}

/** Whether the remarks in its skills count, and its names are known. A project's are not, whatever its trust. */
export function isKnownSource({ kind, trust }: Source): boolean {
  return kind !== "project" && isOwnTrust(trust)
}

/** Whether people write its skills here: what was named, and what is in the project's folders. */
export function isWrittenHere({ kind, label }: Source, projectFolders: readonly string[]): boolean {
  if (kind === "added") return true
  const isProjects = kind === "project" || kind === "commands"
  return isProjects && projectFolders.some((folder) => label.startsWith(`${folder}/`))
}

/** Whether somebody else keeps its skills: a plugin, a server, or we. */
export function isKeptByOthers({ kind }: Pick<Source, "kind">): boolean {
  return kind === "plugin" || kind === "bundled" || kind === "mcp"
}

/** How far a server was raised in the settings. */
type ServerLevel = "text" | "vars" | "shell-with-permission"

const sentences: Readonly<Record<ServerLevel, string>> = {
  text: "skills of this server are text: their commands, grants and hooks are never used",
  vars: "skills of this server get local paths, but their commands, grants and hooks are never used",
  "shell-with-permission": "commands of this server's skills run if your rules allow them",
}

/** What a server's skills may use, and the real next step to let them use more. An approval does neither. */
export function serverStep(level: ServerLevel, server: string, settings: string): string {
  const more = level === "shell-with-permission" ? "" : `; servers.${server}.trust in ${settings} raises that`
  return `${sentences[level]}${more}`
}

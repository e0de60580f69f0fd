import type { SourceKind } from "../../skill/source-kind.ts"
import type { Trust } from "../../skill/trust.ts"

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

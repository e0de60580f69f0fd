import { decodeFileName } from "../../finding/file-name.ts"

/** A path within a repository that names a file of its working tree and nothing else. Made only by its parser. */
export type RepositoryPath = string & { readonly __brand: "RepositoryPath" }

export type ReadPath =
  | { readonly kind: "path"; readonly path: RepositoryPath }
  | { readonly kind: "refused"; readonly name: string; readonly why: string }

/**
 * Reads a name as git prints it. Anybody can craft a commit with names that lead out of the repository or into `.git`;
 * such a name is never joined to a directory.
 */
export function readRepositoryPath(bytes: Uint8Array): ReadPath {
  const name = decodeFileName(bytes)
  const why = name
    .split("/")
    .map(refusal)
    .find((one) => one !== undefined)
  return why === undefined ? { kind: "path", path: name as RepositoryPath } : { kind: "refused", name, why }
}

function refusal(component: string): string | undefined {
  if (component === "") return "its path is absolute or has an empty part"
  if (component === "." || component === "..") return `its path has the part "${component}"`
  if (component.includes("\0")) return "its path has a zero byte"
  return isGitFolder(component) ? "its path is inside .git" : undefined
}

/** Includes the names that file systems of Windows and macOS treat as `.git`. */
function isGitFolder(component: string): boolean {
  const folded = component
    .replace(IGNORED_BY_HFS, "")
    .toLowerCase()
    .replace(/:.*$/s, "")
    .replace(/[ .]+$/, "")
  return folded === ".git" || /^git~\d+$/.test(folded)
}

const IGNORED_BY_HFS = /[\u200c-\u200f\u202a-\u202e\u206a-\u206f\ufeff]/g

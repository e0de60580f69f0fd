import { nameOfBytes } from "../../finding/file-name.ts"

/** A path within a repository that names a file of its work tree and nothing else. Made only by its parser. */
export type RepositoryPath = string & { readonly __brand: "RepositoryPath" }

export type ReadPath =
  | { readonly kind: "path"; readonly path: RepositoryPath }
  | { readonly kind: "refused"; readonly name: string; readonly why: string }

/**
 * Reads a name as git prints it. Trees are data from others: a commit can be crafted whose names climb out of the
 * repository or into `.git`, and no such name is ever joined to a directory.
 */
export function readRepositoryPath(bytes: Uint8Array): ReadPath {
  const name = nameOfBytes(bytes)
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
  return isGitFolder(component) ? "its path leads into .git" : undefined
}

/** Also under the names by which the file systems of Windows and macOS find `.git`. */
function isGitFolder(component: string): boolean {
  const folded = component
    .replace(IGNORED_BY_HFS, "")
    .toLowerCase()
    .replace(/:.*$/s, "")
    .replace(/[ .]+$/, "")
  return folded === ".git" || /^git~\d+$/.test(folded)
}

const IGNORED_BY_HFS = /[\u200c-\u200f\u202a-\u202e\u206a-\u206f\ufeff]/g

import type { ReviewedChange } from "../review-data.ts"
import { splitAtZero } from "./read-changes.ts"
import { readRepositoryPath } from "./repository-path.ts"

/** Files of a repository by their names, with the ids of their contents. */
export type Tree = ReadonlyMap<string, string>

/** The files of a project before and after a change, as git knows them; both are empty if no change is reviewed. */
export interface ProjectTrees {
  readonly base: Tree
  readonly now: Tree
}

/**
 * Which version of a file a review of a change uses: the base's version. A file that git does not know belongs to the
 * person who reviews, and is used as it is.
 */
export function countsFromBase(name: string, { base, now }: ProjectTrees): boolean {
  return base.has(name) || now.has(name)
}

/** Whether the change under review modifies a file. */
export function isChangedIn(
  change: ReviewedChange | undefined,
  trees: ProjectTrees,
  file: { readonly name: string; readonly text: string | undefined; readonly own: () => string | undefined },
): boolean {
  if (trees.now.get(file.name) !== trees.base.get(file.name)) return true
  return change?.kind === "work-tree" && file.own() !== file.text
}

/** Whether the reviewed version is read from git instead of the working tree. */
export function isInGit(change: ReviewedChange | undefined): boolean {
  return change !== undefined && change.kind !== "work-tree"
}

/** The regular files that `git ls-tree -r -z` or `git ls-files -s -z` lists, with the ids of their blobs. */
export function readTree(listed: Uint8Array): ReadonlyMap<string, string> {
  const decoder = new TextDecoder("latin1")
  const files = splitAtZero(listed).flatMap((line) => {
    const tab = line.indexOf(0x09)
    const head = /^(\d{6}) (?:blob )?([0-9a-f]{40,64})(?: \d)?$/.exec(decoder.decode(line.subarray(0, tab)))
    const name = readRepositoryPath(line.subarray(tab + 1))
    const isFile = head?.[1] === "100644" || head?.[1] === "100755"
    return tab === -1 || !isFile || name.kind === "refused" ? [] : [[name.path as string, head?.[2] ?? ""] as const]
  })
  return new Map(files)
}

import type { ReviewedChange } from "../review-data.ts"
import { splitAtZero } from "./read-changes.ts"
import { readRepositoryPath } from "./repository-path.ts"

/** Files of a repository by their names, with the ids of their contents. */
export type Tree = ReadonlyMap<string, string>

/** What git knows of a project's files before a change and after it; both are empty where no change is reviewed. */
export interface ProjectTrees {
  readonly base: Tree
  readonly now: Tree
}

/**
 * Which version of a file counts for a review of a change: the base's, unless git knows nothing of the file at all.
 * Then it belongs to the person who reviews.
 */
export function countsFromBase(name: string, { base, now }: ProjectTrees): boolean {
  return base.has(name) || now.has(name)
}

/** Whether the change under review has another version of a file than its base. */
export function isChangedIn(
  change: ReviewedChange | undefined,
  trees: ProjectTrees,
  file: { readonly name: string; readonly text: string | undefined; readonly own: () => string | undefined },
): boolean {
  if (trees.now.get(file.name) !== trees.base.get(file.name)) return true
  return change?.kind === "work-tree" && file.own() !== file.text
}

/** Whether what is under review is read from git, and not from the work tree. */
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

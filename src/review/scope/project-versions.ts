import type { ReviewedChange } from "../review-data.ts"
import { splitAtZero } from "./read-changes.ts"
import { readRepositoryPath } from "./repository-path.ts"

/** Files and links of a repository by their names, with the ids of their contents, and its submodules with their commits. */
export interface Tree {
  readonly files: ReadonlyMap<string, string>
  readonly links: ReadonlyMap<string, string>
  readonly submodules: ReadonlyMap<string, string>
}

/** The files of a project before and after a change, as git knows them; both are empty if no change is reviewed. */
export interface ProjectTrees {
  readonly base: Tree
  readonly now: Tree
}

/**
 * Which version of a file a review of a change uses: the base's version. A file that git does not know belongs to the
 * person who reviews, and is used as it is, unless it is in a submodule whose commit the change chooses.
 */
export function isReadFromBase(name: string, { base, now }: ProjectTrees): boolean {
  if (base.files.has(name) || now.files.has(name)) return true
  const inside = [...base.submodules.keys(), ...now.submodules.keys()].filter((folder) => name.startsWith(`${folder}/`))
  return inside.some((folder) => base.submodules.get(folder) !== now.submodules.get(folder))
}

/** Whether a file is reached through a link that the change adds, removes or leads elsewhere. */
export function isBehindChangedLink(name: string, { base, now }: ProjectTrees): boolean {
  const links = [...new Set([...base.links.keys(), ...now.links.keys()])]
  const isOnTheWay = (link: string) => name === link || name.startsWith(`${link}/`)
  return links.some((link) => isOnTheWay(link) && base.links.get(link) !== now.links.get(link))
}

/** The SKILL.md of every skill with this name that a change deletes, those nearest to the root first. */
export function listDeletedSkills(name: string, { base, now }: ProjectTrees): readonly string[] {
  const ending = `skills/${name}/SKILL.md`
  const isDeleted = (file: string) => (file === ending || file.endsWith(`/${ending}`)) && !now.files.has(file)
  return [...base.files.keys()].filter(isDeleted).toSorted((a, b) => a.length - b.length || (a < b ? -1 : 1))
}

/** Whether the change under review modifies a file. */
export function isFileChanged(
  change: ReviewedChange | undefined,
  trees: ProjectTrees,
  file: { readonly name: string; readonly text: string | undefined; readonly own: () => string | undefined },
): boolean {
  const [before, after] = [trees.base.files.get(file.name), trees.now.files.get(file.name)]
  if (before !== after || before === undefined) return true
  return change?.kind === "work-tree" && file.own() !== file.text
}

/** Whether the reviewed version is read from git instead of the working tree. */
export function isInGit(change: ReviewedChange | undefined): boolean {
  return change !== undefined && change.kind !== "work-tree"
}

/** The regular files and the submodules that `git ls-tree -r -z` or `git ls-files -s -z` lists, with their ids. */
export function readTree(listed: Uint8Array): Tree {
  const decoder = new TextDecoder("latin1")
  const rows = splitAtZero(listed).flatMap((line) => {
    const tab = line.indexOf(0x09)
    const [, mode = "", id = ""] =
      /^(\d{6}) (?:(?:blob|commit) )?([0-9a-f]{40,64})(?: \d)?$/.exec(decoder.decode(line.subarray(0, tab))) ?? []
    const name = readRepositoryPath(line.subarray(tab + 1))
    return tab === -1 || name.kind === "refused" ? [] : [{ mode, id, path: name.path as string }]
  })
  const withMode = (wanted: RegExp) =>
    new Map(rows.flatMap(({ mode, id, path }) => (wanted.test(mode) ? [[path, id] as const] : [])))
  return { files: withMode(/^100(?:644|755)$/), links: withMode(/^120000$/), submodules: withMode(/^160000$/) }
}

import fs from "node:fs"
import path from "node:path"
import { openReader } from "../../system/files/read-below.ts"
import { type ReadBlob, readBlobs } from "../../system/git/read-blobs.ts"
import { runGitBytes } from "../../system/git/run-git.ts"
import { encodeFileName } from "../../finding/file-name.ts"
import type { ReviewedChange } from "../review-data.ts"
import type { FileVersion, ProjectFiles } from "../gather-review.ts"
import {
  listDeletedSkills,
  isBehindChangedLink,
  isFileChanged,
  isReadFromBase,
  readTree,
  type Tree,
} from "../scope/project-versions.ts"
import { isBelow } from "../../text/folder-paths.ts"

const MOST_BYTES = 8 * 1024 * 1024

interface ProjectAt {
  readonly root: string
  readonly change?: ReviewedChange | undefined
}

/**
 * Files of a project that say how to review it. In a review of a change they come from its base, unless git does not
 * know the file at all: then it belongs to the person who reviews.
 */
export async function openProjectFiles(
  { root, change }: ProjectAt,
  env: Readonly<Record<string, string | undefined>>,
): Promise<ProjectFiles> {
  const list = async (args: readonly string[]) => readTree(await runGitBytes(root, args, { env }))
  const tree = (commit: string) => list(["ls-tree", "-r", "-z", "--full-tree", commit])
  const base: Tree = change?.base === undefined ? NONE : await tree(change.base)
  const now =
    change === undefined ? NONE : await (change.end === undefined ? list(["ls-files", "-s", "-z"]) : tree(change.end))
  const trees = { base, now }
  const reader = openReader(root)
  const own = (name: string): string | undefined => {
    const read = reader(encodeFileName(name), MOST_BYTES)
    return "bytes" in read ? Buffer.from(read.bytes).toString("utf8") : undefined
  }
  const isTracked = (name: string) => isReadFromBase(name, trees)
  const leftOut = new Set<string>()
  const isInFolder = folderLister(root)
  const isThere = (name: string) => (isTracked(name) ? base.files.has(name) : isInFolder(name))

  async function read(names: readonly string[]) {
    const blobs = await readBlobs(
      root,
      names.flatMap((name) => base.files.get(name) ?? []),
      { env, most: MOST_BYTES },
    )
    return names.flatMap((name) => {
      const text = isTracked(name)
        ? decodeBlob(blobs.get(base.files.get(name) ?? ""))
        : isThere(name)
          ? own(name)
          : undefined
      if (isTracked(name) && isFileChanged(change, trees, { name, text, own: () => own(name) })) leftOut.add(name)
      return text === undefined ? [] : [{ path: name, text }]
    })
  }

  async function readVersion(file: string): Promise<FileVersion> {
    const real = fs.existsSync(file) ? fs.realpathSync(file) : file
    const names = [file, real].flatMap((at) => (isBelow(root, at) ? [path.relative(root, at)] : []))
    const behind = names.find((name) => isBehindChangedLink(name, trees))
    if (behind !== undefined) {
      leftOut.add(behind)
      return { kind: "base", text: undefined }
    }
    const tracked = names.find(isTracked)
    return tracked === undefined ? { kind: "own" } : { kind: "base", text: (await read([tracked]))[0]?.text }
  }

  return {
    isThere,
    read,
    readVersion,
    listDeletedSkills: (name) => listDeletedSkills(name, trees).map((file) => path.join(root, file)),
    leftOut: () => [...leftOut],
    afterChange: [...now.files].map(([name, blob]) => ({ path: name, kind: "file", blob })),
    settings: async (name) => ({
      text: (await read([name]))[0]?.text,
      path: path.join(root, name),
      resolve: (folder) => resolveInside(root, folder),
    }),
  }
}

const NONE: Tree = { files: new Map(), links: new Map(), submodules: new Map() }

function decodeBlob(blob: ReadBlob | undefined): string | undefined {
  return blob !== undefined && "bytes" in blob ? Buffer.from(blob.bytes).toString("utf8") : undefined
}

/** Whether a file exists; each directory is listed once, however many names are requested. */
function folderLister(root: string): (name: string) => boolean {
  const listed = new Map<string, ReadonlySet<string>>()
  const list = (folder: string): ReadonlySet<string> => {
    const at = path.join(root, folder)
    const names = new Set(isFolder(at) ? fs.readdirSync(at) : [])
    listed.set(folder, names)
    return names
  }
  return (name) => {
    const cut = name.lastIndexOf("/")
    const folder = name.slice(0, Math.max(0, cut))
    return (listed.get(folder) ?? list(folder)).has(name.slice(cut + 1))
  }
}

function isFolder(at: string): boolean {
  return fs.existsSync(at) && fs.statSync(at).isDirectory()
}

/** Even if links on the way lead elsewhere. */
function resolveInside(root: string, folder: string): string | undefined {
  const wanted = path.resolve(root, folder)
  let existing = wanted
  while (!fs.existsSync(existing)) existing = path.dirname(existing)
  const isWithin = isBelow(root, wanted) && isBelow(fs.realpathSync(root), fs.realpathSync(existing))
  return isWithin ? wanted : undefined
}

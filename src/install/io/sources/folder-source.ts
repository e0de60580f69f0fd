import fs from "node:fs"
import path from "node:path"
import { SkilletError } from "../../../problem/failure.ts"
import { openReader } from "../../../system/files/read-below.ts"
import { isBelow } from "../../../text/folder-paths.ts"
import { MOST_SKILL_BYTES } from "../../../trust/combine-digests.ts"
import { MOST_ENTRIES } from "../../archive/archive-entry.ts"
import type { SourceEntryKind } from "../../content/check-files.ts"
import type { SourceSpec } from "../../source/parse-source.ts"
import { openTree, type SourceTree, type TreeEntry } from "./open-tree.ts"
import type { OpenedSource, SourceContext } from "./opened-source.ts"

/** A directory of this machine. Its links are listed, never followed. */
export async function openPathSource(spec: SourceSpec, context: SourceContext): Promise<OpenedSource> {
  const { at, url } = locatePath(spec.at, context)
  if (fs.statSync(at, { throwIfNoEntry: false })?.isDirectory() !== true)
    throw new SkilletError("install.no-source", `${at} is not a directory`, { retry: "no", next: "check the path" })
  const read = openReader(at)
  const tree: SourceTree = {
    shown: at,
    entries: listEntries(fs.realpathSync(at)),
    read: async (entries) =>
      new Map(
        entries.map(({ path: name, id }) => {
          const found = read(Buffer.from(id, "latin1"), MOST_SKILL_BYTES)
          if (found.kind === "bytes") return [name, { bytes: found.bytes, size: found.bytes.length }]
          if (found.kind === "too-large") return [name, { size: found.size }]
          throw new SkilletError("install.unreadable", `${path.join(at, name)} cannot be read`, {
            retry: "no",
            next: "check that you may read it, and that nothing changes it",
          })
        }),
      ),
    locate: (offer) => ({ type: "path", url, path: offer.path }),
  }
  return openTree(tree, spec.path)
}

/** A path that was typed, and as the lock keeps it: from the directory of the lock, so that it means the same elsewhere. */
export function locatePath(
  typed: string,
  { cwd, root, home }: SourceContext,
): { readonly at: string; readonly url: string } {
  const at = typed.startsWith("~/") ? path.join(home, typed.slice(2)) : path.resolve(cwd, typed)
  if (typed.startsWith("~/") && !isBelow(root, at)) return { at, url: typed }
  const way = path.relative(root, at)
  return { at, url: way.startsWith("..") ? way : `./${way}` }
}

/** Every entry below a directory except git's own; names that are not UTF-8 are kept in `id`, byte by byte. */
export function listEntries(folder: string): readonly TreeEntry[] {
  const entries: TreeEntry[] = []
  const visit = (at: Buffer, before: Buffer): void => {
    for (const entry of fs.readdirSync(at, { withFileTypes: true, encoding: "buffer" })) {
      const name = Buffer.concat([before, entry.name])
      const here = Buffer.concat([at, SLASH, entry.name])
      if (entry.isDirectory() && entry.name.toString("latin1") === ".git") continue
      if (entry.isDirectory()) visit(here, Buffer.concat([name, SLASH]))
      else entries.push({ path: name.toString("utf8"), kind: readKind(entry, here), id: name.toString("latin1") })
      if (entries.length > MOST_ENTRIES) throw makeTooManyError(folder)
    }
  }
  visit(Buffer.from(folder), Buffer.alloc(0))
  return entries
}

const SLASH = Buffer.from("/")

function readKind(entry: fs.Dirent<Buffer>, at: Buffer): SourceEntryKind {
  if (entry.isSymbolicLink()) return "link"
  if (!entry.isFile()) return "other"
  return (fs.lstatSync(at).mode & 0o111) === 0 ? "file" : "executable"
}

function makeTooManyError(folder: string): SkilletError {
  return new SkilletError("install.too-many", `${folder} has more than ${MOST_ENTRIES} files`, {
    retry: "no",
    next: "name the directory of the skill itself",
  })
}

import { openReader, type ReadBelow } from "../../adapters/files/read-below.ts"
import { type ReadBlob, readBlobs } from "../../adapters/git/read-blobs.ts"
import { bytesOfName } from "../../finding/file-name.ts"
import { notRead } from "../../review/scope/not-read.ts"
import { isInGit } from "../../review/scope/project-versions.ts"
import type { Scope } from "../../review/scope/scope-entries.ts"
import { type Content, MOST_BYTES, type ScopeEntry } from "../../review/scope/select-files.ts"

/**
 * What is staged, or the end of a range, is read from git by its ids; everything else from the work tree. Nothing is
 * written.
 */
export async function readContents(
  { root, change }: Scope,
  entries: readonly ScopeEntry[],
  env: Readonly<Record<string, string | undefined>>,
): Promise<ReadonlyMap<string, Content>> {
  const fromGit = isInGit(change)
  const blobs = fromGit
    ? await readBlobs(
        root,
        entries.flatMap(({ blob }) => blob ?? []),
        { env, most: MOST_BYTES },
      )
    : new Map<string, ReadBlob>()
  const read = openReader(root)
  const readEntry = ({ path, blob }: ScopeEntry): ReadBelow | ReadBlob => {
    if (!fromGit) return read(bytesOfName(path), MOST_BYTES)
    return (blob === undefined ? undefined : blobs.get(blob)) ?? { kind: "missing" }
  }
  return new Map(entries.map((entry) => [entry.path, contentOf(readEntry(entry))]))
}

function contentOf(read: ReadBelow | ReadBlob): Content {
  return "bytes" in read ? read : { kind: "not-read", why: notRead(read, MOST_BYTES) }
}

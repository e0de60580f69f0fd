import path from "node:path"
import { openRepository } from "../../../system/git/fetch-repository.ts"
import { readBlobs } from "../../../system/git/read-blobs.ts"
import { sha256 } from "../../../text/sha256.ts"
import { MOST_SKILL_BYTES } from "../../../trust/combine-digests.ts"
import type { SourceEntryKind } from "../../content/check-files.ts"
import type { SourceSpec } from "../../source/parse-source.ts"
import { openTree, type TreeEntry } from "./open-tree.ts"
import type { OpenedSource, SourceContext } from "./opened-source.ts"

const kinds: Readonly<Record<string, SourceEntryKind>> = {
  "100644": "file",
  "100664": "file",
  "100755": "executable",
  "120000": "link",
  "160000": "submodule",
}

/**
 * A repository at one commit. Objects are read, nothing is checked out: line endings, filters, hooks, submodules and the
 * settings of the repository never matter.
 */
export async function openGitSource(spec: SourceSpec, context: SourceContext): Promise<OpenedSource> {
  const { env, cache, root } = context
  const folder = path.join(cache, "git")
  const repository = openRepository(spec.at, { env, cache: folder, project: root, name: sha256(spec.at) })
  const commit = await repository.fetch(spec.commit ?? spec.ref)
  const entries = (await repository.list(commit)).map(
    ({ mode, id, path: at }): TreeEntry => ({ path: at, kind: kinds[mode] ?? "other", id }),
  )
  const tree = {
    shown: `${spec.at} at ${commit}`,
    entries,
    async read(wanted: readonly TreeEntry[]) {
      const ids = wanted.map(({ id }) => id)
      await repository.complete(commit, ids)
      const blobs = await readBlobs(folder, ids, {
        env,
        most: MOST_SKILL_BYTES,
        gitDir: repository.folder,
        project: root,
      })
      return new Map(
        wanted.map((entry) => {
          const blob = blobs.get(entry.id)
          if (blob?.kind === "bytes") return [entry.path, { bytes: blob.bytes, size: blob.bytes.length }]
          if (blob?.kind === "too-large") return [entry.path, { size: blob.size }]
          throw new Error(`git has no object ${entry.id} after fetching it`)
        }),
      )
    },
    locate: ({ path: at, plugin }: { readonly path: string; readonly plugin?: string | undefined }) => ({
      type: "git" as const,
      url: spec.at,
      ref: spec.ref,
      commit,
      path: at,
      plugin,
    }),
  }
  return openTree(tree, spec.path)
}

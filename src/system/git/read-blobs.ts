import { runGitBytes } from "./run-git.ts"

export type ReadBlob =
  | { readonly kind: "bytes"; readonly bytes: Uint8Array }
  | { readonly kind: "too-large"; readonly size: number }
  | { readonly kind: "missing" }

interface BlobOptions {
  readonly env: Readonly<Record<string, string | undefined>>
  /** For larger ones only the size is returned. */
  readonly most: number
  /** A bare repository, if it is not the one around the directory. */
  readonly gitDir?: string | undefined
  /** The project, if it is not this directory. */
  readonly project?: string | undefined
}

const AT_ONCE = 200

/** The contents of blobs by their ids. No name is involved, and nothing is written anywhere. */
export async function readBlobs(
  cwd: string,
  ids: readonly string[],
  { most, ...how }: BlobOptions,
): Promise<ReadonlyMap<string, ReadBlob>> {
  const found = new Map<string, ReadBlob>()
  const wanted = [...new Set(ids)].filter((id) => /^[0-9a-f]{40,64}$/.test(id))
  for (let from = 0; from < wanted.length; from += AT_ONCE) {
    const some = wanted.slice(from, from + AT_ONCE)
    const sizes = await blobSizes(cwd, some, how)
    for (const id of some) {
      const size = sizes.get(id)
      if (size === undefined) found.set(id, { kind: "missing" })
      else if (size > most) found.set(id, { kind: "too-large", size })
    }
    const small = some.filter((id) => !found.has(id))
    if (small.length === 0) continue
    const batch = await askObjects("--batch", small, { ...how, cwd })
    for (const [id, bytes] of parseBatch(batch)) found.set(id, { kind: "bytes", bytes })
  }
  return found
}

type Asking = Omit<BlobOptions, "most">

async function blobSizes(cwd: string, ids: readonly string[], how: Asking): Promise<Map<string, number>> {
  const said = await askObjects("--batch-check", ids, { ...how, cwd })
  const rows = said.toString("latin1").matchAll(/^([0-9a-f]+) blob (\d+)$/gm)
  return new Map([...rows].map(([, id = "", size]) => [id, Number(size)]))
}

function askObjects(
  what: "--batch" | "--batch-check",
  ids: readonly string[],
  { cwd, env, project, gitDir }: Asking & { readonly cwd: string },
): Promise<Buffer> {
  const from = gitDir === undefined ? [] : ["--git-dir", gitDir]
  return runGitBytes(cwd, [...from, "cat-file", what], { env, project, input: `${ids.join("\n")}\n` })
}

/** `ID blob SIZE`, a line feed, the bytes, a line feed; repeated. */
function parseBatch(batch: Buffer): ReadonlyMap<string, Uint8Array> {
  const contents = new Map<string, Uint8Array>()
  for (let at = 0; at < batch.length; ) {
    const end = batch.indexOf(0x0a, at)
    const head = /^([0-9a-f]+) blob (\d+)$/.exec(batch.toString("latin1", at, end))
    if (end === -1 || head === null) throw new Error("git returned contents in an unknown format")
    const size = Number(head[2])
    contents.set(head[1] ?? "", batch.subarray(end + 1, end + 1 + size))
    at = end + size + 2
  }
  return contents
}

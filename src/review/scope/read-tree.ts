import { splitAtZero } from "./read-changes.ts"
import { readRepositoryPath } from "./repository-path.ts"

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

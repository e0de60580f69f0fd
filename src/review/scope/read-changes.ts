import { type ReadPath, readRepositoryPath } from "./repository-path.ts"

/** One file of a change, as `git diff --raw -z --no-renames` lists it. */
export interface ChangedEntry {
  readonly name: ReadPath
  readonly kind: EntryKind
  /** The blob of its new content; absent if that is only in the working tree. */
  readonly blob?: string | undefined
  /** Git marks it as a program. */
  readonly isExecutable?: true | undefined
}

export type EntryKind = "file" | "link" | "submodule" | "repository" | "skipped" | "untracked" | "removed" | "unmerged"

/** Every file that a change touches. Names are not quoted in this format, so none can be mistaken for another. */
export function readChanges(raw: Uint8Array): readonly ChangedEntry[] {
  const entries: ChangedEntry[] = []
  const fields = splitAtZero(raw)
  for (let at = 0; at + 1 < fields.length; at += 2) {
    const head = HEAD.exec(new TextDecoder("latin1").decode(fields[at]))
    if (head === null) throw new Error("git listed a change in an unknown format")
    const [, mode = "", blob = "", status = ""] = head
    entries.push({
      name: readRepositoryPath(fields[at + 1] ?? new Uint8Array()),
      kind: readKind(status, mode),
      blob: /^0+$/.test(blob) ? undefined : blob,
      ...(mode === "100755" ? { isExecutable: true } : {}),
    })
  }
  return entries
}

const HEAD = /^:\d{6} (\d{6}) [0-9a-f]+ ([0-9a-f]{40,64}) ([A-Z])\d*$/

function readKind(status: string, mode: string): EntryKind {
  if (status === "D") return "removed"
  if (status === "U") return "unmerged"
  if (mode === "160000") return "submodule"
  return mode === "120000" ? "link" : "file"
}

/** The paths of submodules in the output of `git ls-files --stage -z`. */
export function readSubmodules(staged: Uint8Array): ReadonlySet<string> {
  const rows = splitAtZero(staged).map((row) => new TextDecoder().decode(row))
  return new Set(rows.flatMap((row) => /^160000 [^\t]+\t(.+)$/s.exec(row)?.[1] ?? []))
}

/** Splits the output of git with `-z`: each entry ends with a zero byte. */
export function splitAtZero(bytes: Uint8Array): readonly Uint8Array[] {
  const pieces: Uint8Array[] = []
  let start = 0
  for (let end = bytes.indexOf(0); end !== -1; end = bytes.indexOf(0, start)) {
    pieces.push(bytes.subarray(start, end))
    start = end + 1
  }
  return pieces
}

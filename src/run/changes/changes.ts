import type { ItemKey } from "../../agents/agent-driver.ts"

/**
 * What changed in a checkout between two moments. Who changed it is not known: a person or another agent may have
 * worked there too.
 */
export interface RecordedChanges extends ItemKey {
  /** What ended the time: the report of a step, a gate that ran commands, or an agent that Skillet drove. */
  readonly cause: ChangesCause
  /** The moment before, in milliseconds. */
  readonly since: number
  readonly at: number
  /** Why nothing is known. */
  readonly unknown?: string | undefined
  /** How many files changed, and the first of them. */
  readonly total: number
  readonly files: readonly ChangedFile[]
  /** A diff of the files that are neither binary nor too large, as far as there was room. */
  readonly patch: string
  /** How many of the files are text that changed, but are missing in the patch because it would be too long. */
  readonly leftOut: number
}

export type ChangesCause = "report" | "gate" | "agent"

export interface ChangedFile {
  readonly path: string
  readonly kind: "added" | "removed" | "changed"
  /** Lines; absent if its content was not compared. */
  readonly added?: number | undefined
  readonly removed?: number | undefined
  /** Its size now; absent if it was removed. */
  readonly bytes?: number | undefined
}

const KINDS: Readonly<Record<string, ChangedFile["kind"]>> = { A: "added", D: "removed" }

/** Reads what `git diff-tree -r --raw --numstat -z` prints. */
export function readChangedFiles(text: string): readonly ChangedFile[] {
  const words = text.split("\0")
  const kinds = new Map<string, ChangedFile["kind"]>()
  const files: ChangedFile[] = []
  for (let at = 0; at < words.length; at++) {
    const word = words[at] ?? ""
    if (word.startsWith(":")) {
      const [path = "", letter = ""] = [words[++at], word.at(-1)]
      kinds.set(path, KINDS[letter] ?? "changed")
      continue
    }
    const [, added, removed, path] = /^(\d+|-)\t(\d+|-)\t(.+)$/s.exec(word) ?? []
    if (path === undefined) continue
    const lines = added === "-" ? {} : { added: Number(added), removed: Number(removed) }
    files.push({ path, kind: kinds.get(path) ?? "changed", ...lines })
  }
  return files
}

/** The patches of as many files as there is room for, in order, each whole. */
export function cutPatch(patch: string, most: number): { readonly patch: string; readonly leftOut: number } {
  const parts = patch.split(/^(?=diff --git )/m).filter((part) => part !== "")
  let room = most
  const kept = parts.filter((part) => {
    if (part.length > room) return false
    room -= part.length
    return true
  })
  return { patch: kept.join(""), leftOut: parts.length - kept.length }
}

/** The number of lines and files in one line for people. */
export function describeChanges({
  total,
  files,
  unknown,
}: Pick<RecordedChanges, "total" | "files" | "unknown">): string {
  if (unknown !== undefined) return `not known: ${unknown}`
  if (total === 0) return "nothing changed"
  const sum = (name: "added" | "removed") => files.reduce((all, file) => all + (file[name] ?? 0), 0)
  return `${total} ${total === 1 ? "file" : "files"}, +${sum("added")} −${sum("removed")} lines`
}

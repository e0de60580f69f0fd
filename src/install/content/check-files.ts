import { compareBytes } from "../../text/compare-bytes.ts"
import { groupDigits } from "../../text/format-count.ts"
import { findPathFault } from "../find-path-fault.ts"
import { MOST_SKILL_BYTES, MOST_SKILL_FILES } from "../../trust/combine-digests.ts"

/** What a source has at a path. */
export type SourceEntryKind = "file" | "executable" | "link" | "submodule" | "other"

export interface ListedEntry {
  readonly path: string
  readonly kind: SourceEntryKind
}

/** Why something from a source is not installed. `path` is within the source. */
export interface ContentFault {
  readonly code: ContentCode
  readonly path: string
  readonly message: string
}

export type ContentCode =
  | "install.link"
  | "install.submodule"
  | "install.not-regular"
  | "install.bad-path"
  | "install.case-clash"
  | "install.too-many"
  | "install.too-large"
  | "install.not-a-skill"

const kindFaults: Readonly<Partial<Record<SourceEntryKind, { readonly code: ContentCode; readonly message: string }>>> =
  {
    link: { code: "install.link", message: "is a link, and links are not installed" },
    submodule: { code: "install.submodule", message: "is a submodule, and submodules are not installed" },
    other: { code: "install.not-regular", message: "is not a regular file" },
  }

/** Everything about a skill's files that forbids installing them; paths are within the skill. */
export function checkEntries(entries: readonly ListedEntry[]): readonly ContentFault[] {
  if (entries.length > MOST_SKILL_FILES) {
    const message = `it has ${groupDigits(entries.length)} files; at most ${groupDigits(MOST_SKILL_FILES)} can be approved`
    return [{ code: "install.too-many", path: "", message }]
  }
  const faults = entries.flatMap(({ path, kind }): readonly ContentFault[] => {
    const fault = findPathFault(path)
    if (fault !== undefined) return [{ code: "install.bad-path", path, message: `the path ${fault}` }]
    const wrong = kindFaults[kind]
    return wrong === undefined ? [] : [{ code: wrong.code, path, message: `it ${wrong.message}` }]
  })
  return [...faults, ...findClashes(entries)]
}

/** Two paths that are one on a disk that ignores case or composes letters, or a file where a directory must be. */
function findClashes(entries: readonly ListedEntry[]): readonly ContentFault[] {
  const seen = new Map<string, string>()
  const faults: ContentFault[] = []
  for (const { path } of [...entries].sort((a, b) => compareBytes(a.path, b.path))) {
    const parts = path.split("/")
    parts.forEach((_, index) => {
      const written = parts.slice(0, index + 1).join("/")
      const isWhole = index === parts.length - 1
      // A directory and a file of one name have the same key; the value of a directory ends with a slash.
      const key = `${written.normalize("NFC").toLowerCase().normalize("NFC")}`
      const before = seen.get(key)
      const mine = isWhole ? written : `${written}/`
      if (before === undefined) seen.set(key, mine)
      else if (before !== mine || isWhole) {
        const message = `it and ${before} are one file on disks that ignore case`
        faults.push({ code: "install.case-clash", path: written, message })
      }
    })
  }
  return faults
}

/** Whether the files of a skill are too large together to be approved. */
export function checkSizes(sizes: readonly number[]): readonly ContentFault[] {
  const bytes = sizes.reduce((sum, size) => sum + size, 0)
  if (bytes <= MOST_SKILL_BYTES) return []
  const message = `its files have more than ${MOST_SKILL_BYTES / 1024 / 1024} MiB in total`
  return [{ code: "install.too-large", path: "", message }]
}

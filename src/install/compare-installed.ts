import { compareBytes } from "../text/compare-bytes.ts"
import { sha256 } from "../text/sha256.ts"
import { findRealCopy, type InstalledPlace, type LockedFile, type LockedSkill } from "./lock/lock-file.ts"

/** What is on the disk where a skill should be. */
export type FoundPlace =
  | { readonly kind: "nothing" }
  | { readonly kind: "link"; readonly to: string }
  | { readonly kind: "other" }
  | {
      readonly kind: "folder"
      readonly files: ReadonlyMap<string, LockedFile>
      /** Links and other entries that are not files. */
      readonly others: readonly string[]
    }

/** One way in which the disk differs from the lock. */
export interface Difference {
  readonly kind: DifferenceKind
  /** The skill. */
  readonly name: string
  /** From the directory of the lock. */
  readonly path: string
}

export const differenceKinds = {
  changed: "its content is not the locked one",
  missing: "it is in the lock and not on the disk",
  mode: "it may be executed and should not, or the other way round",
  extra: "it is on the disk and not in the lock",
  link: "it should be a link to the installed skill, and is not",
  blocked: "it should be a directory with the skill, and is something else",
  unclaimed: "no row of the lock claims this skill",
  interrupted: "a change was interrupted before it was complete",
} as const

export type DifferenceKind = keyof typeof differenceKinds

/** The files that should be there: those of the source, with the user's own changes. */
export function listEffectiveFiles({
  files,
  overlay,
}: Pick<LockedSkill, "files" | "overlay">): ReadonlyMap<string, LockedFile> {
  return overlay === undefined ? files : new Map([...files, ...overlay.files])
}

/** What a link at a place must say to lead to the real copy. */
export function writeLinkTarget(from: string, to: string): string {
  const up = from.split("/").length - 1
  return `${"../".repeat(up)}${to}`
}

/** Every difference between a row of the lock and its places, in the order of their paths. */
export function compareInstalled(
  name: string,
  skill: LockedSkill,
  find: (place: InstalledPlace) => FoundPlace,
): readonly Difference[] {
  const real = findRealCopy(skill)
  const differences = skill.installedTo.flatMap((place) => {
    const found = find(place)
    const report = (kind: DifferenceKind, path = place.path): Difference => ({ kind, name, path })
    if (found.kind === "nothing") return [report("missing")]
    if (place.kind === "link")
      return found.kind === "link" && found.to === writeLinkTarget(place.path, real) ? [] : [report("link")]
    if (found.kind !== "folder") return [report("blocked")]
    return compareFolder(listEffectiveFiles(skill), found).map(({ kind, path }) =>
      report(kind, `${place.path}/${path}`),
    )
  })
  return [...differences].sort((a, b) => compareBytes(a.path, b.path))
}

/** Whether the patch of the user's changes is the locked one; a checkout may have changed its line endings. */
export function compareOverlay(
  name: string,
  { overlay }: LockedSkill,
  read: (path: string) => string | undefined,
): readonly Difference[] {
  if (overlay === undefined) return []
  const { path } = overlay
  const text = read(path)
  if (text === undefined) return [{ kind: "missing", name, path }]
  const isSame = [text, text.replaceAll("\r\n", "\n")].some((one) => sha256(one) === overlay.sha256)
  return isSame ? [] : [{ kind: "changed", name, path }]
}

type FoundFolder = Extract<FoundPlace, { readonly kind: "folder" }>

export interface FileDifference {
  readonly kind: "changed" | "missing" | "mode" | "extra"
  readonly path: string
}

/** How a directory differs from the files that it should have; paths are within it. */
export function compareFolder(
  expected: ReadonlyMap<string, LockedFile>,
  { files, others }: FoundFolder,
): readonly FileDifference[] {
  const wrong = [...expected].flatMap(([path, file]): readonly FileDifference[] => {
    const found = files.get(path)
    if (found === undefined) return [{ kind: "missing", path }]
    if (found.sha256 !== file.sha256) return [{ kind: "changed", path }]
    return found.mode === file.mode ? [] : [{ kind: "mode", path }]
  })
  const extra = [...files.keys(), ...others].filter((path) => !expected.has(path))
  const all = [...wrong, ...extra.map((path) => ({ kind: "extra" as const, path }))]
  return all.sort((a, b) => compareBytes(a.path, b.path))
}

/** The files at a place that are not the skill's own; paths are within it. */
export function listExtra(differences: readonly Difference[], place: InstalledPlace): readonly string[] {
  const below = `${place.path}/`
  return differences.flatMap(({ kind, path }) =>
    kind === "extra" && path.startsWith(below) ? [path.slice(below.length)] : [],
  )
}

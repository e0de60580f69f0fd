import fs from "node:fs"
import path from "node:path"
import { SkilletError } from "../../problem/failure.ts"
import { sha256 } from "../../text/sha256.ts"
import { compareFolder, type FoundPlace, listEffectiveFiles } from "../compare-installed.ts"
import { type CandidateFile, toCandidateFile } from "../content/read-candidate.ts"
import { layOut } from "../decide-install.ts"
import type { InstalledPlace, LockedOverlay, LockedSkill } from "../lock/lock-file.ts"
import type { NewContent } from "../new-content.ts"
import { mergeEdits } from "../overlay/merge-edits.ts"
import { OVERLAYS, writePatch } from "../overlay/overlay-patch.ts"
import { findPlace } from "./find-places.ts"
import type { Installer } from "./installer.ts"
import { readContent, readLockedFiles } from "./locked-contents.ts"

/** A skill as it will be in the lock, and what that means for each of its places. */
export interface ReplacedSkill {
  readonly row: LockedSkill
  readonly places: ReadonlyMap<string, NewContent>
  /** Files that are not the skill's own and stay where they are. */
  readonly kept: readonly string[]
  /** Files with changes of the user. */
  readonly edited: readonly string[]
}

/**
 * Replaces an installed skill by another version of it. The user's own changes are merged into the new files; if they
 * do not fit, it throws, and everything stays as it is.
 */
export function replaceSkill(
  installer: Installer,
  name: string,
  { before, now }: { readonly before?: LockedSkill | undefined; readonly now: LockedSkill },
): ReplacedSkill {
  const { root } = installer.scope
  const edits = before === undefined ? new Map<string, CandidateFile>() : readEdits(installer, before)
  const overlay = before === undefined ? undefined : mergeOverlay(installer, name, { before, now, edits })
  const row = { ...now, overlay: overlay?.locked }
  const known = new Set([...(before?.files.keys() ?? []), ...listEffectiveFiles(row).keys()])
  const findKept = ({ path: at }: InstalledPlace) => listOthers(findPlace(root, at), known)
  const places = new Map(layOut(row, { read: (sum) => readContent(installer, sum), kept: findKept }))
  if (overlay !== undefined) places.set(overlay.locked.path, { kind: "file", text: overlay.patch })
  else if (before?.overlay !== undefined) places.set(before.overlay.path, { kind: "nothing" })
  const kept = row.installedTo.flatMap((place) => findKept(place).map((one) => `${place.path}/${one}`))
  return { row, places, kept, edited: [...(overlay?.locked.files.keys() ?? [])] }
}

function listOthers(found: FoundPlace, known: ReadonlySet<string>): readonly string[] {
  return found.kind === "folder" ? [...found.files.keys(), ...found.others].filter((one) => !known.has(one)) : []
}

/** The skill's files that are not as the source had them: on the disk, or in the overlay if it is not on the disk. */
function readEdits(installer: Installer, row: LockedSkill): ReadonlyMap<string, CandidateFile> {
  const { root } = installer.scope
  const real = row.installedTo.find(({ kind }) => kind === "real")?.path ?? ""
  const found = findPlace(root, real)
  if (found.kind !== "folder")
    return new Map(
      [...(row.overlay?.files ?? [])].map(([one, file]) => [
        one,
        { ...file, bytes: readContent(installer, file.sha256) },
      ]),
    )
  const changed = compareFolder(row.files, found).filter(({ kind }) => kind === "changed")
  return new Map(
    changed.map(({ path: one }) => {
      const bytes = fs.readFileSync(path.join(root, real, one))
      return [one, toCandidateFile(bytes, found.files.get(one)?.mode ?? "644")]
    }),
  )
}

interface Merging {
  readonly before: LockedSkill
  readonly now: LockedSkill
  readonly edits: ReadonlyMap<string, CandidateFile>
}

function mergeOverlay(
  installer: Installer,
  name: string,
  { before, now, edits }: Merging,
): { readonly locked: LockedOverlay; readonly patch: string } | undefined {
  if (edits.size === 0) return undefined
  const [base, theirs] = [before, now].map((row) => readLockedFiles(installer, row, "source"))
  if (base === undefined || theirs === undefined) throw new Error("two versions are read")
  const { files, conflicts } = mergeEdits({ base, mine: edits, theirs })
  if (conflicts.length > 0) throw conflicting(name, conflicts)
  if (files.size === 0) return undefined
  for (const { sha256: sum, bytes } of files.values()) installer.store.keep(sum, bytes)
  const toText = (file: CandidateFile | undefined) => Buffer.from(file?.bytes ?? []).toString("utf8")
  const patch = writePatch(
    new Map([...files].map(([one, file]) => [one, { theirs: toText(theirs.get(one)), mine: toText(file) }])),
  )
  const locked = new Map([...files].map(([one, { sha256: sum, size, mode }]) => [one, { sha256: sum, size, mode }]))
  return { locked: { path: `${OVERLAYS}/${name}.patch`, sha256: sha256(patch), files: locked }, patch }
}

function conflicting(
  name: string,
  conflicts: readonly { readonly path: string; readonly why: string }[],
): SkilletError {
  const said = conflicts.map(({ path: one, why }) => `${one}: ${why}`).join("; ")
  return new SkilletError("install.conflict", `${name} was not changed: ${said}`, {
    retry: "no",
    next: "change these files so that they fit, or undo your changes, and try again",
  })
}

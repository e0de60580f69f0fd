import fs from "node:fs"
import path from "node:path"
import { SkilletError } from "../../problem/failure.ts"
import { sha256 } from "../../text/sha256.ts"
import { compareFolder, type FoundPlace, listEffectiveFiles } from "../compare-installed.ts"
import { type CandidateFile, toCandidateFile } from "../content/read-candidate.ts"
import { layOut } from "../decide-install.ts"
import { findRealCopy, type InstalledPlace, type LockedOverlay, type LockedSkill, OVERLAYS } from "../lock/lock-file.ts"
import type { NewContent } from "../new-content.ts"
import { mergeEdits } from "../overlay/merge-edits.ts"
import { writePatch } from "../overlay/overlay-patch.ts"
import { findPlace } from "./find-places.ts"
import type { Installer } from "./installer.ts"
import { findOwnText, readContent, readLockedFiles } from "./locked-contents.ts"

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
  if (before !== undefined) for (const place of before.installedTo) requireReplaceable(installer, place, before)
  const edits = before === undefined ? new Map<string, CandidateFile>() : readEdits(installer, name, { before, now })
  const overlay = before === undefined ? undefined : mergeOverlay(installer, name, { before, now, edits })
  const row = { ...now, overlay: overlay?.locked }
  const known = new Set([...(before?.files.keys() ?? []), ...listEffectiveFiles(row).keys()])
  const findKept = ({ path: at }: InstalledPlace) => listOthers(findPlace(root, at), known)
  const places = new Map(layOut(row, { read: (sum) => readContent(installer, sum), kept: findKept }))
  if (overlay !== undefined && before?.overlay === undefined) requireNoPatch(root, overlay.locked.path)
  if (overlay !== undefined) places.set(overlay.locked.path, { kind: "file", text: overlay.patch })
  else if (before?.overlay !== undefined) places.set(before.overlay.path, { kind: "nothing" })
  const kept = row.installedTo.flatMap((place) => findKept(place).map((one) => `${place.path}/${one}`))
  return { row, places, kept, edited: [...(overlay?.locked.files.keys() ?? [])] }
}

/** What is at a place of a skill and was put there by somebody else is not replaced. */
function requireReplaceable(installer: Installer, place: InstalledPlace, row: LockedSkill): void {
  const found = findPlace(installer.scope.root, place.path)
  const isOther = found.kind !== "nothing" && found.kind !== (place.kind === "link" ? "link" : "folder")
  if (isOther)
    throw new SkilletError("install.blocked", `${place.path} is no longer what Skillet put there`, {
      retry: "no",
      next: "move it elsewhere, and try again",
    })
  const edited = place.kind === "copy" ? findOwnText(installer, row, found) : undefined
  if (edited !== undefined)
    throw new SkilletError("install.edited", `${place.path}/${edited} has changes, and this is only a copy`, {
      retry: "no",
      next: "move your changes to the real directory of the skill, and try again",
    })
}

/** A patch of an earlier installation has changes that are nowhere else. */
function requireNoPatch(root: string, place: string): void {
  if (fs.lstatSync(path.join(root, place), { throwIfNoEntry: false }) === undefined) return
  throw new SkilletError("install.blocked", `${place} is there already, with changes to an earlier installation`, {
    retry: "no",
    next: "move it elsewhere, and try again",
  })
}

function listOthers(found: FoundPlace, known: ReadonlySet<string>): readonly string[] {
  return found.kind === "folder" ? [...found.files.keys(), ...found.others].filter((one) => !known.has(one)) : []
}

/** The skill's files that are not as the source had them: on the disk, or in the overlay if it is not on the disk. */
function readEdits(
  installer: Installer,
  name: string,
  { before: row, now }: Pick<Merging, "before" | "now">,
): ReadonlyMap<string, CandidateFile> {
  const { root } = installer.scope
  const real = findRealCopy(row)
  const found = findPlace(root, real)
  if (found.kind !== "folder")
    return new Map(
      [...(row.overlay?.files ?? [])].map(([one, file]) => [
        one,
        { ...file, bytes: readContent(installer, file.sha256) },
      ]),
    )
  const mine = compareFolder(row.files, found).filter(
    ({ kind, path: one }) => kind === "changed" || (kind === "extra" && now.files.has(one)),
  )
  const other = mine.find(({ path: one }) => !found.files.has(one))
  if (other !== undefined) throw makeConflictError(name, [{ path: other.path, why: "the source has a file there now" }])
  return new Map(
    mine.map(({ path: one }) => {
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
  if (conflicts.length > 0) throw makeConflictError(name, conflicts)
  if (files.size === 0) return undefined
  for (const { sha256: sum, bytes } of files.values()) installer.store.keep(sum, bytes)
  const toText = (file: CandidateFile | undefined) => Buffer.from(file?.bytes ?? []).toString("utf8")
  const patch = writePatch(
    new Map([...files].map(([one, file]) => [one, { theirs: toText(theirs.get(one)), mine: toText(file) }])),
  )
  const locked = new Map([...files].map(([one, { sha256: sum, size, mode }]) => [one, { sha256: sum, size, mode }]))
  return { locked: { path: `${OVERLAYS}/${name}.patch`, sha256: sha256(patch), files: locked }, patch }
}

function makeConflictError(
  name: string,
  conflicts: readonly { readonly path: string; readonly why: string }[],
): SkilletError {
  const said = conflicts.map(({ path: one, why }) => `${one}: ${why}`).join("; ")
  return new SkilletError("install.conflict", `${name} was not changed: ${said}`, {
    retry: "no",
    next: "change these files so that they fit, or undo your changes, and try again",
  })
}

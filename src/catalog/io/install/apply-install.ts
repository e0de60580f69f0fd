import fs from "node:fs"
import path from "node:path"
import { SkilletError } from "../../../problem/failure.ts"
import { makeDirectory } from "../../../system/files/make-directory.ts"
import { makeFoldersBelow } from "../../../system/files/make-folders-below.ts"
import { replaceFile } from "../../../system/files/replace-file.ts"
import { RECORD_FILE } from "../../../skill/lock-names.ts"
import { writeInstallRecord } from "../../install/install-record.ts"
import type { PlannedFile } from "../../install/plan-install.ts"
import { digestFile } from "../sources/find-installed-skills.ts"
import { refuseLinks, type SkillInstall } from "./install-skills.ts"

/**
 * Makes the planned changes. The record is written last: a file that is already as planned needs no record to be
 * recognised, so an interrupted installation is finished by the next one.
 */
export function applyInstall(plan: SkillInstall): void {
  makeDirectory(plan.anchor)
  for (const change of plan.files) changeFile(plan, change)
  const hasRecord = Object.keys(plan.record).length > 0
  const record = path.join(plan.directory, RECORD_FILE)
  if (hasRecord) writeBelow(plan, { file: RECORD_FILE, text: writeInstallRecord(plan.record) })
  else if (fs.existsSync(record)) fs.rmSync(record)
  removeEmptyFolders(plan)
}

function changeFile(plan: SkillInstall, { file, text, before }: PlannedFile): void {
  const at = path.join(plan.directory, file)
  refuseLinks(plan.anchor, path.relative(plan.anchor, at), "file")
  if (digestFile(at) !== before)
    throw new SkilletError("install.changed", `${at} was changed in the meantime`, {
      retry: "later",
      next: "run the same command again",
    })
  if (text !== undefined) writeBelow(plan, { file, text })
  else if (before !== undefined) fs.rmSync(at)
}

function writeBelow(
  { anchor, directory }: SkillInstall,
  { file, text }: { readonly file: string; readonly text: string },
) {
  const at = path.join(directory, file)
  const wrong = makeFoldersBelow(anchor, path.relative(anchor, path.dirname(at)).split(path.sep))
  if (wrong !== undefined) refuseLinks(anchor, path.relative(anchor, wrong.at))
  replaceFile(at, text, { mode: 0o644 })
}

/** The directories of removed files, and those above them, as far as nothing else is in them. */
function removeEmptyFolders({ anchor, directory, files }: SkillInstall): void {
  const removed = files
    .filter(({ text }) => text === undefined)
    .map(({ file }) => path.dirname(path.join(directory, file)))
  for (const folder of removed)
    for (let at = folder; at.startsWith(`${anchor}${path.sep}`); at = path.dirname(at)) {
      if (!fs.existsSync(at)) continue
      if (fs.readdirSync(at).length > 0) break
      fs.rmdirSync(at)
    }
}

import { groupDigits } from "../../text/format-count.ts"
import fs from "node:fs"
import path from "node:path"
import { SkilletError } from "../../problem/failure.ts"
import { readSafely } from "../../system/files/read-safely.ts"
import { sha256 } from "../../text/sha256.ts"
import { compareBytes } from "../../text/compare-bytes.ts"
import { combineDigests, type DigestedFile, MOST_SKILL_BYTES, MOST_SKILL_FILES } from "../combine-digests.ts"
import type { SkillForm } from "../../skill/skill-form.ts"

/** Everything an approval covers: each file of a skill by its content, and one digest over all of them. */
export interface SkillDigest {
  readonly digest: string
  readonly files: readonly DigestedFile[]
}

/** Digests all files in a skill's directory (by the real path of its SKILL.md), or the only file of an older form. */
export function digestSkill(realFile: string, form: SkillForm): SkillDigest {
  const folder = path.dirname(realFile)
  const names = form === "folder" ? listFiles(folder) : [path.basename(realFile)]
  let bytes = 0
  const files = names.map((name) => {
    const file = digestFile(path.join(folder, name), name)
    bytes += file.size
    if (bytes > MOST_SKILL_BYTES) throw tooLarge(folder)
    return { path: file.path, digest: file.digest, executable: file.executable }
  })
  return { digest: combineDigests(files), files }
}

function digestFile(file: string, name: string): DigestedFile & { readonly size: number } {
  const stat = fs.lstatSync(file)
  if (!stat.isFile()) throw notCovered(file)
  const content = readSafely(fs.realpathSync(file), MOST_SKILL_BYTES)
  const digest = sha256(content)
  return { path: name, digest, executable: (stat.mode & 0o111) !== 0, size: content.length }
}

function listFiles(folder: string): readonly string[] {
  const names: string[] = []
  const open = [""]
  for (let below = open.pop(); below !== undefined; below = open.pop()) {
    for (const entry of fs.readdirSync(path.join(folder, below), { withFileTypes: true })) {
      const name = path.join(below, entry.name)
      if (entry.isDirectory()) open.push(name)
      else names.push(name)
      if (names.length > MOST_SKILL_FILES) throw tooLarge(folder)
    }
  }
  return names.sort(compareBytes)
}

/** The target of a link can change unnoticed, so a directory with links cannot be approved. */
function notCovered(file: string): SkilletError {
  const message = `${file} is a link or not a regular file, so an approval could not cover it`
  return new SkilletError("trust.links", message, {
    retry: "no",
    next: "put the file itself in the skill's directory",
  })
}

function tooLarge(folder: string): SkilletError {
  const message = `${folder} has more than ${groupDigits(MOST_SKILL_FILES)} files or 64 MiB and cannot be approved`
  return new SkilletError("trust.too-large", message, {
    retry: "no",
    next: "keep only what the skill needs in its directory",
  })
}

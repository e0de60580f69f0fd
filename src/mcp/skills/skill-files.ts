import fs from "node:fs"
import path from "node:path"
import { SkilletError } from "../../problem/failure.ts"
import { findNearestNames } from "../../text/find-nearest-names.ts"
import { readSafely } from "../../system/files/read-safely.ts"
import type { ShownSkill } from "../../catalog/io/skills/show-skill.ts"

/** As the Skills extension has it: more is not served. */
export const MOST_SERVED_FILES = 512
export const MOST_SERVED_BYTES = 16 * 1024 * 1024
const MOST_TEXT = 256 * 1024

/** A text file of a skill, by a path that its list of files has. Links are never followed. */
export function readSkillFile(
  { ref, path: at, files }: Pick<ShownSkill, "ref" | "path" | "files">,
  name: string,
): string {
  const known = files.filter(({ link }) => !link).map((file) => file.path)
  if (!known.includes(name)) throw noFile(ref, name, known)
  const bytes = readSafely(path.join(fs.realpathSync(path.dirname(at)), name), MOST_TEXT)
  if (bytes.includes(0)) throw notText(ref, name)
  return bytes.toString("utf8")
}

/** Every file of a skill by its path. Undefined if it has links, or more than may be served. */
export function readSkillFiles({
  path: at,
  files,
}: Pick<ShownSkill, "path" | "files">): ReadonlyMap<string, Buffer> | undefined {
  const total = files.reduce((sum, { size }) => sum + size, 0)
  if (files.length > MOST_SERVED_FILES || total > MOST_SERVED_BYTES || files.some(({ link }) => link)) return undefined
  const folder = fs.realpathSync(path.dirname(at))
  return new Map(files.map((file) => [file.path, readSafely(path.join(folder, file.path), MOST_SERVED_BYTES)]))
}

function noFile(ref: string, name: string, known: readonly string[]): SkilletError {
  const near = findNearestNames(name, known)
  return new SkilletError("mcp.no-file", `${ref} has no file ${JSON.stringify(name)}`, {
    retry: "no",
    next: near.length > 0 ? `did you mean ${near.join(" or ")}?` : "skill_get without file lists its files",
  })
}

function notText(ref: string, name: string): SkilletError {
  return new SkilletError("mcp.not-text", `${name} of ${ref} is not a text file`, {
    retry: "no",
    next: "read it from the skill's directory, or through the skills extension",
  })
}

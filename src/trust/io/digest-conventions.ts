import fs from "node:fs"
import path from "node:path"
import { SkilletError } from "../../problem/failure.ts"
import type { ApprovalState } from "../trust-state.ts"
import type { Approval } from "./approval.ts"
import { combineDigests, type DigestedFile } from "../combine-digests.ts"
import type { SkillDigest } from "./digest-skill.ts"
import { readCovered, toDigestedFile } from "./read-approved-module.ts"

const MOST_SKILL_FILES = 200

/** The Markdown files of a directory of conventions, by its real path, as an approval names them. */
export function listConventionFiles(folder: string): readonly string[] {
  const names = fs.readdirSync(folder).filter((name) => name.endsWith(".md"))
  return names.sort().map((name) => path.join(path.basename(folder), name))
}

/** Reads one of these files, and its digest. Throws if it is a link. */
export function readConvention(folder: string, name: string): { readonly bytes: Buffer; readonly file: DigestedFile } {
  const bytes = readCovered(path.dirname(folder), name)
  return { bytes, file: toDigestedFile(name, bytes) }
}

/** Digests the conventions of a project, by the real path of their directory. Throws if one of them is a link. */
export function digestConventions(folder: string): SkillDigest {
  const names = listConventionFiles(folder)
  if (names.length > MOST_SKILL_FILES)
    throw new SkilletError("trust.too-large", `${folder} has more than ${MOST_SKILL_FILES} files`, {
      retry: "no",
      next: "keep only the conventions that procedures name",
    })
  const files = names.map((name) => readConvention(folder, name).file)
  return { digest: combineDigests(files), files }
}

/** Whether all conventions of a project are as they were approved. */
export function checkConventionsApproval({ path: folder, digest }: Approval): ApprovalState {
  if (fs.lstatSync(folder, { throwIfNoEntry: false })?.isDirectory() !== true) return "gone"
  try {
    return digestConventions(folder).digest === digest ? "valid" : "changed"
  } catch (error) {
    if (error instanceof SkilletError) return "changed"
    throw error
  }
}

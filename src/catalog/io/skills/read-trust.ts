import { createHash } from "node:crypto"
import path from "node:path"
import { type AuthorStore, openAuthorStore } from "../../../trust/io/author-grants.ts"
import { compareFiles, type SkillFileChange } from "../../../trust/compare-files.ts"
import { checkConventionsApproval } from "../../../trust/io/digest-conventions.ts"
import { findNamedFiles, type NamePlace } from "../../../trust/io/find-named-files.ts"
import { isOutsideSkill, isSameOutside } from "../../../trust/io/digest-outside.ts"
import { readSmallText } from "../../../trust/io/approved-copies.ts"
import { listSkillActions } from "../../../trust/skill-actions.ts"
import { readSkill } from "../../../skill/read-skill.ts"
import { combineDigests } from "../../../trust/combine-digests.ts"
import { digestSkill } from "../../../trust/io/digest-skill.ts"
import { checkModuleApproval } from "../../../trust/io/read-approved-module.ts"
import { type Approval, openTrustStore, type TrustStore } from "../../../trust/io/trust-store.ts"
import {
  type ApprovalState,
  canBeApproved,
  decideTrust,
  type FoundApproval,
  type TrustState,
} from "../../../trust/trust-state.ts"
import type { FoundSkill, SkillSource } from "../../skill-source.ts"
import { SkilletError } from "../../../problem/failure.ts"
import type { Session } from "../session/open-session.ts"
import { openManaged } from "../../../trust/io/open-managed.ts"
import { locateOwnFiles } from "../../../system/own-files.ts"

/** A skill and the source it was found in. */
export interface SkillCopy {
  readonly source: Pick<SkillSource, "trust" | "kind" | "label" | "files" | "digests">
  readonly skill: FoundSkill
}

/** The trust of a copy with the text that was read: an approval is valid for exactly those bytes. */
export function readTrust(
  skillet: Session,
  { source, skill }: { readonly source: Pick<SkillSource, "trust">; readonly skill: Pick<FoundSkill, "realPath"> },
  text: string,
): TrustState {
  const isFile = path.isAbsolute(skill.realPath)
  const mayBeApproved = canBeApproved(source, isFile)
  const approval = mayBeApproved ? findApproval(skillet, skill.realPath, text) : undefined
  const isByAuthor = mayBeApproved && isAuthored(skillet, skill.realPath, text)
  return decideTrust({ source, isFile, approval, isByAuthor })
}

/**
 * Whether the person says to have written a skill. What was installed into the directory was written by others. What its
 * commands name outside its directory, and what they run that is only known then, could be somebody else's: such a skill
 * needs an approval, which covers or states it.
 */
function isAuthored(skillet: Session, file: string, text: string): boolean {
  const { cwd, root, home } = skillet.around
  if (!openOwnAuthorStore(skillet).covers(file, home) || openManaged(skillet.around)(file)) return false
  const reading = readSkill(text)
  if (!("skill" in reading)) return false
  const folder = path.dirname(file)
  const procedure = readSmallText(path.join(folder, "workflow.yaml"))
  const variables = { PROJECT_DIR: root, SKILL_DIR: folder }
  const { names, runs, unnamed } = listSkillActions(reading.skill, variables, procedure)
  if (unnamed.length > 0) return false
  const written = runs.map((one) => path.resolve(cwd, one))
  try {
    return [...written, ...findNamedFiles(names, { cwd, root })].every((one) => !isOutsideSkill(one, folder))
  } catch (error) {
    // It names more files than anybody could have looked at.
    if (error instanceof SkilletError) return false
    throw error
  }
}

/** All files are compared only if the text is the approved one. */
function findApproval(skillet: Session, file: string, text: string): FoundApproval | undefined {
  const approval = openOwnTrustStore(skillet).find(file)
  if (approval === undefined || approval.kind !== undefined) return undefined
  const own = approval.files.find((one) => one.path === path.basename(file))
  const isSameText = own?.digest === digestText(text)
  const state = isSameText ? checkApproval(approval, skillet.around) : undefined
  const changed = state === "valid" ? undefined : compareWithApproval(approval, skillet.around)
  return { grants: approval.grants, isSameText, state, changed }
}

/** How the files that an approval covers differ from those that are there now; none if they cannot be read. */
export function compareWithApproval(approval: Approval, place: NamePlace): readonly SkillFileChange[] {
  const outside = (approval.outside ?? []).filter((file) => !isSameOutside(file))
  const changes = [
    ...outside.map((file) => ({ path: file.path, change: "changed" as const })),
    ...listNewNamed(approval, place).map((file) => ({ path: file, change: "new" as const })),
  ]
  try {
    return [...compareFiles(approval.files, digestSkill(approval.path, guessForm(approval)).files), ...changes]
  } catch (error) {
    if (error instanceof Error && "code" in error) return changes
    throw error
  }
}

/** The trust of the skill whose file is at a path, as it is now; undefined if there is no such skill. */
export async function readSkillTrust(
  skillet: Session,
  skillPath: string,
): Promise<{ readonly state: TrustState; readonly skill: FoundSkill } | undefined> {
  const copy = await findCopy(skillet, skillPath)
  if (copy === undefined) return undefined
  return { state: readTrust(skillet, copy, await skillet.read(skillPath)), skill: copy.skill }
}

export async function requireCopy(skillet: Session, skillPath: string): Promise<SkillCopy> {
  const copy = await findCopy(skillet, skillPath)
  if (copy === undefined) throw new Error(`no skill of this session is at ${skillPath}`)
  return copy
}

async function findCopy(skillet: Session, skillPath: string): Promise<SkillCopy | undefined> {
  for (const { source, listing } of [...(await skillet.copies()), ...(await skillet.bundled()).listed]) {
    const skill = listing.skills.find((candidate) => candidate.path === skillPath)
    if (skill !== undefined) return { source, skill }
  }
  return undefined
}

export function openOwnTrustStore(skillet: Session): TrustStore {
  return openTrustStore(locateOwnFiles(skillet.options.env ?? process.env).data)
}

/** The directories whose skills the user says to write alone. */
export function openOwnAuthorStore(skillet: Session): AuthorStore {
  return openAuthorStore(locateOwnFiles(skillet.options.env ?? process.env).data)
}

/** An approval that does not say what its commands name is of an earlier version, and covers too little. */
export function checkApproval(approval: Approval, place: NamePlace): ApprovalState {
  if (approval.kind === "module") return checkModuleApproval(approval)
  if (approval.kind === "conventions") return checkConventionsApproval(approval)
  if (!path.isAbsolute(approval.path)) return "pinned"
  try {
    const isSame = digestSkill(approval.path, guessForm(approval)).digest === combineDigests(approval.files)
    if (!isSame || approval.names === undefined) return "changed"
    const isSameAround = (approval.outside ?? []).every((file) => isSameOutside(file))
    return isSameAround && listNewNamed(approval, place).length === 0 ? "valid" : "changed"
  } catch (error) {
    if (error instanceof SkilletError) return "changed"
    if (error instanceof Error && "code" in error) return "gone"
    throw error
  }
}

/** Files that the approved commands name in this place, and that were not approved. */
function listNewNamed(approval: Approval, place: NamePlace): readonly string[] {
  if (approval.names === undefined) return []
  const known = new Set((approval.outside ?? []).map((file) => file.path))
  const folder = guessForm(approval) === "folder" ? path.dirname(approval.path) : approval.path
  return findNamedFiles(approval.names, place).filter((file) => !known.has(file) && isOutsideSkill(file, folder))
}

function guessForm({ files, path: file }: Approval): "flat" | "folder" {
  return files.length === 1 && path.basename(file).toLowerCase() !== "skill.md" ? "flat" : "folder"
}

export function digestText(text: string): string {
  return createHash("sha256").update(text).digest("hex")
}

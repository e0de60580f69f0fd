import { createHash } from "node:crypto"
import fs from "node:fs"
import path from "node:path"
import { isSameOutside } from "../../../trust/io/digest-outside.ts"
import { digestSkill } from "../../../trust/io/digest-skill.ts"
import { type Approval, openTrustStore, type TrustStore } from "../../../trust/io/trust-store.ts"
import { type ApprovalState, needsApprovalOf, NO_GRANTS, trustBy, type TrustState } from "../../../trust/trust-state.ts"
import type { FoundSkill, SkillSource } from "../../skill-source.ts"
import { SkilletError } from "../../../problem/failure.ts"
import type { Skillet } from "../session/open-skillet.ts"
import { ownPlaces } from "../../../system/places.ts"

/** A skill and the source it was found in. */
export interface SkillCopy {
  readonly source: Pick<SkillSource, "trust" | "kind" | "label" | "files" | "digests">
  readonly skill: FoundSkill
}

/** The trust of a copy with the text that was read: an approval is valid for exactly those bytes. */
export function trustOf(
  skillet: Skillet,
  { source, skill }: { readonly source: Pick<SkillSource, "trust">; readonly skill: Pick<FoundSkill, "realPath"> },
  text: string,
): TrustState {
  if (!needsApprovalOf(source, path.isAbsolute(skill.realPath)))
    return { trust: source.trust, approval: "not-needed", grants: NO_GRANTS }
  const approval = storeOf(skillet).find(skill.realPath)
  if (approval === undefined) return trustBy(undefined)
  const own = approval.files.find((file) => file.path === path.basename(skill.realPath))
  const isSameText = own?.digest === textDigest(text)
  return trustBy({ grants: approval.grants, isSameText, state: () => approvalState(approval) })
}

/** The trust of the skill whose file is at a path, as it is now; undefined if there is no such skill. */
export async function trustAt(
  skillet: Skillet,
  skillPath: string,
): Promise<{ readonly state: TrustState; readonly skill: FoundSkill } | undefined> {
  const copy = await findCopy(skillet, skillPath)
  if (copy === undefined) return undefined
  return { state: trustOf(skillet, copy, await skillet.read(skillPath)), skill: copy.skill }
}

/**
 * The trust of a skill's file, as it is now; a file that is not in the catalog, such as a plugin's, counts if it was
 * approved.
 */
export async function trustOfFile(skillet: Skillet, file: string): Promise<TrustState> {
  const known = await trustAt(skillet, file)
  if (known !== undefined) return known.state
  const skill = { realPath: fs.realpathSync(file) }
  return trustOf(skillet, { source: { trust: "remote" }, skill }, fs.readFileSync(file, "utf8"))
}

export async function copyAt(skillet: Skillet, skillPath: string, host = skillet.host): Promise<SkillCopy> {
  const copy = await findCopy(skillet, skillPath, host)
  if (copy === undefined) throw new Error(`no skill of this session is at ${skillPath}`)
  return copy
}

async function findCopy(skillet: Skillet, skillPath: string, host = skillet.host): Promise<SkillCopy | undefined> {
  for (const { source, listing } of await skillet.copies(host)) {
    const skill = listing.skills.find((candidate) => candidate.path === skillPath)
    if (skill !== undefined) return { source, skill }
  }
  return undefined
}

export function storeOf(skillet: Skillet): TrustStore {
  return openTrustStore(ownPlaces(skillet.options.env ?? process.env).data)
}

export function approvalState(approval: Approval): ApprovalState {
  if (!path.isAbsolute(approval.path)) return "pinned"
  try {
    const form =
      approval.files.length === 1 && path.basename(approval.path).toLowerCase() !== "skill.md" ? "flat" : "folder"
    const isSame = digestSkill(approval.path, form).digest === approval.digest
    return isSame && (approval.outside ?? []).every((file) => isSameOutside(file)) ? "valid" : "changed"
  } catch (error) {
    if (error instanceof SkilletError) return "changed"
    if (error instanceof Error && "code" in error) return "gone"
    throw error
  }
}

export function textDigest(text: string): string {
  return createHash("sha256").update(text).digest("hex")
}

import path from "node:path"
import type { OutsideFile } from "../../../trust/io/digest-outside.ts"
import { readSmallText } from "../../../trust/io/approved-copies.ts"
import type { DigestedFile } from "../../../trust/combine-digests.ts"
import type { SkillDigest } from "../../../trust/io/digest-skill.ts"
import type { Approval } from "../../../trust/io/trust-store.ts"
import { NO_ACTIONS } from "../../../trust/no-actions.ts"
import { type SkillActions, listSkillActions } from "../../../trust/skill-actions.ts"
import {
  approvalError,
  type ApprovalState,
  type CommandGrants,
  canBeApproved,
  NO_GRANTS,
} from "../../../trust/trust-state.ts"
import { readSkill } from "../../../skill/read-skill.ts"
import { requireLimits } from "../session/open-runner.ts"
import type { Session } from "../session/open-session.ts"
import { sha256 } from "../../../text/sha256.ts"
import { findSkill } from "./find-skill.ts"
import { coverSkill } from "./cover-skill.ts"
import { type PatchedFile, patchFiles } from "./patch-files.ts"
import { checkApproval, compareWithApproval, requireCopy, type SkillCopy, openOwnTrustStore } from "./read-trust.ts"

/** What a person should see before approving a skill. */
export interface ApprovalPlan extends Omit<SkillActions, "runs"> {
  readonly ref: string
  readonly path: string
  /** Of its own files and of those in `outside`. */
  readonly digest: string
  readonly files: SkillDigest["files"]
  readonly executables: readonly string[]
  /** Files outside its directory that its commands, hooks or grants would run; the approval covers them too. */
  readonly outside: readonly OutsideFile[]
  /** If an earlier version was approved here: which files differ, and how. */
  readonly before?: ApprovedBefore | undefined
  readonly text: string
  /** For a skill of a server: what the digest pins. A server may write a text anew for each use. */
  readonly pins?: "text" | "description" | undefined
  /** For a module of a project: what it uses besides its files. */
  readonly module?: { readonly builtins: readonly string[] } | undefined
  /** For the conventions of a project: which texts of Skillet they replace, and which are new. */
  readonly conventions?: { readonly replaces: readonly string[]; readonly adds: readonly string[] } | undefined
}

export interface ApprovedBefore {
  readonly approvedAt: string
  /** The paths of the files that differ. */
  readonly changed: readonly string[]
  readonly differences: readonly PatchedFile[]
  /** The text of its SKILL.md as it was approved. */
  readonly text?: string | undefined
}

export async function planApproval(skillet: Session, ref: string): Promise<ApprovalPlan> {
  await requireLimits(skillet)
  const { ref: name, path: skillPath } = await findSkill(skillet, ref)
  const copy = await requireCopy(skillet, skillPath)
  if (copy.source.digests !== undefined) return planPin(skillet, name, copy)
  const { realPath } = copy.skill
  if (!canBeApproved(copy.source, path.isAbsolute(realPath))) throw approvalError("not-needed", name, copy.source.trust)
  const text = await skillet.read(skillPath)
  const { content, digest, ...covered } = coverSkill(skillet, copy.skill, text)
  const { files } = covered
  return {
    ref: name,
    path: realPath,
    digest,
    ...covered,
    executables: files.filter(({ executable }) => executable).map((file) => file.path),
    before: await compareWithApproved(skillet, { path: realPath, digest: content, files }),
    text,
  }
}

/** A server's skill is approved as offered; if the server changes it later, it is left out. */
async function planPin(skillet: Session, ref: string, { source, skill }: SkillCopy): Promise<ApprovalPlan> {
  const digest = (await source.digests?.())?.[skill.name] ?? ""
  const text = skill.isPrompt === true ? "" : await skillet.read(skill.path)
  const reading = readSkill(text)
  const { commands, grants } = "skill" in reading ? listSkillActions(reading.skill, {}) : { commands: [], grants: [] }
  const pins = skill.hasFreeText === true ? "description" : "text"
  return { ref, path: skill.path, digest, files: [], ...NO_ACTIONS, commands, grants, text, pins }
}

export function approve(skillet: Session, plan: ApprovalPlan, grants: CommandGrants = NO_GRANTS): void {
  const approval: Approval = {
    ...(plan.module && { kind: "module" as const }),
    ...(plan.conventions && { kind: "conventions" as const }),
    path: plan.path,
    name: plan.ref,
    digest: plan.digest,
    files: plan.files,
    outside: plan.outside,
    names: plan.names,
    approvedAt: new Date().toISOString(),
    grants,
  }
  openOwnTrustStore(skillet).approve(approval, plan.text)
}

export interface ListedApproval extends Approval {
  readonly state: ApprovalState
}

export function listApprovals(skillet: Session): readonly ListedApproval[] {
  return openOwnTrustStore(skillet)
    .all()
    .map((approval) => ({ ...approval, state: checkApproval(approval, skillet.around) }))
}

/** Revokes an approval, by the skill's reference or path, or by the path of a module or of conventions. */
export async function removeApproval(skillet: Session, ref: string): Promise<boolean> {
  const store = openOwnTrustStore(skillet)
  const asPath = path.resolve(skillet.around.cwd, ref)
  const byPath = store
    .all()
    .find((approval) => approval.path === ref || approval.path === asPath || path.dirname(approval.path) === asPath)
  if (byPath !== undefined) return store.remove(byPath.path)
  const skill = await findSkill(skillet, ref)
  return store.remove((await requireCopy(skillet, skill.path)).skill.realPath)
}

/** What was approved at this path before, if that is not what is there now. */
export async function compareWithApproved(
  skillet: Session,
  now: SkillDigest & { readonly path: string },
): Promise<ApprovedBefore | undefined> {
  const store = openOwnTrustStore(skillet)
  const before = store.find(now.path)
  if (before === undefined || checkApproval(before, skillet.around) === "valid") return undefined
  const main = path.basename(now.path)
  const readBefore = ({ path: name, digest }: DigestedFile) =>
    store.approvedCopy(digest) ?? (name === main ? store.approvedText(before) : undefined)
  const readNow = ({ path: name, digest }: DigestedFile) => {
    const text = readSmallText(path.join(path.dirname(now.path), name))
    return text !== undefined && sha256(text) === digest ? text : undefined
  }
  const inside = await patchFiles(
    { files: before.files, label: "as approved", readText: readBefore },
    { files: now.files, label: "now", readText: readNow },
  )
  const outside =
    before.kind === undefined
      ? compareWithApproval(before, skillet.around).filter((one) => path.isAbsolute(one.path))
      : []
  const differences = [...inside, ...outside]
  return {
    approvedAt: before.approvedAt,
    changed: differences.map((one) => one.path),
    differences,
    text: store.approvedText(before),
  }
}

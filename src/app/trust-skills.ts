import { createHash } from "node:crypto"
import path from "node:path"
import { digestOutside, isSameOutside, type OutsideFile } from "../adapters/trust/digest-outside.ts"
import { digestSkill, type SkillDigest } from "../adapters/trust/digest-skill.ts"
import { type Approval, type ApprovedGrants, openTrustStore, type TrustStore } from "../adapters/trust/trust-store.ts"
import type { FoundSkill, SkillSource } from "../ports/skill-source.ts"
import { filesRun } from "../policy/use/files-run.ts"
import { expandGrants } from "../policy/use/tool-grants.ts"
import { findShellParts, MOST_COMMANDS } from "../skill/body/template.ts"
import { SkilletError } from "../problem/failure.ts"
import { readSkill } from "../skill/read-skill.ts"
import type { Trust } from "../skill/trust.ts"
import type { Skillet } from "./open-skillet.ts"
import { ownPlaces } from "./places.ts"
import { requireLimits } from "./require-limits.ts"
import { findSkill } from "./show-skill.ts"
import { skillPaths } from "./skill-variables.ts"

/** How far a skill is trusted right now, and why. */
export interface TrustState {
  readonly trust: Trust
  /** none: nobody approved it. valid: this very content was. changed: something else at this place was. */
  readonly approval: "not-needed" | "none" | "valid" | "changed"
  readonly grants: ApprovedGrants
}

const NO_GRANTS: ApprovedGrants = { network: false, write: false, env: [] }

/** The trust of a copy with the text that was read of it: an approval holds for those bytes and no others. */
export function trustOf(
  skillet: Skillet,
  copy: { readonly source: Pick<SkillSource, "trust">; readonly skill: FoundSkill },
  text: string,
): TrustState {
  const { trust } = copy.source
  if (trust !== "remote" || !path.isAbsolute(copy.skill.realPath))
    return { trust, approval: "not-needed", grants: NO_GRANTS }
  const approval = storeOf(skillet).find(copy.skill.realPath)
  if (approval === undefined) return { trust, approval: "none", grants: NO_GRANTS }
  const own = approval.files.find((file) => file.path === path.basename(copy.skill.realPath))
  const isSame = own?.digest === textDigest(text) && stateOf(approval) === "valid"
  return isSame
    ? { trust: "shared", approval: "valid", grants: approval.grants }
    : { trust, approval: "changed", grants: NO_GRANTS }
}

/** What a person should see before approving a skill. */
export interface ApprovalPlan {
  readonly ref: string
  readonly path: string
  readonly digest: string
  readonly files: SkillDigest["files"]
  readonly commands: readonly { readonly command: string; readonly line: number }[]
  readonly grants: readonly string[]
  readonly hooks: readonly string[]
  readonly executables: readonly string[]
  /** Files outside its folder that its commands, hooks or grants would run; the approval covers them too. */
  readonly outside: readonly OutsideFile[]
  /** Where something else was approved at this place: which files differ, and the old text. */
  readonly before?: {
    readonly approvedAt: string
    readonly changed: readonly string[]
    readonly text?: string | undefined
  }
  readonly text: string
}

export async function planApproval(skillet: Skillet, ref: string): Promise<ApprovalPlan> {
  await requireLimits(skillet)
  const skill = await findSkill(skillet, ref)
  const copy = await copyAt(skillet, skill.path)
  if (copy.source.digests !== undefined) return planPin(skillet, skill.ref, copy)
  if (copy.source.trust !== "remote" || !path.isAbsolute(copy.skill.realPath)) {
    throw new SkilletError(
      "trust.not-needed",
      `${skill.ref} needs no approval: its source has trust "${copy.source.trust}"`,
      { retry: "no", next: "skillet render shows it as it is" },
    )
  }
  const text = await skillet.read(skill.path)
  const reading = readSkill(text)
  if (reading.kind === "refused")
    throw new SkilletError("trust.refused", `${skill.path} is refused and cannot be approved`, {
      retry: "no",
      next: "skillet lint says what is wrong with it",
    })
  const { digest, files } = digestSkill(copy.skill.realPath, copy.skill.form)
  // What is shown must be what is hashed: the text is one of the files, read twice.
  const own = files.find((file) => file.path === path.basename(copy.skill.realPath))
  if (own?.digest !== textDigest(text)) throw changedMeanwhile(skill.path)
  const variables = skillPaths(skillet, copy.skill)
  const commands = findShellParts(reading.skill.body).map(({ parts, line }) => ({
    command: expandText(parts.map(({ source }) => source).join(""), variables),
    line: reading.skill.bodyLine + line - 1,
  }))
  const hooks = hookCommands(reading.skill.header.hooks)
  const outside = outsideOf(skillet, copy.skill, [
    ...commands.slice(0, MOST_COMMANDS).map(({ command }) => command),
    ...hooks.map((hook) => expandText(hook.replace(/^\w+: /, ""), variables)),
    ...expandGrants(reading.skill.header.allowedTools ?? [], variables).map(commandOfGrant),
  ])
  const before = storeOf(skillet).find(copy.skill.realPath)
  return {
    ref: skill.ref,
    path: copy.skill.realPath,
    digest,
    files,
    commands,
    grants: expandGrants(reading.skill.header.allowedTools ?? [], variables),
    hooks,
    outside,
    executables: files.filter(({ executable }) => executable).map((file) => file.path),
    ...(before === undefined || before.digest === digest
      ? {}
      : { before: beforeOf(before, { digest, files }, storeOf(skillet)) }),
    text,
  }
}

/** What a server offers is approved as it is offered; what it changes later is left out. */
async function planPin(
  skillet: Skillet,
  ref: string,
  { source, skill }: Awaited<ReturnType<typeof copyAt>>,
): Promise<ApprovalPlan> {
  const digest = (await source.digests?.())?.[skill.name] ?? ""
  const text = skill.isPrompt === true ? "" : await skillet.read(skill.path)
  const reading = readSkill(text)
  const header = reading.kind === "skill" ? reading.skill.header : {}
  const commands =
    reading.kind === "skill"
      ? findShellParts(reading.skill.body).map(({ parts, line }) => ({
          command: parts.map((part) => part.source).join(""),
          line,
        }))
      : []
  return {
    ref,
    path: skill.path,
    digest,
    files: [],
    commands,
    grants: header.allowedTools ?? [],
    hooks: [],
    executables: [],
    outside: [],
    text,
  }
}

export function approve(skillet: Skillet, plan: ApprovalPlan, grants: ApprovedGrants = NO_GRANTS): void {
  const approval: Approval = {
    path: plan.path,
    name: plan.ref,
    digest: plan.digest,
    files: plan.files,
    outside: plan.outside,
    approvedAt: new Date().toISOString(),
    grants,
  }
  storeOf(skillet).approve(approval, plan.text)
}

export interface ListedApproval extends Approval {
  /** pinned: a server's, which is compared whenever the server is asked. */
  readonly state: "valid" | "changed" | "gone" | "pinned"
}

export function listApprovals(skillet: Skillet): readonly ListedApproval[] {
  return storeOf(skillet)
    .all()
    .map((approval) => ({ ...approval, state: stateOf(approval) }))
}

/** Takes an approval back, by the skill's reference or the path it was given for. */
export async function removeApproval(skillet: Skillet, ref: string): Promise<boolean> {
  const store = storeOf(skillet)
  const asPath = path.resolve(skillet.around.cwd, ref)
  const byPath = store
    .all()
    .find((approval) => approval.path === ref || approval.path === asPath || path.dirname(approval.path) === asPath)
  if (byPath !== undefined) return store.remove(byPath.path)
  const skill = await findSkill(skillet, ref)
  return store.remove((await copyAt(skillet, skill.path)).skill.realPath)
}

export async function copyAt(
  skillet: Skillet,
  skillPath: string,
): Promise<{
  readonly source: Pick<SkillSource, "trust" | "kind" | "label" | "files" | "digests">
  readonly skill: FoundSkill
}> {
  for (const { source, listing } of await skillet.copies()) {
    const skill = listing.skills.find((candidate) => candidate.path === skillPath)
    if (skill !== undefined) return { source, skill }
  }
  throw new Error(`no skill of this session lies at ${skillPath}`)
}

function storeOf(skillet: Skillet): TrustStore {
  return openTrustStore(ownPlaces(skillet.options.env ?? process.env).data)
}

function stateOf(approval: Approval): ListedApproval["state"] {
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

function beforeOf(before: Approval, now: SkillDigest, store: TrustStore) {
  const key = (file: SkillDigest["files"][number]) => `${file.path} ${file.digest} ${file.executable}`
  const [old, current] = [new Set(before.files.map(key)), new Set(now.files.map(key))]
  const changed = [
    ...before.files.filter((file) => !current.has(key(file))),
    ...now.files.filter((file) => !old.has(key(file))),
  ]
  const text = store.approvedText(before)
  return {
    approvedAt: before.approvedAt,
    changed: [...new Set(changed.map((file) => file.path))].sort(),
    text,
  }
}

function textDigest(text: string): string {
  return createHash("sha256").update(text).digest("hex")
}

function changedMeanwhile(file: string): SkilletError {
  return new SkilletError("trust.changed", `${file} changed while it was read, or is not plain UTF-8`, {
    retry: "later",
    next: "look at the file, then run skillet trust add again",
  })
}

/** A command or hook with our paths in place of their variables, as it would run. */
function expandText(text: string, variables: Readonly<Record<string, string>>): string {
  return text.replace(/\$\{(?:CLAUDE|SKILLET)_(\w+)\}/g, (written, name: string) => variables[name] ?? written)
}

/** The command that a grant names, as far as it does. */
function commandOfGrant(grant: string): string {
  return /^Bash\((.*?)(?::\*|\s\*)?\)$/.exec(grant.trim())?.[1] ?? ""
}

function outsideOf(skillet: Skillet, found: FoundSkill, commands: readonly string[]): readonly OutsideFile[] {
  const files = commands.flatMap((command) => (command === "" ? [] : filesRun(command)))
  const absolute = files.map((file) => path.resolve(skillet.around.cwd, file))
  const folder = found.form === "folder" ? path.dirname(found.realPath) : found.realPath
  return digestOutside(absolute, { folder, plugin: found.plugin?.root })
}

/** The trust of the skill whose file is at a path, as it is now; nothing at all when there is no such skill. */
export async function trustAt(
  skillet: Skillet,
  skillPath: string,
): Promise<{ readonly state: TrustState; readonly skill: FoundSkill } | undefined> {
  for (const { source, listing } of await skillet.copies()) {
    const skill = listing.skills.find((candidate) => candidate.path === skillPath)
    if (skill !== undefined) return { state: trustOf(skillet, { source, skill }, await skillet.read(skillPath)), skill }
  }
  return undefined
}

function hookCommands(hooks: Readonly<Record<string, unknown>> | undefined): readonly string[] {
  return Object.entries(hooks ?? {}).flatMap(([event, groups]) =>
    (
      groups as readonly {
        readonly hooks: readonly { readonly type: string; readonly command?: string; readonly prompt?: string }[]
      }[]
    ).flatMap((group) => group.hooks.map((hook) => `${event}: ${hook.command ?? hook.prompt ?? ""}`)),
  )
}

import { SkilletError } from "../problem/failure.ts"
import { quoteForShell } from "../text/quote-for-shell.ts"
import type { Capability, Trust } from "../skill/trust.ts"
import { describeChangedSkill, type SkillFileChange } from "./compare-files.ts"

/** What a person granted a skill's commands by name, with the approval. */
export interface CommandGrants {
  readonly network: boolean
  readonly write: boolean
  readonly env: readonly string[]
}

/** How far a skill is trusted right now, and why. */
export interface TrustState {
  readonly trust: Trust
  /**
   * none: not approved. valid: exactly this content is approved. changed: different content at this place was approved.
   * author: the person says to have written it, by its directory.
   */
  readonly approval: "not-needed" | "none" | "valid" | "changed" | "author"
  readonly grants: CommandGrants
  /** The files that differ from what was approved, if something else was approved. */
  readonly changed?: readonly SkillFileChange[] | undefined
}

export const NO_GRANTS: CommandGrants = { network: false, write: false, env: [] }

/** Whether approvals apply to a skill: only to files that others put there. A server's trust is set in the settings. */
export function canBeApproved(source: { readonly trust: Trust }, isFile: boolean): boolean {
  return isUntrusted(source.trust) && isFile
}

/** Whether the approved content is unchanged; `pinned` for a server's skill, which is compared when it is fetched. */
export type ApprovalState = "valid" | "changed" | "gone" | "pinned"

/** What is known about the approval of a skill whose text was read. */
export interface FoundApproval {
  readonly grants: CommandGrants
  /** The text that was read is the approved one. */
  readonly isSameText: boolean
  /** Of all its files, as they are now; undefined if they were not compared. */
  readonly state: ApprovalState | undefined
  /** The files that differ, if they were compared. */
  readonly changed?: readonly SkillFileChange[] | undefined
}

/** What the trust of a skill depends on. */
export interface TrustFacts {
  readonly source: { readonly trust: Trust }
  /** It is a file on this machine, and not text from a server. */
  readonly isFile: boolean
  readonly approval: FoundApproval | undefined
  /** It is in a directory whose skills are the person's own, and nobody else can have written it. */
  readonly isByAuthor: boolean
}

/**
 * The trust of a skill. If it needs approval: `shared` for the approved bytes and for what the person wrote, `remote` for
 * any others.
 */
export function decideTrust({ source, isFile, approval, isByAuthor }: TrustFacts): TrustState {
  if (!canBeApproved(source, isFile)) return { trust: source.trust, approval: "not-needed", grants: NO_GRANTS }
  if (approval?.isSameText === true && approval.state === "valid")
    return { trust: "shared", approval: "valid", grants: approval.grants }
  if (isByAuthor) return { trust: "shared", approval: "author", grants: NO_GRANTS }
  if (approval === undefined) return { trust: "remote", approval: "none", grants: NO_GRANTS }
  return { trust: "remote", approval: "changed", grants: NO_GRANTS, changed: approval.changed }
}

/** How far a skill would be trusted if a person approved it as it is. */
export function assumeApproval(state: TrustState): TrustState {
  return isApprovable(state) ? { trust: "shared", approval: "valid", grants: NO_GRANTS } : state
}

/** How far a skill is trusted, for people: by its approval, or by its source if it needs none. */
export function describeTrust({
  trust,
  approval,
  changed,
}: Pick<TrustState, "trust" | "approval" | "changed">): string {
  const states = {
    "not-needed": `trust ${trust}`,
    none: "not approved",
    valid: "approved as it is now",
    author: "written by you: it is in a directory that you granted",
    changed: describeChangedSkill(changed),
  } as const
  return states[approval]
}

/** Whether nobody has approved what a skill says. */
export function isUntrusted(trust: Trust): boolean {
  return trust === "remote"
}

/** Whether an approval would change how far a skill is trusted. */
export function isApprovable({ approval }: Pick<TrustState, "approval">): boolean {
  return approval !== "not-needed"
}

/** What each trust may use. */
const allowed: Readonly<Record<Trust, readonly Capability[]>> = {
  /** The machine's own skills. */
  policy: ["paths-of-ours", "tool-grants", "inline-shell", "hooks"],
  /** The user's own, and those that come with Skillet. */
  own: ["paths-of-ours", "tool-grants", "inline-shell", "hooks"],
  /** A project's or plugin's, approved with their current content. */
  shared: ["paths-of-ours", "tool-grants", "inline-shell", "hooks"],
  /** Everything that is not approved, and servers. */
  remote: [],
  /** A server that may learn local paths. */
  "remote-vars": ["paths-of-ours"],
  /** A server whose commands may run, each under the rules. */
  "remote-shell": ["paths-of-ours", "inline-shell"],
}

export function allows(trust: Trust, capability: Capability): boolean {
  return allowed[trust].includes(capability)
}

/** Why a skill is not approved, and what to do instead. */
export function approvalError(why: keyof typeof refusals, name: string, trust = ""): SkilletError {
  const { retry, message, next } = refusals[why]
  return new SkilletError(`trust.${why}`, message(name, trust), { retry, next: next(name) })
}

const refusals = {
  "not-needed": {
    retry: "no",
    message: (ref: string, trust: string) => `${ref} needs no approval: its source has trust "${trust}"`,
    next: (ref: string) => `skillet render ${quoteForShell(ref)} shows it as it is`,
  },
  refused: {
    retry: "no",
    message: (file: string) => `${file} is refused and cannot be approved`,
    next: (file: string) => `skillet lint ${quoteForShell(file)} says what is wrong with it`,
  },
  changed: {
    retry: "later",
    message: (file: string) => `${file} changed while it was read, or is not plain UTF-8`,
    next: () => "look at the file, then run skillet trust add again",
  },
} as const

import path from "node:path"
import type { HostId } from "../hosts/profile.ts"
import { fixSkill } from "../skill/fix-skill.ts"
import { compareBytes } from "../text/compare-bytes.ts"
import { sha256 } from "../text/sha256.ts"
import { groupBy } from "../text/group-by.ts"

/** One change that loses nothing, and that can be undone. */
export type SkillFix =
  | {
      readonly kind: "rewrite"
      readonly path: string
      readonly before: string
      readonly text: string
      readonly codes: readonly string[]
    }
  | { readonly kind: "rename"; readonly path: string; readonly to: string }
  | { readonly kind: "unlink"; readonly path: string; readonly target: string }
  | { readonly kind: "remove-copy"; readonly path: string; readonly same: string }

/** What was found in the skill directories of all agents. */
export interface FixFacts {
  /** Texts of SKILL.md files that may be changed, by their real paths. */
  readonly texts: readonly { readonly path: string; readonly text: string }[]
  /** Files named SKILL.md in another case, with the names beside them. */
  readonly named: readonly { readonly path: string; readonly beside: readonly string[] }[]
  /** Links in skill directories that lead nowhere. */
  readonly links: readonly { readonly path: string; readonly target: string }[]
  readonly copies: readonly FoundCopy[]
}

/** A directory with a skill. */
export interface FoundCopy {
  readonly path: string
  /** The same for directories with the same files. */
  readonly digest: string
  /** Copies with different keepers are kept by different people: the user's, and those of each project. */
  readonly keeper: string
  /** The agents that find it. */
  readonly hosts: readonly HostId[]
}

/**
 * The fixes that lose nothing. Repairs keep what a skill says; a copy goes only if every agent that finds it finds another
 * one with the same files and the same name, kept by the same person. Never the only copy: the one that stays is never
 * removed for a third.
 */
export function planFixes({ texts, named, links, copies }: FixFacts): readonly SkillFix[] {
  const removed = planRemovals(copies)
  const isGone = (at: string) => removed.some((fix) => at === fix.path || at.startsWith(`${fix.path}/`))
  const renames = named.flatMap(({ path: at, beside }): readonly SkillFix[] => {
    const isTaken = beside.filter((name) => name.toLowerCase() === "skill.md").length !== 1
    return isTaken ? [] : [{ kind: "rename", path: at, to: path.join(path.dirname(at), "SKILL.md") }]
  })
  // A copy goes before the one that stays is repaired: they are compared once more.
  return [
    ...removed,
    ...texts.flatMap(planRewrite).filter((fix) => !isGone(fix.path)),
    ...renames.filter((fix) => !isGone(fix.path)),
    ...links.map((link) => ({ kind: "unlink" as const, ...link })),
  ]
}

/** Spellings of fields are style, and stay. */
function planRewrite({ path: at, text }: FixFacts["texts"][number]): readonly SkillFix[] {
  const fixed = fixSkill(text)
  if (fixed === undefined || fixed.fixed.every((code) => code === "header.old-spelling")) return []
  return [{ kind: "rewrite", path: at, before: sha256(text), text: fixed.text, codes: [...new Set(fixed.fixed)] }]
}

function planRemovals(copies: readonly FoundCopy[]): readonly (SkillFix & { readonly kind: "remove-copy" })[] {
  const same = groupBy(copies, ({ path: at, digest, keeper }) => JSON.stringify([path.basename(at), digest, keeper]))
  return [...same.values()].flatMap((group) => {
    // The one that most agents find stays; of two equal ones, the first by its path.
    const [kept, ...others] = group.toSorted((a, b) => b.hosts.length - a.hosts.length || compareBytes(a.path, b.path))
    if (kept === undefined) return []
    return others
      .filter(
        ({ path: at, hosts }) =>
          at !== kept.path && hosts.length > 0 && hosts.every((host) => kept.hosts.includes(host)),
      )
      .map(({ path: at }) => ({ kind: "remove-copy" as const, path: at, same: kept.path }))
  })
}

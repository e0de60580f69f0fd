import fs from "node:fs"
import path from "node:path"
import { type LinkBoundary, linkLeaves, mayRead } from "../../adapters/sources/link-boundary.ts"
import { walkSkills } from "../../adapters/sources/walk-skills.ts"
import { type KnownSkills, knownSkills } from "../../audit/known-skills.ts"
import type { ListedSource } from "../../catalog/merge.ts"
import type { FoundSkill } from "../../ports/skill-source.ts"
import { SkilletError } from "../../problem/failure.ts"
import type { Problem } from "../../problem/problem.ts"
import { isQualified, parseSkillRef } from "../../skill/reference.ts"
import type { Trust } from "../../skill/trust.ts"
import { type LinkBoundaries, openBoundaries } from "../link-boundaries.ts"
import { nothingNamed } from "../nothing-named.ts"
import type { Skillet } from "../open-skillet.ts"
import { findSkill } from "../find-skill.ts"
import { skillPaths } from "../skill-variables.ts"

/** One skill to look at. */
export interface FoundTarget {
  readonly path: string
  readonly name: string
  /** It comes from a place that may not do everything by itself. */
  readonly isForeign: boolean
  /** It is in a place of the user's, the machine's or ours, so its remarks count. */
  readonly isOwn: boolean
  /** The paths that its grants may name. */
  readonly variables: Readonly<Record<string, string>>
  readonly from: TargetContent
}

/** Where its text comes from. A link that leaves is named, and nothing behind it is read. */
export type TargetContent =
  | { readonly kind: "folder"; readonly realPath: string }
  | { readonly kind: "file"; readonly realPath: string }
  | { readonly kind: "source"; readonly source: ListedSource["source"]; readonly skill: FoundSkill }
  | { readonly kind: "link"; readonly to: string }

export interface FoundTargets {
  readonly targets: readonly FoundTarget[]
  readonly known: KnownSkills
}

/** Every skill of the catalog, or those at the named paths and of the named references. */
export async function findTargets(skillet: Skillet, named: readonly string[]): Promise<FoundTargets> {
  const copies = await skillet.copies()
  const trusted = copies.filter(({ source }) => source.kind !== "project" && isOwn(source.trust))
  const own = new Set(trusted.flatMap(({ listing }) => listing.skills.map(({ realPath }) => realPath)))
  const known = knownSkills(
    trusted.flatMap(({ listing }) =>
      listing.skills.map(({ name, summary }) => ({ name, description: summary.header.description ?? "" })),
    ),
  )
  const boundaries = openBoundaries(skillet.around, skillet.options)
  if (named.length === 0) return { targets: fromCatalog(skillet, copies, { own, boundaries }), known }
  const targets: FoundTarget[] = []
  for (const one of named) {
    const at = path.resolve(skillet.around.cwd, one)
    if (fs.lstatSync(at, { throwIfNoEntry: false }) === undefined)
      targets.push(await byRef(skillet, copies, { ref: one, own }))
    else {
      const found = targetsAt(at, { own, boundary: boundaries.at(at), boundaries })
      if (found.length === 0) throw await nothingNamed(skillet, "audit", one)
      targets.push(...found)
    }
  }
  return { targets, known }
}

function fromCatalog(
  skillet: Skillet,
  copies: readonly ListedSource[],
  { own, boundaries }: { readonly own: ReadonlySet<string>; readonly boundaries: LinkBoundaries },
): readonly FoundTarget[] {
  const seen = new Set<string>()
  const targets: FoundTarget[] = []
  for (const { source, listing } of copies) {
    for (const skill of listing.skills) {
      if (seen.has(skill.realPath)) continue
      seen.add(skill.realPath)
      targets.push(targetOf(skillet, { source, skill }, own))
    }
    targets.push(...leavingLinks(listing.problems, boundaries))
  }
  return targets
}

function targetOf(
  skillet: Skillet,
  { source, skill }: { readonly source: ListedSource["source"]; readonly skill: FoundSkill },
  own: ReadonlySet<string>,
): FoundTarget {
  const { path: file, realPath, name, form } = skill
  const kind = form === "folder" ? "folder" : "file"
  return {
    path: file,
    name,
    isForeign: !isOwn(source.trust),
    isOwn: own.has(realPath),
    variables: skillPaths(skillet, skill),
    from: path.isAbsolute(realPath) ? { kind, realPath } : { kind: "source", source, skill },
  }
}

async function byRef(
  skillet: Skillet,
  copies: readonly ListedSource[],
  { ref, own }: { readonly ref: string; readonly own: ReadonlySet<string> },
): Promise<FoundTarget> {
  const parsed = parseSkillRef(ref)
  const isCopy = "ref" in parsed && isQualified(parsed.ref)
  const found = await findSkill(skillet, ref).catch((error: unknown) => {
    if (isCopy || !(error instanceof SkilletError) || error.code === "ref.ambiguous") throw error
    return undefined
  })
  if (found === undefined) throw await nothingNamed(skillet, "audit", ref)
  for (const { source, listing } of copies) {
    const skill = listing.skills.find((one) => one.path === found.path)
    if (skill !== undefined) return targetOf(skillet, { source, skill }, own)
  }
  throw new Error(`no source of this session holds ${found.path}`)
}

interface Finding {
  readonly own: ReadonlySet<string>
  readonly boundary: LinkBoundary | undefined
  readonly boundaries: LinkBoundaries
}

function targetsAt(at: string, { own, boundary, boundaries }: Finding): readonly FoundTarget[] {
  const placed = (file: string, name: string, from: TargetContent & { readonly realPath: string }) => {
    const isOwned = own.has(from.realPath)
    const variables: Readonly<Record<string, string>> = from.kind === "folder" ? { SKILL_DIR: path.dirname(file) } : {}
    return { path: file, name, isForeign: !isOwned, isOwn: isOwned, variables, from }
  }
  const stat = fs.statSync(at, { throwIfNoEntry: false })
  if (stat === undefined) return []
  if (stat.isDirectory()) {
    const tree = { kind: "skills", depth: 8, anyCase: true, rootSkill: true, dotFolders: true } as const
    const walk = walkSkills(at, tree, boundary)
    return [
      ...walk.files.map(({ path: file, realPath, name }) => placed(file, name, { kind: "folder", realPath })),
      ...leavingLinks(walk.problems, boundaries),
    ]
  }
  const realPath = fs.realpathSync(at)
  if (!mayRead(boundary, realPath)) return leavingLinks([linkLeaves(boundary, at, realPath)], boundaries)
  if (!/\.md$/i.test(at)) return []
  const isSkill = path.basename(at).toLowerCase() === "skill.md"
  const name = isSkill ? path.basename(path.dirname(at)) : path.basename(at, ".md")
  return [placed(at, name, { kind: isSkill ? "folder" : "file", realPath })]
}

/** A link to a skill of the user's own is a matter of approval, and no danger. */
function leavingLinks(problems: readonly Problem[], boundaries: LinkBoundaries): readonly FoundTarget[] {
  return problems.flatMap(({ code, path: link }) => {
    if (code !== "source.link-leaves" || !fs.existsSync(link)) return []
    const to = fs.realpathSync(link)
    if (boundaries.leadsToOwn(to)) return []
    const isFile = path.basename(link).toLowerCase() === "skill.md"
    const name = path.basename(isFile ? path.dirname(link) : link, ".md")
    return [{ path: link, name, isForeign: true, isOwn: false, variables: {}, from: { kind: "link", to } as const }]
  })
}

function isOwn(trust: Trust): boolean {
  return trust === "own" || trust === "policy"
}

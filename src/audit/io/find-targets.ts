import fs from "node:fs"
import path from "node:path"
import { type KnownSkills, indexKnownSkills } from "../known-skills.ts"
import type { ListedSource } from "../../catalog/decide-winners.ts"
import type { FoundSkill } from "../../catalog/skill-source.ts"
import { isKnownSource, isOwnTrust } from "../../trust/place-trust.ts"
import { SkilletError } from "../../problem/failure.ts"
import { isQualified, parseSkillRef } from "../../skill/reference.ts"
import { type LinkBoundaries, openBoundaries } from "../../catalog/io/session/link-boundaries.ts"
import { noSkillError } from "../../catalog/io/skills/no-skill-error.ts"
import type { Session } from "../../catalog/io/session/open-session.ts"
import { findSkill } from "../../catalog/io/skills/find-skill.ts"
import { findSkillPaths } from "../../catalog/io/skills/skill-variables.ts"
import { openOfferedContent } from "./read-offered.ts"
import { openContentOnDisk, type FoundTarget, findLeavingLinks, findTargetsOnDisk } from "./find-targets-on-disk.ts"

export interface FoundTargets {
  readonly targets: readonly FoundTarget[]
  readonly known: KnownSkills
}

/** Every skill of the catalog, or those at the named paths and of the named references. */
export async function findTargets(skillet: Session, named: readonly string[]): Promise<FoundTargets> {
  const copies = await skillet.copies()
  const trusted = copies.filter(({ source }) => isKnownSource(source))
  const own = new Set(trusted.flatMap(({ listing }) => listing.skills.map(({ realPath }) => realPath)))
  const known = indexKnownSkills(
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
      const found = findTargetsOnDisk(at, { own, boundary: boundaries.at(at), boundaries })
      if (found.length === 0) throw await noSkillError(skillet, "audit", one)
      targets.push(...found)
    }
  }
  return { targets, known }
}

function fromCatalog(
  skillet: Session,
  copies: readonly ListedSource[],
  { own, boundaries }: { readonly own: ReadonlySet<string>; readonly boundaries: LinkBoundaries },
): readonly FoundTarget[] {
  const seen = new Set<string>()
  const targets: FoundTarget[] = []
  for (const { source, listing } of copies) {
    for (const skill of listing.skills) {
      if (seen.has(skill.realPath)) continue
      seen.add(skill.realPath)
      targets.push(describeTarget(skillet, { source, skill }, own))
    }
    targets.push(...findLeavingLinks(listing.problems, boundaries))
  }
  return targets
}

function describeTarget(
  skillet: Session,
  { source, skill }: { readonly source: ListedSource["source"]; readonly skill: FoundSkill },
  own: ReadonlySet<string>,
): FoundTarget {
  const { path: file, realPath, name, form } = skill
  return {
    path: file,
    name,
    isForeign: !isOwnTrust(source.trust),
    isOwn: own.has(realPath),
    variables: findSkillPaths(skillet, skill),
    from: path.isAbsolute(realPath)
      ? openContentOnDisk(file, { form, realPath })
      : openOfferedContent(skillet, source, skill),
  }
}

async function byRef(
  skillet: Session,
  copies: readonly ListedSource[],
  { ref, own }: { readonly ref: string; readonly own: ReadonlySet<string> },
): Promise<FoundTarget> {
  const parsed = parseSkillRef(ref)
  const isCopy = "ref" in parsed && isQualified(parsed.ref)
  const found = await findSkill(skillet, ref).catch((error: unknown) => {
    if (isCopy || !(error instanceof SkilletError) || error.code === "ref.ambiguous") throw error
    return undefined
  })
  if (found === undefined) throw await noSkillError(skillet, "audit", ref)
  for (const { source, listing } of copies) {
    const skill = listing.skills.find((one) => one.path === found.path)
    if (skill !== undefined) return describeTarget(skillet, { source, skill }, own)
  }
  throw new Error(`no source of this session contains ${found.path}`)
}

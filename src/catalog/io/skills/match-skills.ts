import { matchIndexFile } from "./match-index.ts"
import { type CatalogSkill, isBundled, isUsable } from "../../catalog.ts"
import { openMatchIndex, type RankedSkill } from "../../match/match-index.ts"
import type { MatchStore } from "../../match/match-store.ts"
import { version } from "../../../system/version.ts"
import type { Session } from "../session/open-session.ts"

/** A skill that fits a request. */
export interface MatchedSkill {
  readonly name: string
  readonly ref: string
  readonly source: CatalogSkill["source"]
  readonly path: string
  readonly description: string
  readonly status: CatalogSkill["status"]
  readonly isUnlisted?: CatalogSkill["isUnlisted"]
  /** Comparable only within one answer. */
  readonly score: number
  /** The score in rare words: 1 is about one that is half of the skill's name. It can be compared between answers. */
  readonly worth: number
  /** The words of the request that were found, as typed. */
  readonly words: readonly string[]
}

export interface MatchAnswer {
  readonly request: string
  readonly host: Session["host"]
  /** How many skills were compared. */
  readonly among: number
  readonly skills: readonly MatchedSkill[]
  /** How long the comparison took, in milliseconds. */
  readonly milliseconds: number
}

/** The skills that fit a request, best first: those that the host could use, and those that come with Skillet. */
export async function matchSkills(
  skillet: Session,
  request: string,
  how: { readonly limit?: number | undefined; readonly host?: Session["host"] | undefined } = {},
): Promise<MatchAnswer> {
  const { limit = 5, host = skillet.host } = how
  const { among, rank } = await openMatcher(skillet, host)
  const start = performance.now()
  const ranked = rank(request, limit)
  return {
    request,
    host,
    among,
    skills: ranked.map(({ skill, score, worth, words }) => ({ ...toMatchEntry(skill), score, worth, words })),
    milliseconds: Number((performance.now() - start).toFixed(1)),
  }
}

type Ranked = Omit<RankedSkill<unknown>, "skill"> & { readonly skill: CatalogSkill }

/** For many requests to the same skills. */
export interface Matcher {
  /** How many skills are compared. */
  readonly among: number
  rank(request: string, limit: number): readonly Ranked[]
}

export async function openMatcher(skillet: Session, host: Session["host"] = skillet.host): Promise<Matcher> {
  const [catalog, bundled] = [await skillet.catalog(host), await skillet.bundled(host)]
  const skills = [...catalog.skills, ...bundled.catalog.skills]
  const facts = new Map(
    [...(await skillet.copies(host)), ...bundled.listed].flatMap(({ listing }) =>
      listing.skills.map((found) => [found.path, found] as const),
    ),
  )
  const usable = skills.flatMap((skill) => {
    const found = facts.get(skill.path)
    if (found === undefined || !isUsable(skill)) return []
    return [
      {
        skill,
        name: skill.name,
        path: found.realPath,
        size: found.size,
        changed: found.changed,
        description: skill.description,
        whenToUse: skill.whenToUse,
        isBundled: isBundled(skill),
      },
    ]
  })
  const index = openMatchIndex(chooseStore(skillet), version)
  return {
    among: usable.length,
    rank: (request, limit) =>
      index.rank(usable, request, limit).map(({ skill: { skill }, ...rest }) => ({ ...rest, skill })),
  }
}

function toMatchEntry({ name, ref, source, path, description, status, isUnlisted }: CatalogSkill) {
  return { name, ref, source, path, description, status, isUnlisted }
}

function chooseStore(skillet: Session): MatchStore {
  if (skillet.cache !== undefined) return matchIndexFile(skillet.cache)
  return { ...matchIndexFile("/"), open: () => undefined, save: () => "failed" }
}

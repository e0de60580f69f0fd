import { setImmediate } from "node:timers/promises"
import { type CatalogSkill, isBundled, isUsable } from "../../catalog.ts"
import { type JudgedCase, judgeCase } from "../../evals/judge-case.ts"
import { SkilletError } from "../../../problem/failure.ts"
import type { Problem } from "../../../problem/problem.ts"
import type { Session } from "../session/open-session.ts"
import { findSkill } from "../skills/find-skill.ts"
import { openMatcher } from "../skills/match-skills.ts"
import { readCaseFiles, readNamedFiles } from "./read-case-files.ts"

/** How well requests that were written for skills find them. */
export interface SkillEvaluations {
  /** Among how many skills they were looked for. */
  readonly among: number
  readonly host: Session["host"]
  /** Those that have requests, or a problem with them. */
  readonly skills: readonly SkillEvaluation[]
  /** The references of those that have none. */
  readonly without: readonly string[]
}

export interface SkillEvaluation {
  readonly ref: string
  readonly path: string
  readonly status: CatalogSkill["status"]
  readonly cases: readonly EvaluatedCase[]
  readonly problems: readonly Problem[]
}

export interface EvaluatedCase extends JudgedCase {
  readonly path: string
}

export interface EvaluateOptions {
  /** Files with requests for the skills that are named, instead of those in their directories. */
  readonly from?: readonly string[] | undefined
  readonly onProgress?: ((done: number, all: number) => void) | undefined
}

/** A case may ask for a place up to this one. */
const MOST_FOUND = 100

/**
 * Looks up every request that the named skills have in their directories, or all that the host could use and that do not
 * come with Skillet, as `match` does. No agent is asked, so what one would answer is not judged.
 */
export async function evaluateSkills(
  skillet: Session,
  refs: readonly string[] = [],
  { from = [], onProgress }: EvaluateOptions = {},
): Promise<SkillEvaluations> {
  const skills = await chooseSkills(skillet, refs)
  if (from.length > 0 && refs.length === 0) throw whichSkill()
  const matcher = await openMatcher(skillet)
  const names = skills.map(({ name }) => name)
  const readFor = (skill: CatalogSkill) =>
    from.length === 0
      ? readCaseFiles(skill)
      : readNamedFiles(
          from,
          { skill: skill.name, others: names.filter((one) => one !== skill.name) },
          skillet.around.cwd,
        )
  const read = skills.map((skill) => ({ skill, ...readFor(skill) }))
  const having = read.filter(({ cases, problems }) => cases.length + problems.length > 0)
  const all = having.reduce((sum, { cases }) => sum + cases.length, 0)
  let done = 0
  const evaluated: SkillEvaluation[] = []
  for (const { skill, cases, problems } of having) {
    const judged: EvaluatedCase[] = []
    for (const { path: at, ...one } of cases) {
      const found = matcher.rank(one.request, MOST_FOUND).map(({ skill: { ref } }) => ref)
      judged.push({ ...judgeCase(one, skill, found), path: at })
      onProgress?.(++done, all)
      // A server answers others between two requests.
      await setImmediate()
    }
    evaluated.push({ ref: skill.ref, path: skill.path, status: skill.status, cases: judged, problems })
  }
  return {
    among: matcher.among,
    host: skillet.host,
    skills: evaluated,
    without: read.filter((one) => !having.includes(one)).map(({ skill }) => skill.ref),
  }
}

async function chooseSkills(skillet: Session, refs: readonly string[]): Promise<readonly CatalogSkill[]> {
  const all = [...(await skillet.catalog()).skills, ...(await skillet.bundled()).catalog.skills]
  if (refs.length === 0) return all.filter((one) => isUsable(one) && !isBundled(one))
  const paths = await Promise.all(refs.map(async (ref) => (await findSkill(skillet, ref)).path))
  return [...new Set(paths)].map((found) => {
    const skill = all.find((one) => one.path === found && isUsable(one))
    if (skill !== undefined) return skill
    const ref = refs[paths.indexOf(found)]
    throw new SkilletError("evals.not-used", `${ref} is not used here, so no request can find it`, {
      retry: "no",
      next: `skillet why ${ref} says why`,
    })
  })
}

function whichSkill(): SkilletError {
  return new SkilletError("evals.which-skill", "it is not clear which skills the requests in a named file are for", {
    retry: "no",
    next: "name them, as in skillet eval deploy --from FILE",
  })
}

import type { CatalogSkill } from "../catalog/catalog.ts"
import type { HostId } from "../hosts/profile.ts"
import { type Problem, placeProblem, sortProblems } from "../problem/problem.ts"
import { skillProblem } from "../skill/problems.ts"
import { quoteForShell } from "../text/quote-for-shell.ts"

/** What keeps a skill from being used at all. */
const UNUSABLE = [
  "source.skipped",
  "source.link-leaves",
  "source.failed",
  "source.bad-plugin",
  "source.unreadable",
  "file.unreadable",
  "header.nobody",
  "source.unseen",
  "skill.no-description",
]

/** What works, and could be written better. */
const STYLE = [
  "header.none",
  "header.old-spelling",
  "name.differs",
  "name.rules",
  "source.legacy",
  "source.other-agents",
]

/** The worst first: by level, then what cannot be used before what is only read differently or written oddly. */
export function sortByHarm(problems: readonly Problem[]): readonly Problem[] {
  const levels = { error: 0, warning: 3, note: 6 } as const
  const rank = ({ level, code }: Problem) =>
    levels[level] + (UNUSABLE.includes(code) ? 0 : STYLE.includes(code) ? 2 : 1)
  return [...sortProblems(problems)].sort((a, b) => rank(a) - rank(b))
}

interface HostSkills {
  readonly host: HostId
  readonly skills: readonly Pick<CatalogSkill, "path" | "status" | "reason">[]
}

/** Skills that a host finds and leaves out, one problem for each reason. */
export function findSkippedSkills(catalogs: readonly HostSkills[]): readonly Problem[] {
  const byReason = new Map<string, { readonly path: string; readonly reason: string; readonly hosts: HostId[] }>()
  for (const { host, skills } of catalogs) {
    for (const { path, status, reason = "" } of skills) {
      if (status !== "skipped") continue
      const found = byReason.get(`${path} ${reason}`) ?? { path, reason, hosts: [] }
      found.hosts.push(host)
      byReason.set(`${path} ${reason}`, found)
    }
  }
  return [...byReason.values()].map(({ path, reason, hosts }) => {
    const message = `${hosts.join(", ")} ${hosts.length === 1 ? "skips" : "skip"} this skill: ${reason}`
    const fix = `skillet lint ${quoteForShell(path)} says how to write it`
    return placeProblem(path, skillProblem("source.skipped", {}, { message, fix }))
  })
}

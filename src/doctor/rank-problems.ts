import type { CatalogSkill } from "../catalog/catalog.ts"
import { rankHarm } from "./harm.ts"
import type { HostId } from "../hosts/profile.ts"
import { profiles } from "../hosts/profiles.ts"
import { type Problem, placeProblem, sortProblems } from "../problem/problem.ts"
import { skillProblem } from "../skill/problems.ts"
import { quoteForShell } from "../text/quote-for-shell.ts"

/** The worst first: what loses a skill, then which copy counts, then what is misread, what costs room, and style. */
export function sortByHarm(problems: readonly Problem[]): readonly Problem[] {
  return [...sortProblems(problems)].sort((a, b) => rankHarm(a) - rankHarm(b) || rankLoss(a) - rankLoss(b))
}

/** That an agent skips a skill comes before what may be the reason. */
function rankLoss({ code, level }: Problem): number {
  if (level === "error") return 0
  return code === "source.skipped" ? 1 : 2
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
    const titles = hosts.map((host) => profiles[host].title)
    const message = `${titles.join(", ")} ${hosts.length === 1 ? "skips" : "skip"} this skill: ${reason}`
    const fix = `skillet lint ${quoteForShell(path)} says how to write it`
    return placeProblem(path, skillProblem("source.skipped", {}, { message, fix }))
  })
}

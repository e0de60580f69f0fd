import type { Problem } from "../problem/problem.ts"
import { groupDigits } from "../text/format-count.ts"

/** What a problem does, the worst first. */
const harms = ["lost", "copies", "misread", "cost", "style"] as const

export type Harm = (typeof harms)[number]

/** What keeps a skill from being used, although its level is no error. */
const LOST: ReadonlySet<string> = new Set([
  "source.skipped",
  "source.unseen",
  "source.broken-link",
  "source.link-loop",
  "source.too-deep",
  "header.nobody",
  "skill.no-description",
  "file.wrong-case",
  "hook.failed",
])

/** Which copy of a name counts, or that one is not where it should be. */
const COPIES: ReadonlySet<string> = new Set(["catalog.shadowed", "catalog.clash", "source.other-checkout"])

/** What takes room in a listing or in a context. */
const COST: ReadonlySet<string> = new Set([
  "description.long",
  "body.long",
  "compatibility.long",
  "skill.paths-match-all",
])

const STYLE: ReadonlySet<string> = new Set(["header.none", "source.legacy", "source.other-agents"])

export function findHarm({ code, level }: Pick<Problem, "code" | "level">): Harm {
  if (level === "error" || LOST.has(code)) return "lost"
  if (COPIES.has(code)) return "copies"
  if (COST.has(code)) return "cost"
  return level === "note" || STYLE.has(code) ? "style" : "misread"
}

/** Smaller is worse. */
export function rankHarm(problem: Pick<Problem, "code" | "level">): number {
  return harms.indexOf(findHarm(problem))
}

/** One and many, after the number. */
const sentences: Readonly<Record<Harm, readonly [one: string, many: string]>> = {
  lost: ["leaves something out", "leave something out"],
  copies: ["concerns copies of one name", "concern copies of one name"],
  misread: ["may be misread", "may be misread"],
  cost: ["costs room", "cost room"],
  style: ["concerns style", "concern style"],
}

/** `2 leave something out, 1 concerns style`, the worst first. */
export function describeHarms(problems: readonly Pick<Problem, "code" | "level">[]): string {
  return harms
    .map((harm) => ({ harm, count: problems.filter((one) => findHarm(one) === harm).length }))
    .filter(({ count }) => count > 0)
    .map(({ harm, count }) => `${groupDigits(count)} ${sentences[harm][count === 1 ? 0 : 1]}`)
    .join(", ")
}

import type { LockFile } from "./lock/lock-file.ts"

/** Skills that require each other in a circle, beginning and ending with the same one; undefined if none of `from` is in one. */
export function findRequirementCycle(
  skills: LockFile["skills"],
  from: Iterable<string>,
): readonly string[] | undefined {
  for (const start of from) {
    const cycle = findWayBack(skills, start)
    if (cycle !== undefined) return cycle
  }
  return undefined
}

/** The shortest way from a skill back to itself. */
function findWayBack(skills: LockFile["skills"], start: string): readonly string[] | undefined {
  const seen = new Set<string>()
  let ways: readonly (readonly string[])[] = [[start]]
  while (ways.length > 0) {
    const next: (readonly string[])[] = []
    for (const way of ways)
      for (const needed of skills.get(way.at(-1) ?? "")?.requires.skills ?? []) {
        if (needed === start) return [...way, needed]
        if (seen.has(needed)) continue
        seen.add(needed)
        next.push([...way, needed])
      }
    ways = next
  }
  return undefined
}

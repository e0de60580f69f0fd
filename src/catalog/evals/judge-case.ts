import type { RequestCase } from "./read-case.ts"

/** What `match` finds for the request of a case. */
export interface JudgedCase extends RequestCase {
  /** The place of the skill among those that were found, from 1; absent if it was not found. */
  readonly rank?: number | undefined
  /** Those that were found before it, at most three. */
  readonly before: readonly string[]
  readonly isAsExpected: boolean
}

const MOST_SHOWN = 3

/**
 * Whether the skill is found where its author expects it. `found` are references, best first. A request that should leave
 * it alone may find it, but not first; if it names the skill it is for, that one has to come before.
 */
export function judgeCase(one: RequestCase, skill: { readonly ref: string }, found: readonly string[]): JudgedCase {
  const at = found.indexOf(skill.ref)
  const rank = at === -1 ? undefined : at + 1
  const before = found.slice(0, at === -1 ? MOST_SHOWN : Math.min(at, MOST_SHOWN))
  return { ...one, rank, before, isAsExpected: isExpected(one, rank, found) }
}

function isExpected(
  { expects, within, owner }: RequestCase,
  rank: number | undefined,
  found: readonly string[],
): boolean {
  if (expects === "use") return rank !== undefined && rank <= within
  if (rank === undefined) return true
  if (owner === undefined) return rank > 1
  const owned = found.findIndex((ref) => refersTo(ref, owner))
  return owned !== -1 && owned < rank - 1
}

function refersTo(ref: string, name: string): boolean {
  return ref === name || ref.startsWith(`${name}@`) || ref.endsWith(`:${name}`)
}

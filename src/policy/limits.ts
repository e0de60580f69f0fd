import type { Problem } from "../problem/problem.ts"

/** Whose file sets a limit. */
export type LimitOwner = "managed" | "user" | "project"

/** A limit that somebody set and that cannot be understood: nobody knows what it forbids. */
export interface UnknownLimit {
  /** Which limit: `shell`, `permissions.deny`, or `all` when nothing of the file can be read. */
  readonly limit: string
  readonly problem: Problem
}

/** A file that limits, as far as it could be read. */
export interface LimitsReading<Value> {
  readonly value: Value
  readonly problems: readonly Problem[]
  readonly unknown: readonly UnknownLimit[]
}

/**
 * Whether a limit of this owner that cannot be understood stops everything that could run. The user's and the
 * machine's limits do. A project's do not: the person who can break its file can also delete the line.
 */
export function mustBeKnown(owner: LimitOwner): boolean {
  return owner !== "project"
}

export interface LimitRefusal {
  readonly message: string
  readonly next: string
}

/** Why nothing may run, or undefined when every limit is known. */
export function refusalFor(unknown: readonly UnknownLimit[]): LimitRefusal | undefined {
  const [first, ...more] = unknown
  if (first === undefined) return undefined
  const { path, line, message, fix } = first.problem
  const place = line === undefined ? path : `${path}:${line}`
  const others = more.length === 0 ? "" : ` (and ${more.length} more)`
  return {
    message: `nothing was run, because a limit cannot be read: ${place}: ${message}${others}`,
    next: fix ?? "correct the file, then try again",
  }
}

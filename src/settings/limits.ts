import type { Problem } from "../problem/problem.ts"

/** Whose file sets a limit. */
export type LimitOwner = "managed" | "user" | "project"

/** A limit that cannot be understood, so it is unknown what it forbids. */
export interface UnknownLimit {
  /** Which limit: `shell`, `permissions.deny`, or `all` if nothing of the file can be read. */
  readonly limit: string
  readonly problem: Problem
}

/** A file with limits, as far as it could be read. */
export interface LimitsReading<Value> {
  readonly value: Value
  readonly problems: readonly Problem[]
  readonly unknown: readonly UnknownLimit[]
}

export interface LimitRefusal {
  readonly message: string
  readonly next: string
}

/** Why nothing may run, or undefined if every limit is known. */
export function explainUnknownLimits(unknown: readonly UnknownLimit[]): LimitRefusal | undefined {
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

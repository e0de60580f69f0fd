import type { FileProblem } from "./problem.ts"

/**
 * An operation failed: a dead disk, a missing file, a refused connection. Wrong content of a file is a problem instead;
 * where problems keep something from being done at all, the error has them.
 */
export class SkilletError extends Error {
  readonly code: string
  readonly retry: "no" | "later"
  /** A next step that anyone, including an agent, can safely take. */
  readonly next: string
  /** Everything that is wrong, if problems are the reason. */
  readonly problems: readonly FileProblem[]

  constructor(
    code: string,
    message: string,
    how: {
      readonly retry: "no" | "later"
      readonly next: string
      readonly cause?: unknown
      readonly problems?: readonly FileProblem[]
    },
  ) {
    super(message, { cause: how.cause })
    this.name = "SkilletError"
    this.code = code
    this.retry = how.retry
    this.next = how.next
    this.problems = how.problems ?? []
  }
}

/** The code of an error of the system or of Skillet, such as `ENOENT`; undefined if it has none. */
export function readErrorCode(error: unknown): string | undefined {
  return error instanceof Error && "code" in error ? String(error.code) : undefined
}

/** What was thrown, in its own words. */
export function describeError(error: unknown): string {
  return error instanceof Error ? error.message : String(error)
}

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

/** An operation failed: a dead disk, a missing file, a refused connection. Wrong input is a problem instead. */
export class SkilletError extends Error {
  readonly code: string
  readonly retry: "no" | "later"
  /** A next step that anyone, including an agent, can safely take. */
  readonly next: string

  constructor(
    code: string,
    message: string,
    how: { readonly retry: "no" | "later"; readonly next: string; readonly cause?: unknown },
  ) {
    super(message, { cause: how.cause })
    this.name = "SkilletError"
    this.code = code
    this.retry = how.retry
    this.next = how.next
  }
}

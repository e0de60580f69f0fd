/** The scanner could not work on this machine, or a thread ended unexpectedly. The caller reports it. */
export class ScanFailure extends Error {
  readonly code: ScanFailureCode
  readonly retry: "no" | "later"
  /** A next step that anyone, including an agent, can safely take. */
  readonly next: string

  constructor(
    code: ScanFailureCode,
    message: string,
    how: { readonly retry: "no" | "later"; readonly next: string; readonly cause: unknown },
  ) {
    super(message, { cause: how.cause })
    this.name = "ScanFailure"
    this.code = code
    this.retry = how.retry
    this.next = how.next
  }
}

type ScanFailureCode = "review.no-parser" | "review.worker-failed"

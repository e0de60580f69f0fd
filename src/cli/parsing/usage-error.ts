/** A usage error: exit code 2, with what is wrong and what to do. */
export class UsageError extends Error {
  readonly next: string

  constructor(message: string, next: string) {
    super(message)
    this.name = "UsageError"
    this.next = next
  }
}

import type { ReviewFinding } from "../review-finding.ts"

/** Who says it, in which round: one answer seldom says a thing twice. */
export function voiceOf({ saidBy }: ReviewFinding): string {
  return saidBy.map(({ agent, round }) => `${agent ?? ""} ${round ?? ""}`).join("\n")
}

/** One answer says the very same twice: it repeats itself, or has the same to say of two things. */
export function isRepeated(a: ReviewFinding, b: ReviewFinding): boolean {
  return a.title === b.title && a.description === b.description && voiceOf(a) === voiceOf(b)
}

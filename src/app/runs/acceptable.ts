import type { Applied } from "../../run/apply-event.ts"
import { SkilletError } from "../../problem/failure.ts"

/** A refusal is a failure for the caller: nothing changed, and it says what to do. */
export function acceptable(applied: Applied): Exclude<Applied, { kind: "refused" }> {
  if (applied.kind !== "refused") return applied
  const { code, message, next } = applied.refusal
  throw new SkilletError(code, message, { retry: "no", next })
}

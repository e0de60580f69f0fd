import type { Applied } from "../../run/engine/apply.ts"
import { SkilletError } from "../../skill/failure.ts"

/** What was refused is a failure for whoever asked: nothing changed, and it says what to do. */
export function acceptable(applied: Applied): Exclude<Applied, { kind: "refused" }> {
  if (applied.kind !== "refused") return applied
  const { code, message, next } = applied.refusal
  throw new SkilletError(code, message, { retry: "no", next })
}

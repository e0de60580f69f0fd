import type { Run } from "../model.ts"
import type { Decision } from "./decision.ts"
import type { RefusalCode } from "./refusal.ts"

export function refuse(code: RefusalCode, message: string, next: string): Decision {
  return { kind: "refused", refusal: { code, message, next } }
}

export function ended(run: Run): Decision {
  const why = run.because === undefined ? "" : `: ${run.because}`
  return refuse("run.ended", `run ${run.id} is ${run.status}${why}`, `skillet run show ${run.id} tells how it went`)
}

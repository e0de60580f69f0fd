import { SkilletError } from "../../problem/failure.ts"
import type { WaitsFor } from "./what-waits.ts"

/** A run that no driver can carry on, as a failure that names what it waits for. */
export function stalled(run: string, waitsFor: readonly WaitsFor[]): SkilletError {
  const named = waitsFor.slice(0, 5).map((one) => `${placeOf(one)}: ${one.because}`)
  const more = waitsFor.length > 5 ? `; and ${waitsFor.length - 5} more` : ""
  return new SkilletError("run.stalled", `run ${run} waits for what cannot happen: ${named.join("; ")}${more}`, {
    retry: "no",
    next: `skillet run verify ${run} checks what is stored of it; please report this as a bug`,
  })
}

function placeOf({ run, step, round, item }: WaitsFor): string {
  const of = item === undefined || item === "-" ? "" : `, item ${item}`
  return `${step}, round ${round}${of}, of run ${run}`
}

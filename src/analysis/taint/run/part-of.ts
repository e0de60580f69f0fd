import type { Taint } from "../value.ts"

const PART = " (part)"

/** Of a piece that was cut out: a check of it is none of the rest. */
export function partOf(taint: Taint): Taint {
  return taint.origin.endsWith(PART) ? taint : { ...taint, origin: `${taint.origin}${PART}` }
}

/** The name of the input that a piece was cut out of. */
export function wholeOf(origin: string): string {
  return origin.endsWith(PART) ? origin.slice(0, -PART.length) : origin
}

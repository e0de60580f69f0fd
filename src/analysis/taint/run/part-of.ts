import type { Taint } from "../value.ts"

const PART = " (part)"

/** For a part of an input: checking it does not check the rest. */
export function partOf(taint: Taint): Taint {
  return taint.origin.endsWith(PART) ? taint : { ...taint, origin: `${taint.origin}${PART}` }
}

/** The name of the input that a part was taken from. */
export function wholeOf(origin: string): string {
  return origin.endsWith(PART) ? origin.slice(0, -PART.length) : origin
}

import { changedTaint, type Taint } from "../value.ts"

const PART = " (part)"
const SIGNED = " (signed)"
const DECODED = " (decoded)"

/** For a part of an input: checking it does not check the rest. */
export function partOf(taint: Taint): Taint {
  return taint.origin.endsWith(PART) ? taint : changedTaint(taint, { origin: `${taint.origin}${PART}` })
}

/** The name of the input that a part was taken from. */
export function wholeOf(origin: string): string {
  return origin.endsWith(PART) ? origin.slice(0, -PART.length) : origin
}

/** The name of what is decoded from an input: checking the input does not check that. */
export function decodedOf(origin: string): string {
  return `${origin}${DECODED}`
}

/** For input whose signature was checked when it was read. */
export function signedOf(taint: Taint): Taint {
  return changedTaint(taint, { origin: `${taint.origin}${SIGNED}` })
}

export function isSigned({ origin }: Taint): boolean {
  return origin.endsWith(SIGNED)
}

/** The names of all that can be taken from an input whose signature was checked. */
export function signedWith(origin: string): readonly string[] {
  const part = origin.endsWith(PART) ? origin : `${origin}${PART}`
  return [origin, part].flatMap((name) => [name, decodedOf(name)])
}

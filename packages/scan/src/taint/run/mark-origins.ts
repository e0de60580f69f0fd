import { changeTaint, type Taint } from "../value.ts"

const PART = " (part)"
const SIGNED = " (signed)"
const DECODED = " (decoded)"

/** For a part of an input: checking it does not check the rest. */
export function markPart(taint: Taint): Taint {
  return taint.origin.endsWith(PART) ? taint : changeTaint(taint, { origin: `${taint.origin}${PART}` })
}

/** The name of the input that a part was taken from. */
export function stripPart(origin: string): string {
  return origin.endsWith(PART) ? origin.slice(0, -PART.length) : origin
}

/** The name of what is decoded from an input: checking the input does not check that. */
export function markDecoded(origin: string): string {
  return `${origin}${DECODED}`
}

/** For input whose signature was checked when it was read. */
export function markSigned(taint: Taint): Taint {
  return changeTaint(taint, { origin: `${taint.origin}${SIGNED}` })
}

export function isSigned({ origin }: Taint): boolean {
  return origin.endsWith(SIGNED)
}

/** The names of all that can be taken from an input whose signature was checked. */
export function listSignedOrigins(origin: string): readonly string[] {
  const part = origin.endsWith(PART) ? origin : `${origin}${PART}`
  return [origin, part].flatMap((name) => [name, markDecoded(name)])
}

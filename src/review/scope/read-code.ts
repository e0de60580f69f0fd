/** The text of a file, and the same as UTF-8 for those who search bytes. */
export interface ReadCode {
  readonly text: string
  readonly bytes: Uint8Array
}

/**
 * Decodes a file of code. A zero byte here and there does not make it unreadable: compilers skip over it in a comment,
 * so a review must too. Undefined for what is not text at all.
 */
export function readCode(bytes: Uint8Array): ReadCode | undefined {
  const wide = wideEncoding(bytes)
  if (wide !== undefined) {
    const text = new TextDecoder(wide, { ignoreBOM: true }).decode(bytes)
    return { text, bytes: new TextEncoder().encode(text) }
  }
  if (zeroBytes(bytes) > bytes.length * MOST_ZEROES) return undefined
  return { text: new TextDecoder("utf-8", { ignoreBOM: true }).decode(bytes), bytes }
}

const MOST_ZEROES = 0.1

function wideEncoding([first, second]: Uint8Array): "utf-16le" | "utf-16be" | undefined {
  if (first === 0xff && second === 0xfe) return "utf-16le"
  return first === 0xfe && second === 0xff ? "utf-16be" : undefined
}

function zeroBytes(bytes: Uint8Array): number {
  let count = 0
  for (let at = bytes.indexOf(0); at !== -1; at = bytes.indexOf(0, at + 1)) count++
  return count
}

/** What a file's bytes are when they are not sound UTF-8. */
export type Encoding = "UTF-16" | "broken UTF-8" | "text with NUL bytes"

export interface DecodedBytes {
  readonly text: string
  readonly encoding?: Encoding
}

/**
 * The text of a file as a program or person that reads it might see it, whatever its bytes are: a bad byte or padding must not
 * hide a program. NUL bytes are left out, as shells do.
 */
export function decodeBytes(bytes: Uint8Array): DecodedBytes {
  const wide = wideEncoding(bytes)
  if (wide !== undefined) return { text: withoutNul(new TextDecoder(wide).decode(bytes)), encoding: "UTF-16" }
  const text = new TextDecoder("utf-8", { ignoreBOM: true }).decode(bytes)
  if (text.includes("\0")) return { text: withoutNul(text), encoding: "text with NUL bytes" }
  return text.includes("\ufffd") && !isSound(bytes) ? { text, encoding: "broken UTF-8" } : { text }
}

/** Whether these are a text with at most a few bad bytes, and no picture or archive. */
export function looksLikeText(bytes: Uint8Array): boolean {
  if (wideEncoding(bytes) !== undefined) return true
  const head = bytes.subarray(0, 8192)
  if (head.includes(0)) return false
  const text = new TextDecoder("utf-8").decode(head)
  const bad = text.match(/[\ufffd\u0001-\u0008\u000e-\u001a]/g)?.length ?? 0
  return bad <= 2 || bad < text.length / 20
}

/** By its mark, or by every other byte of its beginning being NUL. */
function wideEncoding(bytes: Uint8Array): "utf-16le" | "utf-16be" | undefined {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return "utf-16le"
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return "utf-16be"
  const pairs = Math.min(512, bytes.length >> 1)
  let [even, odd] = [0, 0]
  for (let at = 0; at < pairs; at++) {
    if (bytes[2 * at] === 0) even++
    if (bytes[2 * at + 1] === 0) odd++
  }
  if (pairs < 4) return undefined
  if (odd > pairs * 0.4 && even < pairs * 0.05) return "utf-16le"
  return even > pairs * 0.4 && odd < pairs * 0.05 ? "utf-16be" : undefined
}

function withoutNul(text: string): string {
  return text.includes("\0") ? text.replaceAll("\0", "") : text
}

function isSound(bytes: Uint8Array): boolean {
  try {
    new TextDecoder("utf-8", { fatal: true }).decode(bytes)
    return true
  } catch (error) {
    if (!(error instanceof TypeError)) throw error
    return false
  }
}

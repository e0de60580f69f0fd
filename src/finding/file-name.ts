/**
 * File names are bytes. As text, bytes that are not UTF-8 become lone surrogates (U+DC80 to U+DCFF, as in Python's
 * surrogateescape), so two names never become one and the bytes can be restored.
 */
export function decodeFileName(bytes: Uint8Array): string {
  try {
    return new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(bytes)
  } catch {
    // Not UTF-8 as a whole: read it piece by piece.
    return decodePieces(bytes)
  }
}

/** What a byte that is not UTF-8 was written as, or half of a letter outside the first 65,536. */
const KEPT_BYTE = /[\udc80-\udcff]/

export function encodeFileName(name: string): Uint8Array {
  const encoder = new TextEncoder()
  if (!KEPT_BYTE.test(name)) return encoder.encode(name)
  const parts = Array.from(name, (sign) => {
    const code = sign.codePointAt(0) ?? 0
    return code >= 0xdc80 && code <= 0xdcff ? [code - 0xdc00] : [...encoder.encode(sign)]
  })
  return Uint8Array.from(parts.flat())
}

/** The name on one line. Everything invisible, and everything that could end the line, is written as an escape. */
export function renderFileName(name: string): string {
  return name.replace(UNSEEN, (sign) => {
    const code = sign.codePointAt(0) ?? 0
    if (code >= 0xdc80 && code <= 0xdcff) return `\\x${(code - 0xdc00).toString(16)}`
    const short = { "\n": "\\n", "\r": "\\r", "\t": "\\t" }[sign]
    return short ?? (code > 0xffff ? `\\u{${code.toString(16)}}` : `\\u${code.toString(16).padStart(4, "0")}`)
  })
}

const UNSEEN = /[\p{C}\p{Zl}\p{Zp}]/gu

function decodePieces(bytes: Uint8Array): string {
  const decoder = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true })
  let text = ""
  for (let at = 0; at < bytes.length; ) {
    const length = countBytes(bytes[at] ?? 0)
    const piece = bytes.subarray(at, at + length)
    let decoded: string | undefined
    try {
      decoded = decoder.decode(piece)
    } catch {
      // No valid character begins here.
      decoded = undefined
    }
    text += decoded ?? String.fromCharCode(0xdc00 + (bytes[at] ?? 0))
    at += decoded === undefined ? 1 : length
  }
  return text
}

function countBytes(first: number): number {
  if (first < 0x80) return 1
  if (first >= 0xf0) return 4
  if (first >= 0xe0) return 3
  return first >= 0xc0 ? 2 : 1
}

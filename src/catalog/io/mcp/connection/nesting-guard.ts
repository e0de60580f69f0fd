/** Follows JSON byte by byte, so that deeply nested data is refused before it is parsed. */
export interface NestingGuard {
  /** False once the limit was passed. */
  feed(bytes: Uint8Array): boolean
  reset(): void
}

const [QUOTE, BACKSLASH, OPEN_LIST, CLOSE_LIST, OPEN_MAP, CLOSE_MAP] = [0x22, 0x5c, 0x5b, 0x5d, 0x7b, 0x7d]

export function openNestingGuard(most: number): NestingGuard {
  let depth = 0
  let inText = false
  let escaped = false
  return {
    feed(bytes) {
      for (const byte of bytes) {
        if (escaped) escaped = false
        else if (inText) {
          if (byte === BACKSLASH) escaped = true
          else if (byte === QUOTE) inText = false
        } else if (byte === QUOTE) inText = true
        else if (byte === OPEN_LIST || byte === OPEN_MAP) depth++
        else if (byte === CLOSE_LIST || byte === CLOSE_MAP) depth--
        if (depth > most) return false
      }
      return true
    },
    reset() {
      depth = 0
      inText = false
      escaped = false
    },
  }
}

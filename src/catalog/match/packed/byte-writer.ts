/** Bytes that grow. Numbers are written seven bits a byte, the lowest first. */
export interface ByteWriter {
  readonly length: number
  number(value: number): void
  bytes(): Uint8Array
}

export function byteWriter(size: number): ByteWriter {
  let bytes = new Uint8Array(size)
  let length = 0
  return {
    get length() {
      return length
    },
    number(value) {
      if (length + 5 > bytes.length) {
        const more = new Uint8Array(bytes.length * 2 + 16)
        more.set(bytes)
        bytes = more
      }
      let rest = value
      for (; rest > 0x7f; rest >>>= 7) bytes[length++] = (rest & 0x7f) | 0x80
      bytes[length++] = rest
    },
    bytes: () => bytes.subarray(0, length),
  }
}

/** The number at the cursor, which moves behind it. */
export function readNumber(bytes: Uint8Array, cursor: { at: number }): number {
  let value = 0
  for (let shift = 0; ; shift += 7) {
    const byte = bytes[cursor.at++] ?? 0
    value |= (byte & 0x7f) << shift
    if (byte < 0x80) return value
  }
}

/** How many bytes a number takes. */
export function numberLength(value: number): number {
  let length = 1
  for (let rest = value; rest > 0x7f; rest >>>= 7) length++
  return length
}

/** A growing byte buffer. */
export interface ByteWriter {
  readonly length: number
  /** Written with seven bits per byte, lowest first. */
  number(value: number): void
  byte(value: number): void
  append(bytes: Uint8Array): void
  /** A text of fewer than 128 bytes, preceded by its length. */
  shortText(text: string): void
  /** The bytes written so far; valid until the next write. */
  bytes(): Uint8Array
  clear(): void
}

export function openByteWriter(size: number): ByteWriter {
  const encoder = new TextEncoder()
  let bytes = new Uint8Array(size)
  let length = 0
  return {
    get length() {
      return length
    },
    number(value) {
      makeRoom(5)
      length = putNumber(bytes, length, value)
    },
    byte(value) {
      makeRoom(1)
      bytes[length++] = value
    },
    append(more) {
      makeRoom(more.length)
      bytes.set(more, length)
      length += more.length
    },
    shortText(text) {
      makeRoom(1 + text.length * 3)
      const { written } = encoder.encodeInto(text, bytes.subarray(length + 1))
      bytes[length] = written
      length += 1 + written
    },
    bytes: () => bytes.subarray(0, length),
    clear() {
      length = 0
    },
  }

  function makeRoom(room: number): void {
    if (length + room <= bytes.length) return
    const wider = new Uint8Array(Math.max(bytes.length * 2, length + room))
    wider.set(bytes)
    bytes = wider
  }
}

/** Writes a number and returns the offset after it. */
export function putNumber(bytes: Uint8Array, at: number, value: number): number {
  let to = at
  let rest = value
  for (; rest > 0x7f; rest >>>= 7) bytes[to++] = (rest & 0x7f) | 0x80
  bytes[to++] = rest
  return to
}

/** The number at the cursor, which moves past it. */
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

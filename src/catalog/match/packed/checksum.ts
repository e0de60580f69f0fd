const PRIME = 0x01000193

/** A checksum of bytes whose length is divisible by four. Four lanes, so that no step waits for the previous one. */
export function checksumBytes(bytes: Uint8Array): number {
  const aligned = bytes.byteOffset % 4 === 0 ? bytes : new Uint8Array(bytes)
  return checksumWords(new Uint32Array(aligned.buffer, aligned.byteOffset, aligned.length >>> 2))
}

export function checksumWords(words: Uint32Array): number {
  let [a, b, c, d] = [1, 2, 3, 4]
  let at = 0
  for (; at + 3 < words.length; at += 4) {
    a = Math.imul(a ^ (words[at] ?? 0), PRIME)
    b = Math.imul(b ^ (words[at + 1] ?? 0), PRIME)
    c = Math.imul(c ^ (words[at + 2] ?? 0), PRIME)
    d = Math.imul(d ^ (words[at + 3] ?? 0), PRIME)
  }
  for (; at < words.length; at++) a = Math.imul(a ^ (words[at] ?? 0), PRIME)
  return [b, c, d].reduce((sum, lane) => Math.imul(sum ^ lane, PRIME), a) >>> 0
}

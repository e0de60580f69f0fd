/** SHA-256 of a text's UTF-8 bytes, in hexadecimal. Written out because pure rooms use nothing of node (FIPS 180-4). */
export function sha256(text: string): string {
  const state = Uint32Array.from(START)
  const blocks = padded(new TextEncoder().encode(text))
  const words = new Uint32Array(64)
  for (let at = 0; at < blocks.byteLength; at += 64) {
    for (let i = 0; i < 16; i++) words[i] = blocks.getUint32(at + i * 4)
    for (let i = 16; i < 64; i++) words[i] = nextWord(words, i)
    mix(state, words)
  }
  return Array.from(state, (word) => word.toString(16).padStart(8, "0")).join("")
}

function padded(bytes: Uint8Array): DataView {
  const whole = new Uint8Array(Math.ceil((bytes.length + 9) / 64) * 64)
  whole.set(bytes)
  whole[bytes.length] = 0x80
  const view = new DataView(whole.buffer)
  view.setUint32(whole.length - 8, Math.floor(bytes.length / 0x20000000))
  view.setUint32(whole.length - 4, bytes.length << 3)
  return view
}

function nextWord(words: Uint32Array, i: number): number {
  const [near, far] = [words[i - 2] ?? 0, words[i - 15] ?? 0]
  const a = rotate(far, 7) ^ rotate(far, 18) ^ (far >>> 3)
  const b = rotate(near, 17) ^ rotate(near, 19) ^ (near >>> 10)
  return (words[i - 16] ?? 0) + a + (words[i - 7] ?? 0) + b
}

function mix(state: Uint32Array, words: Uint32Array): void {
  let [a = 0, b = 0, c = 0, d = 0, e = 0, f = 0, g = 0, h = 0] = state
  for (let i = 0; i < 64; i++) {
    const one = rotate(e, 6) ^ rotate(e, 11) ^ rotate(e, 25)
    const first = (h + one + ((e & f) ^ (~e & g)) + (ROUND[i] ?? 0) + (words[i] ?? 0)) | 0
    const second = ((rotate(a, 2) ^ rotate(a, 13) ^ rotate(a, 22)) + ((a & b) ^ (a & c) ^ (b & c))) | 0
    ;[h, g, f, e, d, c, b, a] = [g, f, e, (d + first) | 0, c, b, a, (first + second) | 0]
  }
  for (const [i, value] of [a, b, c, d, e, f, g, h].entries()) state[i] = (state[i] ?? 0) + value
}

function rotate(word: number, by: number): number {
  return (word >>> by) | (word << (32 - by))
}

const PRIMES = firstPrimes(64)
const START = PRIMES.slice(0, 8).map((prime) => fraction(Math.sqrt(prime)))
const ROUND = PRIMES.map((prime) => fraction(Math.cbrt(prime)))

function fraction(root: number): number {
  return ((root % 1) * 0x100000000) >>> 0
}

function firstPrimes(count: number): readonly number[] {
  const primes: number[] = []
  for (let n = 2; primes.length < count; n++) if (primes.every((prime) => n % prime !== 0)) primes.push(n)
  return primes
}

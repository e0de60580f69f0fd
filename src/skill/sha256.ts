/** SHA-256 of a text's UTF-8 bytes, in hexadecimal. Written out because pure rooms use nothing of node (FIPS 180-4). */
export function sha256(text: string): string {
  const state = Int32Array.from(START)
  const blocks = padded(new TextEncoder().encode(text))
  const words = new Int32Array(64)
  for (let at = 0; at < blocks.byteLength; at += 64) {
    for (let i = 0; i < 16; i++) words[i] = blocks.getInt32(at + i * 4)
    for (let i = 16; i < 64; i++) words[i] = nextWord(words, i)
    mix(state, words)
  }
  let hexadecimal = ""
  for (const word of state) hexadecimal += (word >>> 0).toString(16).padStart(8, "0")
  return hexadecimal
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

function nextWord(words: Int32Array, i: number): number {
  const near = at(words, i - 2)
  const far = at(words, i - 15)
  const a = rotate(far, 7) ^ rotate(far, 18) ^ (far >>> 3)
  const b = rotate(near, 17) ^ rotate(near, 19) ^ (near >>> 10)
  return (at(words, i - 16) + a + at(words, i - 7) + b) | 0
}

/** Where the work is: eight variables that take over from one another, no lists. */
function mix(state: Int32Array, words: Int32Array): void {
  let a = at(state, 0)
  let b = at(state, 1)
  let c = at(state, 2)
  let d = at(state, 3)
  let e = at(state, 4)
  let f = at(state, 5)
  let g = at(state, 6)
  let h = at(state, 7)
  for (let i = 0; i < 64; i++) {
    const one = rotate(e, 6) ^ rotate(e, 11) ^ rotate(e, 25)
    const first = (h + one + ((e & f) ^ (~e & g)) + at(ROUND, i) + at(words, i)) | 0
    const second = ((rotate(a, 2) ^ rotate(a, 13) ^ rotate(a, 22)) + ((a & b) ^ (a & c) ^ (b & c))) | 0
    h = g
    g = f
    f = e
    e = (d + first) | 0
    d = c
    c = b
    b = a
    a = (first + second) | 0
  }
  const mixed = [a, b, c, d, e, f, g, h]
  for (let i = 0; i < 8; i++) state[i] = at(state, i) + (mixed[i] ?? 0)
}

function at(numbers: Int32Array, i: number): number {
  return numbers[i] ?? 0
}

function rotate(word: number, by: number): number {
  return (word >>> by) | (word << (32 - by))
}

const PRIMES = firstPrimes(64)
const START = PRIMES.slice(0, 8).map((prime) => fraction(Math.sqrt(prime)))
const ROUND = Int32Array.from(PRIMES, (prime) => fraction(Math.cbrt(prime)))

function fraction(root: number): number {
  return ((root % 1) * 0x100000000) >>> 0
}

function firstPrimes(count: number): readonly number[] {
  const primes: number[] = []
  for (let n = 2; primes.length < count; n++) if (primes.every((prime) => n % prime !== 0)) primes.push(n)
  return primes
}

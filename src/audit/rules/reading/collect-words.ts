/** The words of a text, to be asked for. It never says no to a word that is there, and hardly ever yes to another. */
export interface WordIndex {
  /** A word in lower case, or `WIDE`. */
  has(word: string): boolean
  /** Whether one of a list is there, which must always be the same array. */
  hasAny(words: readonly string[]): boolean
}

/** The marker among the words of a text in another script. */
export const WIDE = "#wide"

/** The words of a text in lower case, and `WIDE` if it has non-Latin letters. They are kept as numbers, for speed. */
export function collectWords(text: string): WordIndex {
  const lower = text.toLowerCase()
  const table = new Int32Array(1 << (32 - Math.clz32(Math.max(16, lower.length))))
  let isWide = false
  let hash = 0
  let isInWord = false
  for (let at = 0; at <= lower.length; at++) {
    const code = at === lower.length ? 0 : lower.charCodeAt(at)
    if (isWordCode(code)) {
      hash = (Math.imul(hash, 31) + code) | 0
      isInWord = true
      continue
    }
    if (isInWord) table[findPlace(table, hash)] = hash === 0 ? 1 : hash
    hash = 0
    isInWord = false
    if (code >= 0x370) isWide ||= code <= 0x1fff || (code >= 0x3040 && code <= 0xffdc)
  }
  const has = (hash: number) => table[findPlace(table, hash)] !== 0
  return {
    has: (word) => (word === WIDE ? isWide : has(hashWord(word))),
    hasAny: (words) => (isWide && words.includes(WIDE)) || hashAll(words).some(has),
  }
}

function isWordCode(code: number): boolean {
  return (code >= 97 && code <= 122) || (code >= 48 && code <= 57) || code === 95
}

/** Where a number is in a table, or would be. Half of the table is always free, because words are kept apart. */
function findPlace(table: Int32Array, hash: number): number {
  const kept = hash === 0 ? 1 : hash
  const last = table.length - 1
  let at = Math.imul(kept, 0x9e3779b1) >>> 8
  for (at &= last; table[at] !== 0 && table[at] !== kept; at = (at + 1) & last);
  return at
}

const known = new WeakMap<readonly string[], Int32Array>()

function hashAll(words: readonly string[]): Int32Array {
  const hashes = known.get(words) ?? Int32Array.from(words, hashWord)
  known.set(words, hashes)
  return hashes
}

function hashWord(word: string): number {
  let hash = 0
  for (let at = 0; at < word.length; at++) hash = (Math.imul(hash, 31) + word.charCodeAt(at)) | 0
  return hash
}

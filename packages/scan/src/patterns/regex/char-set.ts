/** Which of the ASCII characters, and whether any other: 129 places. */
export type CharSet = readonly boolean[]

const SIZE = 129
const OTHER = 128

export const everyChar: CharSet = Array.from({ length: SIZE }, () => true)
export const lineChar: CharSet = without("\n\r")
export const wordChar: CharSet = ranges(["a", "z"], ["A", "Z"], ["0", "9"], ["_", "_"])
export const digitChar: CharSet = ranges(["0", "9"])
export const spaceChar: CharSet = everyChar.map((_, code) => code === OTHER || " \t\n\r\v\f".includes(chr(code)))

/** The set of one character; made once for each. */
export function toCharSet(char: string, ignoreCase: boolean): CharSet {
  const key = `${ignoreCase} ${char}`
  const set = singles.get(key) ?? makeSet(char, ignoreCase)
  singles.set(key, set)
  return set
}

const singles = new Map<string, CharSet>()

function makeSet(char: string, ignoreCase: boolean): CharSet {
  const forms = ignoreCase ? [char.toLowerCase(), char.toUpperCase()] : [char]
  return everyChar.map((_, code) => (code === OTHER ? char.charCodeAt(0) >= OTHER : forms.includes(chr(code))))
}

export function makeRangeSet(from: string, to: string): CharSet {
  const [low, high] = [from.charCodeAt(0), to.charCodeAt(0)]
  return everyChar.map((_, code) => (code === OTHER ? high >= OTHER : code >= low && code <= high))
}

export function invertSet(set: CharSet): CharSet {
  return set.map((is, code) => code === OTHER || !is)
}

export function uniteSets(sets: readonly CharSet[]): CharSet {
  return everyChar.map((_, code) => sets.some((set) => set[code] === true))
}

export function hasCommonChars(a: CharSet, b: CharSet): boolean {
  return a.some((is, code) => is && b[code] === true)
}

function ranges(...pairs: readonly (readonly [string, string])[]): CharSet {
  return uniteSets(pairs.map(([from, to]) => makeRangeSet(from, to)))
}

function without(chars: string): CharSet {
  return everyChar.map((_, code) => code === OTHER || !chars.includes(chr(code)))
}

function chr(code: number): string {
  return code === OTHER ? "" : String.fromCharCode(code)
}

/** How a name imitates another: letters that look the same, or one typo. */
export interface LookAlike {
  readonly like: string
  readonly by: "letters" | "typo"
}

const LEAST_FOR_TYPO = 5

/**
 * The known name that a name could be mistaken for. A known name imitates nothing. A typo keeps the first letter, as
 * real ones do, unless two letters changed places.
 */
export function findLookAlike(name: string, known: KnownNames): LookAlike | undefined {
  const own = name.toLowerCase()
  if (known.names.has(own)) return undefined
  const same = known.byShape.get(foldLetters(own))
  if (same !== undefined) return { like: same, by: "letters" }
  if (own.length < LEAST_FOR_TYPO) return undefined
  for (const near of [own.length - 1, own.length, own.length + 1])
    for (const one of known.byStart.get(`${near}${own[0]}`) ?? [])
      if (one.length >= LEAST_FOR_TYPO && isOneTypo(own, one)) return { like: one, by: "typo" }
  for (const one of known.byStart.get(`${own.length}${own[1]}`) ?? [])
    if (one.length >= LEAST_FOR_TYPO && one[1] === own[0] && one.slice(2) === own.slice(2))
      return { like: one, by: "typo" }
  return undefined
}

export interface KnownNames {
  readonly names: ReadonlySet<string>
  /** By how they look. */
  readonly byShape: ReadonlyMap<string, string>
  /** By length and first letter. */
  readonly byStart: ReadonlyMap<string, readonly string[]>
}

/** `others` are known too, but nobody imitates them. */
export function indexNames(names: Iterable<string>, others: ReadonlySet<string> = new Set()): KnownNames {
  const list = [...names]
  const byStart = new Map<string, string[]>()
  for (const name of list) {
    const key = `${name.length}${name[0]}`
    byStart.set(key, [...(byStart.get(key) ?? []), name])
  }
  return {
    names: new Set([...list, ...others]),
    byShape: new Map(list.filter((name) => name.length >= 4).map((name) => [foldLetters(name), name])),
    byStart,
  }
}

const SHAPES: Readonly<Record<string, string>> = {
  "0": "o",
  "1": "l",
  i: "l",
  "|": "l",
  "3": "e",
  "5": "s",
  $: "s",
  а: "a",
  е: "e",
  о: "o",
  р: "p",
  с: "c",
  у: "y",
  х: "x",
  і: "l",
  ї: "l",
  ј: "j",
  ѕ: "s",
  ԁ: "d",
  һ: "h",
  к: "k",
  м: "m",
  н: "h",
  т: "t",
  в: "b",
  г: "r",
  ո: "n",
  α: "a",
  ε: "e",
  ο: "o",
  ρ: "p",
  ι: "l",
  κ: "k",
  ν: "v",
  τ: "t",
  υ: "u",
  ı: "l",
  ɡ: "g",
}

/** A name as it looks at a glance: letters that look alike are one letter, and marks between words are gone. */
export function foldLetters(name: string): string {
  return [...name.normalize("NFKD").toLowerCase()]
    .map((letter) => SHAPES[letter] ?? letter)
    .join("")
    .replace(/[\u0300-\u036f]|[-_.]/g, "")
    .replace(/rn/g, "m")
    .replace(/vv/g, "w")
    .replace(/cl/g, "d")
}

/** Whether one letter more, less or other, or two neighbours that changed places, make one name of the other. */
export function isOneTypo(one: string, other: string): boolean {
  const [short, long] = one.length <= other.length ? [one, other] : [other, one]
  if (long.length - short.length > 1 || short === long) return false
  let from = 0
  while (from < short.length && short[from] === long[from]) from++
  if (short.length < long.length) return short.slice(from) === long.slice(from + 1)
  if (short.slice(from + 1) === long.slice(from + 1)) return true
  return (
    short[from] === long[from + 1] && short[from + 1] === long[from] && short.slice(from + 2) === long.slice(from + 2)
  )
}

import { ANY, BLANK, isOpenWord, matchesPattern } from "./match-rule.ts"
import { type ShellWord, readStaticWord } from "./reading/words/shell-word.ts"
import type { PatternWord, Rule } from "./rule.ts"

/**
 * Whether any form that the words can take would match: for deny rules, doubt is enough. Upper and lower case in the
 * program's name are the same, as on file systems that ignore case.
 */
export function ruleMayMatch(rule: Rule, words: readonly ShellWord[]): boolean {
  if (rule.kind === "all") return true
  const pattern = toPattern(rule)
  const texts = words.map((word) => readStaticWord(word))
  const name = texts[0]?.toLowerCase()
  const [wanted, ...more] = pattern[0] ?? []
  if (
    name !== undefined &&
    typeof wanted === "string" &&
    (more.length === 0 ? name !== wanted : !name.startsWith(wanted))
  ) {
    return false
  }
  if (!texts.includes(undefined)) {
    const text = [name, ...texts.slice(1)].join(BLANK)
    return matchesPattern(pattern, { text, known: text.length })
  }
  const open = isOpenWord(pattern)
  const symbols = join(
    (open ? pattern.slice(0, -1) : pattern).map((word) => word.flatMap((piece) => [...(piece ?? ANY)])),
  )
  return intersect(join(words.map((word, at) => toSymbols(word, at === 0))), open ? [...symbols, ANY] : symbols)
}

/** Every kind of rule as a pattern, with its program's name in lower case. */
function toPattern(rule: Exclude<Rule, { kind: "all" }>): readonly PatternWord[] {
  const words: readonly PatternWord[] = rule.kind === "pattern" ? rule.words : rule.words.map((word) => [word])
  const [first = [], ...rest] = words
  const small = first.map((piece) => piece?.toLowerCase() ?? null)
  return rule.kind === "prefix" ? [small, ...rest, [null]] : [small, ...rest]
}

function toSymbols(word: ShellWord, isName: boolean): readonly string[] {
  return word.pieces.flatMap((piece) =>
    piece.kind === "value" ? [ANY] : [...(isName ? piece.text.toLowerCase() : piece.text)],
  )
}

function join(words: readonly (readonly string[])[]): readonly string[] {
  return words.flatMap((word, at) => (at === 0 ? word : [BLANK, ...word]))
}

/**
 * Whether two texts with wildcards have a form in common. An unquoted value may become no word at all, so the blank
 * before it may be missing.
 */
function intersect(a: readonly string[], b: readonly string[]): boolean {
  let below: boolean[] = []
  for (let i = a.length; i >= 0; i--) {
    const row: boolean[] = Array.from({ length: b.length + 1 }, () => false)
    for (let j = b.length; j >= 0; j--) {
      const [x, y] = [a[i], b[j]]
      const skipX = below[j] === true
      const skipY = row[j + 1] === true
      row[j] =
        (x === undefined && y === undefined) ||
        ((x === ANY || y === ANY) && (skipX || skipY)) ||
        (x === BLANK && a[i + 1] === ANY && skipX) ||
        (x !== undefined && x === y && below[j + 1] === true)
    }
    below = row
  }
  return below[0] === true
}

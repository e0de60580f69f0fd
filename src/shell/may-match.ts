import { ANY, BLANK, endsWithStar, matchesPattern } from "./match-rule.ts"
import { type ShellWord, readStaticWord } from "./reading/words/shell-word.ts"
import type { PatternWord, Rule } from "./rule.ts"

/**
 * Whether any form that the words can take would match: for deny rules, doubt is enough. Upper and lower case in the
 * program's name are the same, as on file systems that ignore case.
 */
export function ruleMayMatch(rule: Rule, words: readonly ShellWord[]): boolean {
  if (rule.kind === "all" || hasSameOptions(rule, words)) return true
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
  const open = endsWithStar(pattern)
  const symbols = join(
    (open ? pattern.slice(0, -1) : pattern).map((word) => word.flatMap((piece) => [...(piece ?? ANY)])),
  )
  return intersect(join(words.map((word, at) => toSymbols(word, at === 0))), open ? [...symbols, ANY] : symbols)
}

/** Letters and names of options that mean the same in most programs. */
const NAMES: Readonly<Record<string, string>> = {
  f: "force",
  r: "recursive",
  R: "recursive",
  d: "delete",
  a: "all",
  g: "global",
  y: "yes",
  o: "output",
  w: "write",
}

/**
 * Whether a command has the options that a rule names in another order or spelling, as `rm -fr` and `rm --force -r` are
 * `rm -rf`. The other words must begin as the rule does.
 */
function hasSameOptions(rule: Rule, words: readonly ShellWord[]): boolean {
  if (rule.kind !== "prefix" && rule.kind !== "exact") return false
  const wanted = rule.words.filter(isOption)
  if (wanted.length === 0) return false
  const texts = words.map((word) => readStaticWord(word) ?? "")
  const plain = texts.filter((text) => !isOption(text))
  const given = new Set(texts.filter(isOption).flatMap(listOptionNames))
  return (
    rule.words
      .filter((text) => !isOption(text))
      .every((text, at) => (at === 0 ? plain[at]?.toLowerCase() : plain[at]) === text) &&
    wanted.every((option) =>
      listOptionParts(option).every((part) => listOptionNames(part).some((name) => given.has(name))),
    )
  )
}

function isOption(text: string): boolean {
  return /^-[^\s-]|^--\w/.test(text)
}

/** `-rf` is `-r` and `-f`; a long option is one. */
function listOptionParts(option: string): readonly string[] {
  return /^-[A-Za-z]+$/.test(option)
    ? option
        .slice(1)
        .split("")
        .map((letter) => `-${letter}`)
    : [option]
}

/** An option as it is written, without its value, and every letter of it by its name. */
function listOptionNames(option: string): readonly string[] {
  const [name = ""] = option.split("=", 1)
  const letters = /^-[A-Za-z]+$/.test(name) ? name.slice(1).split("") : []
  return [
    name,
    ...letters.flatMap((letter) => [`-${letter}`, ...(NAMES[letter] === undefined ? [] : [`--${NAMES[letter]}`])]),
  ]
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

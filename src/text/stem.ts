/**
 * Cuts an English word down to the stem it shares with related words: `validate`, `validation` and `validators` become
 * one. After M. F. Porter, "An algorithm for suffix stripping" (1980), adapted to our field: British spellings are
 * handled, and agent nouns (`linter`, `writer`) count as their verbs. Words of other languages and words with digits
 * are left alone.
 */
export function stem(word: string): string {
  const known = EXCEPTIONS.get(word)
  if (known !== undefined) return known
  if (word.length < 3 || !/^[a-z']+$/.test(word)) return word
  const steps = [possessive, british, plural, participle, finalY, doubleSuffix, suffix, agent, ending, finalE]
  return steps.reduce((left, step) => step(left), word)
}

/** Exceptions: words that the rules would wrongly merge or separate, with their stems. */
const EXCEPTIONS: ReadonlyMap<string, string> = new Map(
  Object.entries({
    a11y: "access",
    added: "add",
    adding: "add",
    analysis: "analyz",
    analyses: "analyz",
    analytics: "analyt",
    apis: "api",
    app: "applic",
    apps: "applic",
    auth: "authent",
    architecture: "architect",
    architectures: "architect",
    architectural: "architect",
    config: "configur",
    configs: "configur",
    creation: "creat",
    creations: "creat",
    db: "databas",
    dbs: "databas",
    definition: "defin",
    definitions: "defin",
    doc: "document",
    docs: "document",
    env: "environ",
    envs: "environ",
    done: "finish",
    general: "general",
    generally: "general",
    generic: "generic",
    important: "important",
    i18n: "internation",
    js: "javascript",
    k8s: "kubernet",
    news: "news",
    perf: "perform",
    postgres: "postgresql",
    process: "process",
    processes: "process",
    py: "python",
    repo: "repositori",
    repos: "repositori",
    summary: "summar",
    summaries: "summar",
    ts: "typescript",
    written: "writ",
  }),
)

/** The exceptions whose stem begins like this, but not the word. */
export function listRespelt(beginning: string): readonly string[] {
  return [...EXCEPTIONS].flatMap(([word, stem]) =>
    stem.startsWith(beginning) && !word.startsWith(beginning) ? [word] : [],
  )
}

type Rules = readonly (readonly [ending: string, instead: string])[]

const DOUBLE: Rules = [
  ["ational", "ate"],
  ["ization", "ize"],
  ["iveness", "ive"],
  ["fulness", "ful"],
  ["ousness", "ous"],
  ["biliti", "ble"],
  ["tional", "tion"],
  ["ation", "ate"],
  ["alism", "al"],
  ["aliti", "al"],
  ["iviti", "ive"],
  ["entli", "ent"],
  ["ousli", "ous"],
  ["enci", "ence"],
  ["anci", "ance"],
  ["izer", "ize"],
  ["ator", "ate"],
  ["alli", "al"],
  ["bli", "ble"],
  ["eli", "e"],
]

const SUFFIXES: Rules = [
  ["icate", "ic"],
  ["ative", ""],
  ["alize", "al"],
  ["iciti", "ic"],
  ["ical", "ic"],
  ["ness", ""],
  ["ful", ""],
]

const ENDINGS: Rules = ["ement ance ence able ible ment sion tion ant ent ism ate iti ous ive ize al ic ou".split(" ")]
  .flat()
  .map((ending) => [ending, ending.endsWith("ion") ? ending.slice(0, -3) : ""] as const)

function possessive(word: string): string {
  return word.includes("'") ? word.replace(/'(s|re|ll|ve|d|m|t)?$/, "").replaceAll("'", "") : word
}

const BRITISH = ["ise", "ised", "iser", "isers", "ises", "ising", "isation", "isations", "yse", "ysed", "yser", "ysing"]

function british(word: string): string {
  if (word.length < 7) return word
  const end = BRITISH.find((end) => word.endsWith(end))
  return end === undefined ? word : `${word.slice(0, 1 - end.length)}z${end.slice(2)}`
}

function plural(word: string): string {
  if (word.endsWith("sses")) return word.slice(0, -2)
  if (word.endsWith("ies")) return word.length > 4 ? `${word.slice(0, -3)}y` : word.slice(0, -1)
  if (!word.endsWith("s") || ["ss", "us", "is"].some((end) => word.endsWith(end))) return word
  return word.slice(0, -1)
}

function participle(word: string): string {
  if (word.endsWith("eed")) return measure(word.slice(0, -3)) > 0 ? word.slice(0, -1) : word
  const cut = word.endsWith("ed") ? 2 : word.endsWith("ing") ? 3 : 0
  const left = word.slice(0, word.length - cut)
  if (cut === 0 || !hasVowel(left)) return word
  if (left.endsWith("at") || left.endsWith("bl") || left.endsWith("iz")) return `${left}e`
  if (endsDoubled(left)) return left.slice(0, -1)
  return measure(left) === 1 && endsShort(left) ? `${left}e` : left
}

function finalY(word: string): string {
  return word.length > 2 && word.endsWith("y") && !isVowelAt(word, word.length - 2) ? `${word.slice(0, -1)}i` : word
}

function doubleSuffix(word: string): string {
  return replaceEnding(word, DOUBLE, 0)
}

function suffix(word: string): string {
  return replaceEnding(word, SUFFIXES, 0)
}

/** Agent nouns: `reviewer`, `linter`, `planner`. */
function agent(word: string): string {
  const left = word.slice(0, -2)
  if (!(word.endsWith("er") || word.endsWith("or")) || left.length < 4 || !hasVowel(left)) return word
  return endsDoubled(left) ? left.slice(0, -1) : left
}

function ending(word: string): string {
  return replaceEnding(word, ENDINGS, 1)
}

function finalE(word: string): string {
  const bare = word.endsWith("e") ? word.slice(0, -1) : word
  const left = bare.length < 3 || (measure(bare) === 1 && endsShort(bare) && bare.length < 4) ? word : bare
  return left.endsWith("ll") && measure(left) > 1 ? left.slice(0, -1) : left
}

/** The first matching ending decides. It is replaced if enough of the word comes before it. */
function replaceEnding(word: string, rules: Rules, least: number): string {
  const rule = rules.find(([end]) => word.endsWith(end))
  if (rule === undefined) return word
  const left = word.slice(0, -rule[0].length)
  return measure(left) > least ? left + rule[1] : word
}

/** How many times vowels are followed by consonants: 0 for `tree`, 1 for `trouble`, 2 for `private`. */
function measure(word: string): number {
  let count = 0
  let wasVowel = false
  for (let at = 0; at < word.length; at++) {
    const isVowel = isVowelAt(word, at)
    if (wasVowel && !isVowel) count++
    wasVowel = isVowel
  }
  return count
}

function hasVowel(word: string): boolean {
  for (let at = 0; at < word.length; at++) if (isVowelAt(word, at)) return true
  return false
}

/** Ends like `hop`: consonant, vowel, consonant, the last not w, x or y. */
function endsShort(word: string): boolean {
  const last = word.length - 1
  return (
    last >= 2 &&
    !isVowelAt(word, last - 2) &&
    isVowelAt(word, last - 1) &&
    !isVowelAt(word, last) &&
    !"wxy".includes(word[last] ?? "")
  )
}

/** Ends with a doubled consonant, other than those that English words naturally end with. */
function endsDoubled(word: string): boolean {
  const last = word.at(-1) ?? ""
  return last !== "" && last === word.at(-2) && !"aeioulsz".includes(last)
}

function isVowelAt(word: string, at: number): boolean {
  const letter = word[at] ?? ""
  return "aeiou".includes(letter) || (letter === "y" && at > 0 && !isVowelAt(word, at - 1))
}

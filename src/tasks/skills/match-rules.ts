import type { SkillWordRule } from "./skill-rules.ts"

/** A rule that fits a task. */
export interface RuleMatch {
  readonly rule: string
  readonly skill: string
  /** The words of the task that decided. */
  readonly words: string
}

/** The rules that fit a task, best first; those for every task come last. Only whole words count. */
export function matchRules(title: string, rules: readonly SkillWordRule[]): readonly RuleMatch[] {
  const tokens = splitWords(title)
  const found = rules.flatMap(({ name, skill, words, when, priority }) => {
    if (words === "*") return [{ rule: name, skill, words: title, priority: Number.NEGATIVE_INFINITY, at: 0 }]
    return words.flatMap((text) => {
      const match = findPhrase(tokens, readPhrase(text), when)
      return match === undefined
        ? []
        : [{ rule: name, skill, words: title.slice(match.from, match.to), priority, at: match.from }]
    })
  })
  const ranked = found.sort(
    (a, b) => compareNumbers(b.priority, a.priority) || a.at - b.at || b.words.length - a.words.length,
  )
  return [
    ...new Map(ranked.toReversed().map(({ rule, skill, words }) => [rule, { rule, skill, words }])).values(),
  ].toReversed()
}

function compareNumbers(one: number, other: number): number {
  return one === other ? 0 : one < other ? -1 : 1
}

/** A word of a title. */
interface TitleWord {
  readonly text: string
  readonly from: number
  readonly to: number
  /** The first word, or the first after a comma or the like. */
  readonly isStart: boolean
}

function splitWords(title: string): readonly TitleWord[] {
  const found = [...title.matchAll(/[\p{L}\p{N}_][\p{L}\p{M}\p{N}_'’+#-]*/gu)]
  return found.map((match, at) => {
    const before = found[at - 1]
    const between = before === undefined ? "" : title.slice(before.index + before[0].length, match.index)
    const text = match[0].toLowerCase().replaceAll("’", "'")
    return {
      text,
      from: match.index,
      to: match.index + match[0].length,
      isStart: before === undefined || /[^\s"'`*/]/.test(between),
    }
  })
}

/** Words as a rule has them: `to` says that it is a verb, `…` leaves room for other words, `.` ends a clause. */
interface Phrase {
  readonly isVerb: boolean
  readonly parts: readonly string[]
  readonly isEnd: boolean
}

const GAP = "…"

function readPhrase(text: string): Phrase {
  const all = text
    .toLowerCase()
    .replaceAll("...", ` ${GAP} `)
    .split(/\s+/)
    .filter((part) => part !== "")
  const isVerb = all[0] === "to" && all.length > 1
  const isEnd = all.at(-1) === "."
  return { isVerb, isEnd, parts: all.slice(isVerb ? 1 : 0, isEnd ? -1 : undefined) }
}

function findPhrase(
  tokens: readonly TitleWord[],
  phrase: Phrase,
  when: SkillWordRule["when"],
): Pick<TitleWord, "from" | "to"> | undefined {
  if (phrase.parts.length === 0) return undefined
  for (const [at, first] of tokens.entries()) {
    const last = matchParts(tokens, at, phrase.parts)
    if (last === undefined) continue
    if (when === "asked" && !isAsked(tokens, { first: at, last }, phrase)) continue
    return { from: first.from, to: tokens[last]?.to ?? first.to }
  }
  return undefined
}

/** How many words `…` may skip. Articles do not count. */
const MOST_SKIPPED = 3

/** The position of the last word, if the parts follow each other from here. */
function matchParts(tokens: readonly TitleWord[], at: number, [part, ...rest]: readonly string[]): number | undefined {
  if (part === GAP) return skipAndMatch(tokens, at, { parts: rest, most: MOST_SKIPPED })
  const token = tokens[at]
  if (part === undefined || token === undefined || !isForm(token.text, part)) return undefined
  if (rest.length === 0) return at
  return skipAndMatch(tokens, at + 1, { parts: rest, most: 0 })
}

function skipAndMatch(
  tokens: readonly TitleWord[],
  at: number,
  { parts, most }: { readonly parts: readonly string[]; readonly most: number },
): number | undefined {
  let skipped = 0
  for (let next = at; next < tokens.length; next++) {
    const token = tokens[next]
    if (token === undefined || token.isStart) return undefined
    const last = matchParts(tokens, next, parts)
    if (last !== undefined) return last
    if (!articles.has(token.text) && ++skipped > most) return undefined
  }
  return undefined
}

/** Whether a word is a base word with a usual ending: "PRs", "merging", "planned", "copies". */
function isForm(word: string, base: string): boolean {
  if (word === base || word === `${base}s`) return true
  if (base.length < 3 || !word.startsWith(base.slice(0, -1))) return false
  const last = base.at(-1) ?? ""
  const endings = ["es", "ed", "ing", `${last}ed`, `${last}ing`].map((ending) => base + ending)
  const stem = base.slice(0, -1)
  const changed = last === "e" ? [`${base}d`, `${stem}ing`] : last === "y" ? [`${stem}ies`, `${stem}ied`] : []
  return [...endings, ...changed].includes(word)
}

/**
 * Whether a task asks for something, and does not only mention it: not as a part of a longer name ("merge sort", "PR
 * template"), and not after words about something that exists ("fix", "review", "explain").
 */
function isAsked(
  tokens: readonly TitleWord[],
  { first, last }: { readonly first: number; readonly last: number },
  { isVerb, isEnd, parts }: Phrase,
): boolean {
  const start = tokens.findLastIndex((token, at) => at <= first && token.isStart)
  const before = tokens.slice(start, first).map(({ text }) => text)
  const lead = before.at(-1)
  if (isVerb && lead !== undefined && !leads.has(lead)) return false
  const isNext = isVerb && lead !== undefined && joins.has(lead)
  if (!isNext && before.some((text) => abouts.some((about) => isForm(text, about)))) return false
  const after = tokens[last + 1]
  if (after === undefined || after.isStart) return true
  if (isEnd) return joins.has(after.text) || times.has(after.text)
  return (isVerb && parts.length === 1) || functions.has(after.text) || /^\d/.test(after.text)
}

const toSet = (text: string): ReadonlySet<string> => new Set(text.split(" "))

const articles = toSet("a an the this that these those my our your its their some all new")
const joins = toSet("and then or")
const times = toSet("it them everything after before when once if as back now today again")
/** What may come before a verb that says what to do. */
const leads = toSet("and then or to please let's lets we i you must should can will now also finally first next help")
/** After these, a thing is mentioned, and not done. */
const abouts = [
  ...toSet(
    "review check read fix improve update summarise summarize discuss explain document describe mention rename refactor",
  ),
  ...toSet("remove delete test debug report list show count parse detect translate follow address handle resolve"),
  ...toSet("after before from per about"),
]
/** What may follow a name without being a part of it. */
const functions = new Set([
  ...articles,
  ...joins,
  ...times,
  ...toSet("for with to into from on in of by against at via using about over under between within without is are was"),
  ...toSet("so but while until per through first next who which where i we you"),
])

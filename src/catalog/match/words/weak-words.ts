import { termOf } from "./term.ts"

/** Words of every second request, which say little even where few skills hold them. */
const weakTerms: ReadonlySet<string> = termsOf(
  `add app build change check code create data file find fix help make new open project run set start task team tool try
  update work write`,
)

/** Words of everyday talk: a request is about something only if it has others. */
const everydayTerms: ReadonlySet<string> = new Set([
  ...weakTerms,
  ...termsOf(
    `ahead ask big bit continue day explain first function hour job keep last left line long mean minute moment name number old
    part place point print problem question quick read repeat reason right save second short show small stop take
    third three time turn two type wait way whole wrong year yes
    monday tuesday wednesday thursday friday saturday sunday week weekend month morning evening afternoon night tonight
    four five six seven eight nine ten hundred gave given made took taken went begin began put ages lately`,
  ),
])

export function isWeak(term: string): boolean {
  return weakTerms.has(term) || isCount(term)
}

export function isEveryday(term: string): boolean {
  return everydayTerms.has(term) || isCount(term)
}

/** How many there are of something says nothing of what it is. */
function isCount(term: string): boolean {
  return /^\d{1,3}$/.test(term)
}

function termsOf(words: string): ReadonlySet<string> {
  return new Set(words.split(/\s+/).map(termOf))
}

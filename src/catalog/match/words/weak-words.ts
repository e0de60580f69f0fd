import { termOf } from "./term.ts"

/** Words of every second request, which say little even where few skills hold them. */
const weakTerms: ReadonlySet<string> = new Set(
  `add app build change check code create data file find fix help make new open project run set start task team tool try
  update work write`
    .split(/\s+/)
    .map(termOf),
)

export function isWeak(term: string): boolean {
  return weakTerms.has(term)
}

import { clusterFindings, mergeFindings } from "../../src/review/claims/merging/aggregate.ts"
import { compareAmong } from "../../src/review/claims/merging/compare-among.ts"
import { readFinding } from "../../src/review/claims/merging/read-finding.ts"
import { isRepeated } from "../../src/review/claims/merging/judge-sameness.ts"
import { openSignsAmong } from "../../src/review/claims/merging/open-signs-among.ts"
import { readWordSigns } from "../../src/review/claims/merging/read-word-signs.ts"
import {
  type SignsAmong,
  type Weights,
  type WordSigns,
  weighSigns,
  weightsAlone,
  weightsAmong,
} from "../../src/review/claims/merging/word-weights.ts"
import { memoise } from "../../src/text/memoise.ts"
import { type Change, type Comment, findingsOf } from "./comments.ts"
import { fitWeights, type Judged } from "./fit-weights.ts"

export interface Pair {
  readonly isSame: boolean
  readonly saidSame: boolean
  readonly score: number
}

export interface FittedWeights {
  readonly alone: Weights<keyof WordSigns>
  readonly among: Weights<keyof SignsAmong>
}

export const shippedWeights: FittedWeights = { alone: weightsAlone, among: weightsAmong }

/** Every two comments, each pair without the others. */
export function pairsAlone({ comments }: Change, { alone }: FittedWeights = shippedWeights): readonly Pair[] {
  const read = findingsOf(comments).map((finding) => readFinding(finding))
  return everyTwo(comments).map(([a, b]) => {
    const [one, other] = [at(read, a), at(read, b)]
    const score = isRepeated(one.finding, other.finding) ? 0.5 : weighSigns(readWordSigns(one, other), alone)
    return { isSame: isSame(comments, a, b), saidSame: score >= 0.5, score }
  })
}

/** Every two comments, compared in relation to all comments of the change. */
export function pairsAmong({ comments }: Change, weights: FittedWeights = shippedWeights): readonly Pair[] {
  const compare = compareAmong(findingsOf(comments), weights.among)
  return everyTwo(comments).map(([a, b]) => {
    const { same, score } = compare(a, b)
    return { isSame: isSame(comments, a, b), saidSame: same, score }
  })
}

/** Every two comments, by whether merging made one finding of them. */
export function pairsMerged(
  { comments }: Change,
  { weights = shippedWeights, everyone }: { readonly weights?: FittedWeights; readonly everyone?: string } = {},
): readonly Pair[] {
  const findings = findingsOf(comments, everyone)
  const { merges } = mergeFindings(findings, (those) => clusterFindings(those, compareAmong(those, weights.among)))
  const groupOf = new Map(merges.flatMap(({ id, from }) => from.map((old) => [old, id] as const)))
  return everyTwo(comments).map(([a, b]) => ({
    isSame: isSame(comments, a, b),
    saidSame: (groupOf.get(`c${a}`) ?? a) === (groupOf.get(`c${b}`) ?? b),
    score: 0,
  }))
}

/** Words in common, divided by all words: what anyone would try first. */
export function pairsByOverlap({ comments }: Change): readonly Pair[] {
  const words = comments.map(({ text }) => new Set(text.toLowerCase().match(/[a-z\d_]+/g) ?? []))
  return everyTwo(comments).map(([a, b]) => {
    const [one, other] = [at(words, a), at(words, b)]
    const both = [...one].filter((word) => other.has(word)).length
    return { isSame: isSame(comments, a, b), saidSame: false, score: both / (one.size + other.size - both) }
  })
}

/**
 * Weights for changes that nobody has seen. Parts of a change are changes too: those with only one defect, or two of
 * them, show how comments compare where few things are said.
 */
export function fitOn(changes: readonly Change[]): FittedWeights {
  const alone = changes.flatMap(judgedAlone)
  const among = changes.flatMap(judgedWithParts)
  return {
    alone: fitWeights(alone, ["words", "covered", "kinds"]),
    among: {
      ...fitWeights(among, ["company", "closest", "kinds", "sameAnswer"]),
      sameAnswer: weightsAmong.sameAnswer,
    },
  }
}

const PART = 0.2

/** Each defect by itself, and each two in a row. */
export function partsOf({ name, comments }: Change): readonly Change[] {
  const problems = [...new Set(comments.map(({ problem }) => problem))]
  const only = (...kept: readonly (string | undefined)[]) => ({
    name,
    comments: comments.filter(({ problem }) => kept.includes(problem)),
  })
  const single = problems.length > 1 ? problems.map((problem) => only(problem)) : []
  return problems.length > 2 ? [...single, ...problems.map((problem, at) => only(problem, problems[at + 1]))] : single
}

const judgedWithParts = memoise((change: Change) => [
  ...judgedAmong(change, 1),
  ...partsOf(change).flatMap((part) => judgedAmong(part, PART)),
])

const judgedAlone = memoise(({ comments }: Change): readonly Judged<keyof WordSigns>[] => {
  const read = findingsOf(comments).map((finding) => readFinding(finding))
  return clearPairs(comments).map(([a, b]) => ({
    signs: readWordSigns(at(read, a), at(read, b)),
    isSame: isSame(comments, a, b),
    counts: 1,
  }))
})

function judgedAmong({ comments }: Change, counts: number): readonly Judged<keyof SignsAmong>[] {
  const read = findingsOf(comments).map((finding) => readFinding(finding))
  const signsOf = openSignsAmong(findingsOf(comments), (place) => at(read, place))
  return clearPairs(comments).flatMap(([a, b]) => {
    const signs = signsOf(a, b)
    return signs === undefined ? [] : [{ signs, isSame: isSame(comments, a, b), counts }]
  })
}

/** Without those where the same two texts are one defect here and two there, because a tool names both in one comment. */
function clearPairs(comments: readonly Comment[]): readonly (readonly [number, number])[] {
  const verdicts = new Map<string, Set<boolean>>()
  const keyOf = (a: number, b: number) => [at(comments, a).text, at(comments, b).text].toSorted().join("\n")
  for (const [a, b] of everyTwo(comments))
    verdicts.set(keyOf(a, b), (verdicts.get(keyOf(a, b)) ?? new Set()).add(isSame(comments, a, b)))
  return everyTwo(comments).filter(
    ([a, b]) => verdicts.get(keyOf(a, b))?.size === 1 && at(comments, a).text !== at(comments, b).text,
  )
}

export function f1(pairs: readonly Pair[]): number {
  const { right, said, same } = counted(pairs)
  return (2 * right) / (said + same)
}

export function rates(pairs: readonly Pair[]): { readonly precision: number; readonly recall: number } {
  const { right, said, same } = counted(pairs)
  return { precision: right / said, recall: right / same }
}

function counted(pairs: readonly Pair[]) {
  return {
    right: pairs.filter(({ isSame, saidSame }) => isSame && saidSame).length,
    said: pairs.filter(({ saidSame }) => saidSame).length,
    same: pairs.filter(({ isSame }) => isSame).length,
  }
}

/** The most that can be found if only the most certain pairs are merged and this share of them must be correct. */
export function recallAt(pairs: readonly Pair[], precision: number): number {
  const same = pairs.filter(({ isSame }) => isSame).length
  let most = 0
  forEachThreshold(pairs, (right, said) => {
    if (right / said >= precision) most = right / same
  })
  return most
}

/** The score from which on two count as the same, for the best F1. */
export function bestThreshold(pairs: readonly Pair[]): number {
  const same = pairs.filter(({ isSame }) => isSame).length
  let best = { f1: 0, score: 0.5 }
  forEachThreshold(pairs, (right, said, score) => {
    const reached = (2 * right) / (said + same)
    if (reached > best.f1) best = { f1: reached, score }
  })
  return best.score
}

/** Pairs with the same score are on the same side. */
function forEachThreshold(pairs: readonly Pair[], look: (right: number, said: number, score: number) => void): void {
  const sorted = pairs.toSorted((a, b) => b.score - a.score)
  let right = 0
  for (const [before, { isSame, score }] of sorted.entries()) {
    right += Number(isSame)
    if (sorted[before + 1]?.score !== score) look(right, before + 1, score)
  }
}

function isSame(comments: readonly Comment[], a: number, b: number): boolean {
  return at(comments, a).problem === at(comments, b).problem
}

function everyTwo({ length }: readonly unknown[]): readonly (readonly [number, number])[] {
  return Array.from({ length }, (_, a) => a).flatMap((a) =>
    Array.from({ length: length - a - 1 }, (_, more) => [a, a + 1 + more] as const),
  )
}

function at<Item>(list: readonly Item[], place: number): Item {
  const item = list[place]
  if (item === undefined) throw new Error(`nothing at ${place}`)
  return item
}

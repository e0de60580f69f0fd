import type { Weights } from "../../src/review/claims/merging/word-weights.ts"

/** A pair of comments: what speaks for one defect, and whether it is one. */
export interface Judged<Sign extends string> {
  readonly signs: Readonly<Record<Sign, number>>
  readonly isSame: boolean
  /** 1 if the threshold is chosen with it too, less if it only helps to fit the weights. */
  readonly counts: number
}

/** Logistic regression with mild regularisation; then the bias that gives the best F1. */
export function fitWeights<Sign extends string>(judged: readonly Judged<Sign>[], keys: readonly Sign[]): Weights<Sign> {
  const rows = judged.map(({ signs, ...rest }) => ({ values: [1, ...keys.map((key) => signs[key])], ...rest }))
  let fitted = [0, ...keys.map(() => 0)]
  for (let round = 0; round < ROUNDS; round++) {
    const gradient = fitted.map((weight, at) => (at === 0 ? 0 : HELD_BACK * weight))
    const curve = fitted.map((_, a): number[] => fitted.map((__, b) => (a === b ? HELD_BACK : 0)))
    for (const { values, isSame, counts } of rows) {
      const likely = 1 / (1 + Math.exp(-dot(values, fitted)))
      for (const [a, value] of values.entries()) {
        gradient[a] = (gradient[a] ?? 0) + counts * value * (likely - Number(isSame))
        const row = curve[a]
        if (row !== undefined)
          for (const [b, other] of values.entries())
            row[b] = (row[b] ?? 0) + counts * value * other * likely * (1 - likely)
      }
    }
    const step = solve(curve, gradient)
    fitted = fitted.map((weight, at) => weight - (step[at] ?? 0))
  }
  const scored = rows.map(({ values, ...rest }) => ({ odds: dot(values, fitted), ...rest }))
  fitted[0] = (fitted[0] ?? 0) - bestOdds(scored.filter(({ counts }) => counts === 1))
  return Object.fromEntries(["bias", ...keys].map((key, at) => [key, fitted[at] ?? 0])) as Weights<Sign>
}

const HELD_BACK = 0.3
const ROUNDS = 15

function bestOdds(scored: readonly { readonly odds: number; readonly isSame: boolean }[]): number {
  const same = scored.filter(({ isSame }) => isSame).length
  let right = 0
  let best = { f1: 0, odds: 0 }
  for (const [before, { odds, isSame }] of scored.toSorted((a, b) => b.odds - a.odds).entries()) {
    right += Number(isSame)
    const f1 = (2 * right) / (same + before + 1)
    if (f1 > best.f1) best = { f1, odds }
  }
  return best.odds
}

/** Gauss: as many equations as unknowns. */
function solve(matrix: readonly (readonly number[])[], right: readonly number[]): readonly number[] {
  const rows = matrix.map((row, at) => [...row, right[at] ?? 0])
  for (const [at, row] of rows.entries()) {
    const lead = row[at] ?? 1
    for (const [below, other] of rows.entries()) {
      if (below === at) continue
      const factor = (other[at] ?? 0) / lead
      rows[below] = other.map((value, column) => value - factor * (row[column] ?? 0))
    }
  }
  return rows.map((row, at) => (row.at(-1) ?? 0) / (row[at] ?? 1))
}

function dot(a: readonly number[], b: readonly number[]): number {
  return a.reduce((total, value, at) => total + value * (b[at] ?? 0), 0)
}

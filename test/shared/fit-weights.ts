import { wordScore, type WordSigns, type WordWeights } from "../../src/claims/merging/compare-among.ts"

export interface Judged {
  readonly signs: WordSigns
  readonly isSame: boolean
}

const KEYS = ["company", "closest", "openings", "sameAnswer"] as const

/** Logistic regression with mild regularisation; then the bias that gives the best F1. */
export function fitWeights(judged: readonly Judged[]): WordWeights {
  const rows = judged.map(({ signs, isSame }) => ({ values: [1, ...KEYS.map((key) => signs[key])], isSame }))
  let weights = [0, ...KEYS.map(() => 0)]
  for (let round = 0; round < 25; round++) {
    const gradient = weights.map((weight, at) => (at === 0 ? 0 : HELD_BACK * weight))
    const curve = weights.map((_, a): number[] => weights.map((__, b) => (a === b ? HELD_BACK : 0)))
    for (const { values, isSame } of rows) {
      const likely = 1 / (1 + Math.exp(-dot(values, weights)))
      for (const [a, value] of values.entries()) {
        gradient[a] = (gradient[a] ?? 0) + value * (likely - Number(isSame))
        const row = curve[a]
        if (row !== undefined)
          for (const [b, other] of values.entries()) row[b] = (row[b] ?? 0) + value * other * likely * (1 - likely)
      }
    }
    const step = solve(curve, gradient)
    weights = weights.map((weight, at) => weight - (step[at] ?? 0))
  }
  const [bias = 0, company = 0, closest = 0, openings = 0, sameAnswer = 0] = weights
  return withBestBias({ bias, company, closest, openings, sameAnswer }, judged)
}

const HELD_BACK = 0.3

function withBestBias(weights: WordWeights, judged: readonly Judged[]): WordWeights {
  const scored = judged
    .map(({ signs, isSame }) => ({ score: wordScore(signs, weights), isSame }))
    .sort((a, b) => b.score - a.score)
  const same = judged.filter(({ isSame }) => isSame).length
  let right = 0
  let best = { f1: 0, score: 0.5 }
  for (const [before, { score, isSame }] of scored.entries()) {
    right += Number(isSame)
    const f1 = (2 * right) / (same + before + 1)
    if (f1 > best.f1) best = { f1, score }
  }
  return { ...weights, bias: weights.bias - Math.log(best.score / (1 - best.score)) }
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

import fs from "node:fs"
import path from "node:path"
import { describe, expect, test } from "vitest"
import { clusterFindings } from "../../src/claims/merging/aggregate.ts"
import {
  compareAmong,
  openWordLikeness,
  type WordWeights,
  wordWeights,
} from "../../src/claims/merging/compare-among.ts"
import { overlaps, sameFinding } from "../../src/claims/merging/same-finding.ts"
import type { ReviewFinding } from "../../src/claims/review-finding.ts"
import { fitWeights, type Judged } from "./fit-weights.ts"

/** Comments of several tools on public changes; they are not part of the project. */
const FILE = path.resolve(import.meta.dirname, "../../../shared/cases/review-comments.json")

interface Comment {
  readonly problem: string
  readonly tool: string
  readonly text: string
}

interface Pair {
  readonly isSame: boolean
  readonly saidSame: boolean
  readonly score: number
}

const changes: readonly (readonly Comment[])[] = fs.existsSync(FILE)
  ? JSON.parse(fs.readFileSync(FILE, "utf8")).changes.map(({ comments }: { comments: Comment[] }) => comments)
  : []

describe.runIf(changes.length > 0)("what several tools said about one change", () => {
  const leftOut = changes.map((_, at) => weightsWithout(at))

  test("in pairs, each change judged by weights from the others: F1, and recall at a precision of 0.95", () => {
    const pairs = changes.flatMap((comments, at) => pairsIn(comments, leftOut[at] ?? wordWeights))
    expect.soft(f1(pairs)).toBeGreaterThanOrEqual(0.86)
    expect.soft(recallAt(pairs, 0.95)).toBeGreaterThanOrEqual(0.4)
    console.log("pairs, left out:", f1(pairs).toFixed(3), "recall at .95:", recallAt(pairs, 0.95).toFixed(3))
  })

  test("merged, each change judged by weights from the others", () => {
    const pairs = changes.flatMap((comments, at) => mergedIn(findingsOf(comments), comments, leftOut[at]))
    expect(f1(pairs)).toBeGreaterThanOrEqual(0.86)
    console.log("merged, left out:", f1(pairs).toFixed(3))
  })

  test("merged with the current weights, even if one agent reports everything", () => {
    const several = changes.flatMap((comments) => mergedIn(findingsOf(comments), comments))
    const one = changes.flatMap((comments) => mergedIn(findingsOf(comments, "agent"), comments))
    expect.soft(f1(several)).toBeGreaterThanOrEqual(0.86)
    expect.soft(f1(one)).toBeGreaterThanOrEqual(0.86)
    console.log("merged:", f1(several).toFixed(3), "by one agent:", f1(one).toFixed(3))
  })

  test("two comments by themselves", () => {
    const pairs = changes.flatMap((comments) => {
      const findings = findingsOf(comments)
      return everyTwo(comments.length).map(([a, b]): Pair => {
        const { same, score } = sameFinding(at(findings, a), at(findings, b))
        return { isSame: at(comments, a).problem === at(comments, b).problem, saidSame: same, score }
      })
    })
    expect.soft(f1(pairs)).toBeGreaterThanOrEqual(0.86)
    expect.soft(recallAt(pairs, 0.95)).toBeGreaterThanOrEqual(0.4)
    console.log("two alone:", f1(pairs).toFixed(3), "recall at .95:", recallAt(pairs, 0.95).toFixed(3))
  })
})

/** Comments that one tool has in two groups, word for word, show nothing and are left out. */
function weightsWithout(left: number): WordWeights {
  const judged = changes.flatMap((comments, change): readonly Judged[] => {
    if (change === left) return []
    const signs = openWordLikeness(findingsOf(comments), overlaps)
    return everyTwo(comments.length).flatMap(([a, b]) => {
      const said = signs(a, b)
      const isSame = at(comments, a).problem === at(comments, b).problem
      return said === undefined || said.isRepeated ? [] : [{ signs: said, isSame }]
    })
  })
  return fitWeights(judged)
}

function pairsIn(comments: readonly Comment[], weights: WordWeights): readonly Pair[] {
  const compare = compareAmong(findingsOf(comments), weights)
  return everyTwo(comments.length).map(([a, b]) => {
    const { same, score } = compare(a, b)
    return { isSame: at(comments, a).problem === at(comments, b).problem, saidSame: same, score }
  })
}

function mergedIn(
  findings: readonly ReviewFinding[],
  comments: readonly Comment[],
  weights?: WordWeights,
): readonly Pair[] {
  const clusters = clusterFindings(findings, compareAmong(findings, weights))
  const groupOf = new Map(clusters.flatMap(({ members }, group) => members.map(({ id }) => [id, group] as const)))
  return everyTwo(comments.length).map(([a, b]) => ({
    isSame: at(comments, a).problem === at(comments, b).problem,
    saidSame: groupOf.get(at(findings, a).id) === groupOf.get(at(findings, b).id),
    score: 0,
  }))
}

function findingsOf(comments: readonly Comment[], everyone?: string): readonly ReviewFinding[] {
  return comments.map(({ tool, text }, number) => ({
    id: `c${number}`,
    rule: tool,
    title: text,
    file: "a.ts",
    line: 1,
    endLine: 1,
    category: "bugs",
    severity: "major",
    confidence: "high",
    description: "",
    evidence: "",
    extras: {},
    saidBy: [{ agent: everyone ?? tool, round: "thorough", title: text, description: "", severity: "major" }],
    related: [],
    fingerprint: "",
  }))
}

function f1(pairs: readonly Pair[]): number {
  const right = pairs.filter(({ isSame, saidSame }) => isSame && saidSame).length
  const said = pairs.filter(({ saidSame }) => saidSame).length
  const same = pairs.filter(({ isSame }) => isSame).length
  return (2 * right) / (said + same)
}

/** The most that can be found if only the most certain pairs are merged and this share of them must be correct. */
function recallAt(pairs: readonly Pair[], precision: number): number {
  const sorted = pairs.toSorted((a, b) => b.score - a.score)
  const same = pairs.filter(({ isSame }) => isSame).length
  let right = 0
  let most = 0
  for (const [before, { isSame }] of sorted.entries()) {
    right += Number(isSame)
    if (right / (before + 1) >= precision) most = right / same
  }
  return most
}

function everyTwo(count: number): readonly (readonly [number, number])[] {
  return Array.from({ length: count }, (_, a) => a).flatMap((a) =>
    Array.from({ length: count - a - 1 }, (_, more) => [a, a + 1 + more] as const),
  )
}

function at<Item>(list: readonly Item[], place: number): Item {
  const item = list[place]
  if (item === undefined) throw new Error(`nothing at ${place}`)
  return item
}

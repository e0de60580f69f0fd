import fs from "node:fs"
import path from "node:path"
import { load } from "js-yaml"
import { fingerprintOf } from "./fingerprint-of.ts"
import { applyReviewBaseline, makeReviewBaseline } from "../../src/review/claims/merging/identity/review-baseline.ts"
import { mergeFindings } from "../../src/review/claims/merging/aggregate.ts"
import { judgeSameness } from "../../src/review/claims/merging/judge-sameness.ts"
import type { ReviewFinding } from "../../src/review/claims/review-finding.ts"

/** tuned: the vocabulary and weights were made with it. held-out: written before them. fresh: written after them. */
export type Half = "tuned" | "held-out" | "fresh"

export interface Scene {
  readonly file: string
  readonly code: string
  readonly findings: readonly { readonly problem: string; readonly finding: ReviewFinding }[]
}

export interface Pair {
  readonly a: ReviewFinding
  readonly b: ReviewFinding
  readonly isSame: boolean
  readonly saidSame: boolean
  /** Why two that differ could be taken for one; absent for pairs that mean the same. */
  readonly nearness?: "same lines" | "next to it" | "elsewhere"
  readonly score: number
  readonly because: string
}

/** Each two wordings of one scene, with what was decided about them. */
export function measurePairs(half: Half): readonly Pair[] {
  return readScenes(half).flatMap(({ findings }) =>
    findings.flatMap((one, at) =>
      findings.slice(at + 1).map((other): Pair => {
        const isSame = one.problem === other.problem
        const { same, score, because } = judgeSameness(one.finding, other.finding)
        const pair = { a: one.finding, b: other.finding, isSame, saidSame: same, score, because }
        return isSame ? pair : { ...pair, nearness: nearnessOf(one.finding, other.finding) }
      }),
    ),
  )
}

/** The same pairs, by whether merging all findings of a scene made one of them. */
export function measureMerged(half: Half): readonly Pair[] {
  const groups = readScenes(half).map(({ file, findings }) => {
    const { merges } = mergeFindings(findings.map(({ finding }) => finding))
    return [file, new Map(merges.flatMap(({ id, from }) => from.map((old) => [old, id])))] as const
  })
  const groupOf = new Map(groups)
  const idOf = ({ file, id }: ReviewFinding) => groupOf.get(file)?.get(id) ?? id
  return measurePairs(half).map((pair) => ({ ...pair, saidSame: idOf(pair.a) === idOf(pair.b) }))
}

/** The same pairs, where both begin at one line, by whether they have one fingerprint. */
export function measureFingerprints(half: Half): readonly Pair[] {
  const texts = new Map(readScenes(half).map(({ file, code }) => [file, code]))
  const printOf = (finding: ReviewFinding) => fingerprintOf(finding, texts.get(finding.file)) ?? ""
  return measurePairs(half)
    .filter(({ a, b }) => a.line === b.line)
    .map((pair) => ({ ...pair, saidSame: printOf(pair.a) === printOf(pair.b) }))
}

/** The same pairs, by whether a baseline that holds the one covers the other. */
export function measureRemembered(half: Half): readonly Pair[] {
  const texts = new Map(readScenes(half).map(({ file, code }) => [file, code]))
  const textOf = (file: string) => texts.get(file)
  return measurePairs(half)
    .filter(({ a, b }) => a.line === b.line)
    .map((pair) => {
      const baseline = makeReviewBaseline([pair.a], { status: "accepted", reason: "measured" }, textOf)
      return { ...pair, saidSame: applyReviewBaseline([pair.b], baseline, textOf).remembered.length > 0 }
    })
}

export function rates(pairs: readonly Pair[]): { readonly precision: number; readonly recall: number } {
  const right = pairs.filter(({ isSame, saidSame }) => isSame && saidSame).length
  const said = pairs.filter(({ saidSame }) => saidSame).length
  const same = pairs.filter(({ isSame }) => isSame).length
  return { precision: said === 0 ? 1 : right / said, recall: same === 0 ? 1 : right / same }
}

type Wording = readonly [category: string, lines: string, title: string, description: string]

export function readScenes(half: Half): readonly Scene[] {
  const text = fs.readFileSync(path.join(import.meta.dirname, `${half}.yaml`), "utf8")
  const scenes = load(text) as readonly {
    readonly file: string
    readonly code: string
    readonly problems: Readonly<Record<string, readonly Wording[]>>
  }[]
  return scenes.map(({ file, code, problems }) => ({
    file,
    code,
    findings: Object.entries(problems).flatMap(([problem, wordings]) =>
      wordings.map((wording, at) => ({ problem, finding: findingOf({ file, code }, `${problem}-${at}`, wording) })),
    ),
  }))
}

/** The evidence is the code at the lines, as an answer that was taken in always has it. */
function findingOf(
  { file, code }: { readonly file: string; readonly code: string },
  id: string,
  [category, lines, title, description]: Wording,
): ReviewFinding {
  const [line = 1, endLine = line] = lines.split("-").map(Number)
  // Every wording is somebody else's.
  const agent = `${category}-agent-${id}`
  const evidence = code
    .split("\n")
    .slice(line - 1, endLine)
    .join("\n")
  return {
    id,
    rule: agent,
    title,
    file,
    line,
    endLine,
    category,
    severity: "major",
    confidence: "high",
    description,
    evidence,
    extras: {},
    saidBy: [{ agent, round: "thorough", title, description, severity: "major" }],
    related: [],
    fingerprint: "",
  }
}

function nearnessOf(a: ReviewFinding, b: ReviewFinding): NonNullable<Pair["nearness"]> {
  const gap = Math.max(a.line, b.line) - Math.min(a.endLine, b.endLine)
  return gap <= 0 ? "same lines" : gap <= 3 ? "next to it" : "elsewhere"
}

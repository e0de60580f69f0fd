import { isProgramReviewer } from "../program-reviewer.ts"
import type { ReviewFinding } from "../review-finding.ts"
import { toLineShape } from "./identity/line-shape.ts"
import { measureLikeness, type ReadFinding, readFinding } from "./read-finding.ts"
import { readWordSigns } from "./read-word-signs.ts"
import { weighSigns, weightsAlone } from "./word-weights.ts"

/** Whether two findings describe the same thing. */
export interface Sameness {
  readonly same: boolean
  /** From 0 to 1; from 0.5 on they are the same. */
  readonly score: number
  readonly because: string
  /** Place or proof decided it: words do not matter. */
  readonly isSettled?: boolean | undefined
}

/** By place, by the kind of issue that their words name, and by the words themselves. Severity does not count. */
export function judgeSameness(a: ReviewFinding, b: ReviewFinding): Sameness {
  return compareFindings(readFinding(a), readFinding(b))
}

export function compareFindings(a: ReadFinding, b: ReadFinding): Sameness {
  const place = comparePlaces(a, b)
  if (place === "elsewhere") return { same: false, score: 0, because: "at another place", isSettled: true }
  if (place === "next to each other" && areProvenApart(a.finding, b.finding))
    return { same: false, score: 0, because: "one pattern matched on two lines", isSettled: true }
  if (place === "next to each other" && areOfOneProgram(a.finding, b.finding))
    return { same: false, score: 0, because: "one program reported two lines", isSettled: true }
  if (isProvenTwice(a.finding, b.finding))
    return { same: true, score: 1, because: "one pattern matched on one line", isSettled: true }
  if (isBare(a) && isBare(b)) return byWordsAlone(a, b)
  const { score, because } = compareMeanings(a, b)
  const weighed = Math.max(0, Math.min(1, score + placeWeight(a, b, place)))
  return { same: weighed >= ENOUGH, score: weighed, because: `${because}, ${place}` }
}

/** It quotes no code, so only its words can be compared. */
export function isBare({ finding }: ReadFinding): boolean {
  return finding.evidence === ""
}

/** Whether they share a line, which makes them related if they are not the same. */
export function hasCommonLines(a: ReviewFinding, b: ReviewFinding): boolean {
  return a.file === b.file && a.line <= b.endLine && b.line <= a.endLine
}

const ENOUGH = 0.5
/** The weight of one word in a title. */
const CLEAR = 4
/** Lines between two findings that may still be one, reported at its cause and at its effect. */
export const NEAR = 6
/** A longer range says little about which line is meant. */
const LONG = 12

type Nearness = "at the same lines" | "next to each other" | "elsewhere"

/**
 * Two findings that do not touch may be one only if they mention a name that is at both places, on lines of different
 * shape.
 */
function comparePlaces(a: ReadFinding, b: ReadFinding): Nearness {
  if (a.finding.file !== b.finding.file) return "elsewhere"
  if (hasCommonLines(a.finding, b.finding)) return "at the same lines"
  const gap = Math.max(a.finding.line, b.finding.line) - Math.min(a.finding.endLine, b.finding.endLine)
  if (gap > NEAR || readLineShapes(a.finding).some((shape) => readLineShapes(b.finding).includes(shape)))
    return "elsewhere"
  const isAtBoth = (name: string) => isQuoted(name, a.finding) && isQuoted(name, b.finding)
  return shared(a.words.names, b.words.names).some(isAtBoth) ? "next to each other" : "elsewhere"
}

function placeWeight({ finding: a }: ReadFinding, { finding: b }: ReadFinding, place: Nearness): number {
  if (place === "next to each other") return -0.2
  if (a.line === b.line) return 0.08
  return Math.max(a.endLine - a.line, b.endLine - b.line) >= LONG ? -0.1 : 0
}

function isProvenTwice({ proof: a }: ReviewFinding, { proof: b }: ReviewFinding): boolean {
  return a !== undefined && a.pattern === b?.pattern && a.line === b.line
}

function areProvenApart(a: ReviewFinding, b: ReviewFinding): boolean {
  const [one, other] = [findProof(a), findProof(b)]
  return one !== undefined && one.pattern === other?.pattern && one.line !== other.line
}

/** A program reports a defect once, so its results on two lines are two defects. */
function areOfOneProgram(a: ReviewFinding, b: ReviewFinding): boolean {
  return a.saidBy.every(({ agent }) => isProgramReviewer(agent)) && nameVoices(a) === nameVoices(b)
}

/** What matched, and where: our own findings are matches, whether or not they need a judge. */
function findProof({ proof, isOwn, rule, line }: ReviewFinding): ReviewFinding["proof"] {
  return proof ?? (isOwn === true ? { pattern: rule, line } : undefined)
}

/** If the vocabulary is clear about what both mean, that decides; otherwise the words they share. */
function compareMeanings(a: ReadFinding, b: ReadFinding): Omit<Sameness, "same"> {
  const words = Math.min(1, measureLikeness(a.words.prose, b.words.prose) / 0.5)
  const sharedNames = shared(a.words.names, b.words.names)
  const names = sharedNames.length > 0 ? 0.07 : speakOfOthers(a, b) ? -0.5 : 0
  const besides = names + (a.finding.category === b.finding.category ? 0.03 : 0)
  const kinds = measureLikeness(a.kinds, b.kinds)
  if (Math.min(loudest(a).loudness, loudest(b).loudness) < CLEAR) {
    const score = 0.65 * words + 0.25 * kinds + besides - 0.09
    return { score, because: score >= ENOUGH ? "in similar words" : "in different words" }
  }
  const score = 0.6 * kinds + 0.3 * words + besides
  if (kinds >= ENOUGH) return { score, because: `about ${loudest(a).kind}` }
  return { score: words < 1 ? score - 0.15 : score, because: `about ${loudest(a).kind} and ${loudest(b).kind}` }
}

function byWordsAlone(a: ReadFinding, b: ReadFinding): Sameness {
  // It is unclear which of the two it is: they count as the same, and nothing depends on it.
  if (isRepeated(a.finding, b.finding)) return { same: true, score: ENOUGH, because: "word for word" }
  const score = weighSigns(readWordSigns(a, b), weightsAlone)
  return { same: score >= ENOUGH, score, because: score >= ENOUGH ? "in similar words" : "in different words" }
}

/** One names something on its own lines, and none of that is where the other is. */
function speakOfOthers(a: ReadFinding, b: ReadFinding): boolean {
  return isAbsent(a, b.finding) || isAbsent(b, a.finding)
}

function isAbsent({ finding, words }: ReadFinding, there: ReviewFinding): boolean {
  const own = [...words.sureNames].filter((name) => isQuoted(name, finding))
  return own.length > 0 && own.every((name) => !isQuoted(name, there))
}

function loudest({ kinds }: ReadFinding): { readonly kind: string; readonly loudness: number } {
  return [...kinds].reduce((most, [kind, loudness]) => (loudness > most.loudness ? { kind, loudness } : most), SILENT)
}

const SILENT = { kind: "", loudness: 0 }

function shared(a: ReadonlySet<string>, b: ReadonlySet<string>): readonly string[] {
  return [...a].filter((name) => b.has(name))
}

function isQuoted(name: string, { evidence }: ReviewFinding): boolean {
  return [...evidence.toLowerCase().matchAll(/[\p{L}_$][\p{L}\p{N}_$]*/gu)].some(([word]) => word === name)
}

function readLineShapes({ evidence }: ReviewFinding): readonly string[] {
  return evidence
    .split("\n")
    .map(toLineShape)
    .filter((shape) => shape.length > 3)
}

/** Who reported it, in which round: one answer rarely says a thing twice. */
export function nameVoices({ saidBy }: ReviewFinding): string {
  return saidBy.map(({ agent, round }) => `${agent ?? ""} ${round ?? ""}`).join("\n")
}

/** One answer contains exactly the same text twice: it repeats itself, or says the same about two things. */
export function isRepeated(a: ReviewFinding, b: ReviewFinding): boolean {
  return a.title === b.title && a.description === b.description && nameVoices(a) === nameVoices(b)
}

import { memoise } from "../../../../text/memoise.ts"
import { sha256 } from "../../../../text/sha256.ts"
import type { ReviewFinding } from "../../review-finding.ts"
import { openKinds } from "../read-finding.ts"
import { toLineCode, toLineShape, toProseShape } from "./line-shape.ts"
import { type FileShape, shapeFile } from "./file-shape.ts"

/** What identifies a finding in a later run: not its line, and not its wording. */
export interface Identity {
  readonly fingerprint: string
  /** The same without the file name, so that it survives a rename. */
  readonly codeFingerprint: string
  /** The kind of issue, or the category if the words name no known kind. */
  readonly issue: string
  readonly isKnownIssue: boolean
  /** The names of the functions, classes or headings around it. */
  readonly within: string
  /** The code it is about, without the names of variables. Made on demand. */
  readonly code: string
  /** No other line around it has the same shape, so it cannot be confused with another. */
  readonly isAlone: boolean
}

export type TextLookup = (file: string) => string | undefined

/**
 * Each finding with its fingerprints. They survive inserted lines, indentation, renamed variables and other wording; two
 * problems on one line have different ones. If two would be equal, the later one is distinguished by its title. Our own come
 * first, so that their fingerprints do not depend on what agents say.
 */
export function fingerprintFindings(findings: readonly ReviewFinding[], textOf: TextLookup): readonly ReviewFinding[] {
  const identify = openIdentifier(textOf)
  const distinct = openDistinct()
  const given = new Map<ReviewFinding, ReviewFinding>()
  const isOurs = ({ isOwn }: ReviewFinding) => isOwn === true
  for (const finding of [...findings.filter(isOurs), ...findings.filter((one) => !isOurs(one))]) {
    const { fingerprint, codeFingerprint } = identify(finding)
    given.set(finding, {
      ...finding,
      fingerprint: distinct(fingerprint, finding),
      codeFingerprint: distinct(codeFingerprint, finding),
    })
  }
  return findings.map((finding) => given.get(finding) ?? finding)
}

/** The first of a file keeps its fingerprint. */
function openDistinct(): (print: string, finding: ReviewFinding) => string {
  const counts = new Map<string, number>()
  const counted = (key: string): number => {
    const count = (counts.get(key) ?? 0) + 1
    counts.set(key, count)
    return count
  }
  return (print, { file, title }) => {
    if (counted(`${file}\u0000${print}`) === 1) return print
    const told = digest(print, toProseShape(title))
    const count = counted(`${file}\u0000${told}`)
    return count === 1 ? told : digest(told, String(count))
  }
}

/** Reads each file once, however many findings it has. */
export function openIdentifier(textOf: TextLookup): (finding: ReviewFinding) => Identity {
  const files = new Map<string, FileShape>()
  const shapeOfCode = memoise(toLineShape)
  const kindsOfWords = openKinds()
  return (finding) => {
    const shape = files.get(finding.file) ?? shapeFile(finding.file, textOf(finding.file), shapeOfCode)
    files.set(finding.file, shape)
    return identify(finding, shape, identifyIssue(finding, kindsOfWords))
  }
}

function identify(finding: ReviewFinding, file: FileShape, { issue, isKnownIssue }: Issue): Identity {
  const { lines, isProse } = file
  const at = findAnchor(lines, finding.line - 1, finding.endLine)
  const line = lines[at] ?? pickFirstLine(finding.evidence)
  const shape = file.shapeOf(line)
  const within = file.pathAt(at)
  const alike = file.placesOf(shape).filter((index) => file.pathAt(index) === within)
  const which = String(Math.max(0, alike.indexOf(at)))
  return {
    fingerprint: digest(finding.file, issue, within, shape, which),
    codeFingerprint: digest(issue, within, shape, which),
    issue,
    isKnownIssue,
    within,
    get code() {
      return digest((isProse ? toProseShape : toLineCode)(line))
    },
    isAlone: alike.length < 2,
  }
}

/** The first line of a range that is more than brackets and comments. */
function findAnchor(lines: readonly string[], from: number, to: number): number {
  const range = lines.slice(from, Math.max(from + 1, to))
  const code = range.findIndex((line) => /[\p{L}\p{N}]/u.test(line) && !/^\s*(?:\/\/|\/?\*|#(?!\w)|"""|''')/.test(line))
  const any = code === -1 ? range.findIndex((line) => /\S/.test(line)) : code
  return from + Math.max(0, any)
}

function pickFirstLine(evidence: string): string {
  return evidence.split("\n").find((line) => /[\p{L}\p{N}]/u.test(line)) ?? evidence
}

type Issue = Pick<Identity, "issue" | "isKnownIssue">

/** The words of everyone who reported it, taken together. For our own findings only our own words count. */
function identifyIssue(finding: ReviewFinding, kindsOfWords: ReturnType<typeof openKinds>): Issue {
  const loudness = new Map<string, number>()
  const isOurs = finding.isOwn === true || finding.saidBy.length === 0
  for (const { title, description } of isOurs ? [finding] : finding.saidBy)
    for (const [kind, loud] of kindsOfWords({ title, description }))
      loudness.set(kind, (loudness.get(kind) ?? 0) + loud)
  const [most] = [...loudness].sort((a, b) => b[1] - a[1] || (a[0] < b[0] ? -1 : 1))
  return most === undefined ? { issue: finding.category, isKnownIssue: false } : { issue: most[0], isKnownIssue: true }
}

function digest(...parts: readonly string[]): string {
  return sha256(parts.join("\u0000")).slice(0, 32)
}

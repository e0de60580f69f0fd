import { sha256 } from "../../../text/sha256.ts"
import type { ReviewFinding } from "../../review-finding.ts"
import { kindsSaid } from "../read-finding.ts"
import { lineCode, lineShape, proseShape } from "./line-shape.ts"

/** What makes a finding the same one in a later run: not its line, and not how it is worded. */
export interface Identity {
  readonly fingerprint: string
  /** The same without the name of the file, so that it outlives a rename. */
  readonly codeFingerprint: string
  /** The kind of issue, or the category where the words name none that is known. */
  readonly issue: string
  readonly isKnownIssue: boolean
  /** The names of the functions, classes or headings around it. */
  readonly within: string
  /** Of the code it rests on, without the names of variables. */
  readonly code: string
  /** No other line around it has the same shape, so it cannot be taken for another. */
  readonly isAlone: boolean
}

export type TextOf = (file: string) => string | undefined

/** Outlives lines put in, indentation, renamed variables and other words; two problems of one line have two. */
export function fingerprintFinding(finding: ReviewFinding, fileText: string | undefined): string {
  return identifyWith(() => fileText)(finding).fingerprint
}

/** Each with its fingerprint; where two would have the same, the later one is told apart by its title. */
export function fingerprintFindings(findings: readonly ReviewFinding[], textOf: TextOf): readonly ReviewFinding[] {
  const seen = new Set<string>()
  const identify = identifyWith(textOf)
  return findings.map((finding) => {
    const { fingerprint: own, codeFingerprint } = identify(finding)
    const fingerprint = seen.has(own) ? digest(own, proseShape(finding.title)) : own
    seen.add(fingerprint)
    return { ...finding, fingerprint, codeFingerprint }
  })
}

/** Reads each file once, however many findings it has. */
export function identifyWith(textOf: TextOf): (finding: ReviewFinding) => Identity {
  const files = new Map<string, FileShape>()
  const known = new Map<string, string>()
  return (finding) => {
    const shape = files.get(finding.file) ?? shapeFile(finding.file, textOf(finding.file), known)
    files.set(finding.file, shape)
    return identify(finding, shape)
  }
}

interface FileShape {
  readonly isProse: boolean
  readonly lines: readonly string[]
  readonly shapes: readonly string[]
}

/** Half of all lines are written more than once: `known` has the shapes of those that were seen. */
function shapeFile(file: string, text: string | undefined, known: Map<string, string>): FileShape {
  const isProse = /\.(?:md|mdx|markdown|txt|rst|adoc)$/i.test(file)
  const lines = text === undefined ? [] : text.split("\n")
  if (isProse) return { isProse, lines, shapes: lines.map(proseShape) }
  const shapeOf = (line: string): string => {
    const shape = known.get(line) ?? lineShape(line)
    known.set(line, shape)
    return shape
  }
  return { isProse, lines, shapes: lines.map(shapeOf) }
}

function identify(finding: ReviewFinding, { isProse, lines, shapes }: FileShape): Identity {
  const at = anchorIn(lines, finding.line - 1, finding.endLine)
  const line = lines[at] ?? firstLineOf(finding.evidence)
  const shape = shapes[at] ?? (isProse ? proseShape : lineShape)(line)
  const within = enclosingPath(lines, at, isProse)
  const alike = shapes.flatMap((other, index) =>
    other === shape && enclosingPath(lines, index, isProse) === within ? [index] : [],
  )
  const { issue, isKnownIssue } = issueOf(finding)
  const which = String(Math.max(0, alike.indexOf(at)))
  return {
    fingerprint: digest(finding.file, issue, within, shape, which),
    codeFingerprint: digest(issue, within, shape, which),
    issue,
    isKnownIssue,
    within,
    code: digest((isProse ? proseShape : lineCode)(line)),
    isAlone: alike.length < 2,
  }
}

/** The first line of a range that is more than brackets and comments. */
function anchorIn(lines: readonly string[], from: number, to: number): number {
  const range = lines.slice(from, Math.max(from + 1, to))
  const code = range.findIndex((line) => /[\p{L}\p{N}]/u.test(line) && !/^\s*(?:\/\/|\/?\*|#(?!\w)|"""|''')/.test(line))
  const any = code === -1 ? range.findIndex((line) => /\S/.test(line)) : code
  return from + Math.max(0, any)
}

function firstLineOf(evidence: string): string {
  return evidence.split("\n").find((line) => /[\p{L}\p{N}]/u.test(line)) ?? evidence
}

/** What everyone who reported it says, taken together. */
function issueOf(finding: ReviewFinding): { readonly issue: string; readonly isKnownIssue: boolean } {
  const loudness = new Map<string, number>()
  for (const { title, description } of finding.saidBy.length > 0 ? finding.saidBy : [finding])
    for (const [kind, loud] of kindsSaid({ title, description, evidence: finding.evidence }))
      loudness.set(kind, (loudness.get(kind) ?? 0) + loud)
  const [most] = [...loudness].sort((a, b) => b[1] - a[1] || (a[0] < b[0] ? -1 : 1))
  return most === undefined ? { issue: finding.category, isKnownIssue: false } : { issue: most[0], isKnownIssue: true }
}

function digest(...parts: readonly string[]): string {
  return sha256(parts.join("\u0000")).slice(0, 32)
}

/** The names of what encloses a line, outermost first: `CartStore/add`, or a page's headings. */
export function enclosingPath(lines: readonly string[], at: number, isProse: boolean): string {
  return (isProse ? headingsAbove(lines, at) : definitionsAround(lines, at)).join("/")
}

/** By indentation: what is written further left, above, and opens something holds what comes below it. */
function definitionsAround(lines: readonly string[], at: number): readonly string[] {
  const names: string[] = []
  let limit = indentOf(lines[at] ?? "")
  for (let above = at - 1; above >= 0 && limit > 0; above--) {
    const line = (lines[above] ?? "").trim().slice(0, LONGEST)
    const indent = indentOf(lines[above] ?? "")
    if (line === "" || indent >= limit) continue
    const name = definedBy(line)
    // `) {` and a brace by itself end what began above them, equally far left; a stray line holds nothing.
    if (/^[)\]}{]/.test(line)) limit = indent + 1
    else if (name !== undefined || /[{([:,]$|=>$/.test(line)) limit = indent
    if (name !== undefined) names.unshift(name)
  }
  return names
}

const LONGEST = 300

function indentOf(line: string): number {
  return /^[\t ]*/.exec(line)?.[0].replaceAll("\t", "    ").length ?? 0
}

function definedBy(line: string): string | undefined {
  const found = definitions.map((definition) => definition.exec(line)?.[1]).find((name) => name !== undefined)
  return found === undefined || notDefinitions.has(found) ? undefined : found
}

const definitions: readonly RegExp[] = [
  /\b(?:function\*?|class|interface|def|struct|enum|namespace|module|func|fn|trait|impl|record|type)\s+([\p{L}_$][\p{L}\p{N}_$]*)/u,
  /^(?:export\s+)?(?:const|let|var)\s+([\p{L}_$][\p{L}\p{N}_$]*)[^=]*=\s*(?:async\b|function\b|\(|[\p{L}_$][\p{L}\p{N}_$]*\s*=>)/u,
  /^(?:[\w<>[\],?.]+\s+)*#?([\p{L}_$][\p{L}\p{N}_$]*)\s*(?:<[^>]*>)?\(/u,
  /^([\p{L}_$][\p{L}\p{N}_$]*)\s*[:=]\s*(?:async\b|function\b|\()/u,
]

const notDefinitions = new Set(
  "if for foreach while switch catch return using lock with elif else await throw new case do try match super".split(
    " ",
  ),
)

function headingsAbove(lines: readonly string[], at: number): readonly string[] {
  let isCode = false
  let path: readonly string[] = []
  for (const line of lines.slice(0, at + 1)) {
    if (/^\s*(?:```|~~~)/.test(line)) isCode = !isCode
    const [, marks = "", title = ""] = (isCode ? null : /^(#{1,6})\s+(.*)$/.exec(line)) ?? []
    if (marks !== "") path = [...path.slice(0, marks.length - 1), title.trim().toLowerCase()]
  }
  return path
}

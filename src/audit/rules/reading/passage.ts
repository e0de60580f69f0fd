import { redact, redactRange } from "../../../finding/redact.ts"
import type { Language } from "./language.ts"

/**
 * What a stretch of text is to an agent. header: the YAML block. prose: Markdown outside code fences. code: what stands
 * in code fences. command: runs when the skill is rendered. hook: runs on an agent's event. script: a program file.
 * data: any other text file. decoded: what a string in one of these says once it is decoded.
 */
export type PassageKind = "header" | "prose" | "code" | "command" | "hook" | "script" | "data" | "decoded"

/** A stretch of text with its place. `text` may be tidied, but only so that every character keeps its place. */
export interface Passage {
  readonly file: string
  readonly kind: PassageKind
  readonly text: string
  /** The line of the file its first line is; decoded text is on one line as a whole. */
  readonly line: number
  readonly column?: number
  /** How it was hidden, outermost first. */
  readonly decoded?: readonly string[]
  /** The file's own lines, to look around a match. */
  readonly around: readonly string[]
  /** Its words in small letters. */
  readonly words: ReadonlySet<string>
  /** What it is written in; for Markdown, by fence. */
  readonly language?: Language | undefined
  readonly fences?: readonly FenceLanguage[] | undefined
}

/** By the lines of the file, the first and the last included. */
export interface FenceLanguage {
  readonly from: number
  readonly to: number
  readonly language: Language
}

/** Every place where code can be. */
export const CODE: readonly PassageKind[] = ["code", "command", "hook", "script", "data", "decoded"]
/** Code, and prose that names it. */
export const ANYWHERE: readonly PassageKind[] = ["prose", ...CODE]
/** Text that is read as language. */
export const LANGUAGE: readonly PassageKind[] = ["header", "prose", "data", "decoded"]

/** The words of a text in small letters; `#wide` when it has letters beyond the Latin ones. */
export function wordsOf(text: string): ReadonlySet<string> {
  const words = new Set(text.toLowerCase().match(/[a-z0-9_]+/g) ?? [])
  if (/[\u0370-\u1fff\u3040-\uffdc]/.test(text)) words.add(WIDE)
  return words
}

/** Stands among the words of a text in another script. */
export const WIDE = "#wide"

export interface Spot {
  readonly line: number
  readonly column: number
}

/** Where in the file a character of a passage stands. */
export function spotOf(passage: Passage, at: number): Spot {
  if (passage.kind === "decoded") return { line: passage.line, column: passage.column ?? 1 }
  let line = passage.line
  let start = 0
  for (let end = passage.text.indexOf("\n"); end !== -1 && end < at; end = passage.text.indexOf("\n", start)) {
    line++
    start = end + 1
  }
  return { line, column: at - start + (line === passage.line ? (passage.column ?? 1) : 1) }
}

const MOST_EVIDENCE = 240
const MOST_SECRET = 4000

/** The line a match is on, or the part of a long line around it, without the secrets in it. */
export function evidenceAt(passage: Passage, at: number): string {
  const start = passage.text.lastIndexOf("\n", at - 1) + 1
  const end = passage.text.indexOf("\n", at)
  const line = passage.text.slice(start, end === -1 ? undefined : end)
  if (line.length <= MOST_EVIDENCE) return redact(line.trim())
  const from = Math.max(0, at - start - 40)
  const near = Math.max(0, from - MOST_SECRET)
  const around = line.slice(near, from + MOST_EVIDENCE + MOST_SECRET)
  return `${from > 0 ? "…" : ""}${redactRange(around, from - near, from - near + MOST_EVIDENCE)}…`.trim()
}

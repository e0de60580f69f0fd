import type { Persona } from "./persona.ts"
import type { Confidence, Severity } from "./severity.ts"
import type { SentPattern } from "./patterns/compile-patterns.ts"

/** The first message to a scanning thread. */
export interface ScanSetup {
  readonly trusted: readonly SentPattern[]
  readonly untrusted: readonly SentPattern[]
  /** The ids of the structural rules. */
  readonly rules: readonly string[]
  /** The ids of those that follow data. */
  readonly flows: readonly string[]
  /** Every possible id of a step, in the order of the steps' numbers. */
  readonly steps: readonly string[]
}

/** The names under which parsing a file and following data through it are reported if they do not end. */
export const PARSING = "(parsing)"
export const TRACING = "(data flow)"

/** A file to scan. */
export interface ScanFile {
  readonly name: string
  readonly bytes: Uint8Array
  /** A name whose extension shows the language, if the file's own name does not. */
  readonly readAs?: string | undefined
}

export interface ScanJob {
  readonly name: string
  /** Rules that are not tried on this file: they did not finish. */
  readonly without: readonly string[]
}

export interface ScanAnswer {
  readonly found: readonly FoundMatch[]
  readonly notCompleted: readonly StoppedRule[]
  readonly dependsOn?: DependsOn | undefined
}

/**
 * Why a rule did not finish: it reached its limit of time, memory or steps, the code is nested too deeply for it, or
 * the code could not be parsed.
 */
export type StopReason = "time" | "memory" | "steps" | "depth" | "syntax"

export interface StoppedRule {
  readonly rule: string
  readonly why: StopReason
  /** Where, if that is known. */
  readonly line?: number | undefined
}

/** The other files that an answer depends on. */
export type DependsOn = readonly string[] | "all"

/** One step of a value on its way from the input to where it does harm. */
export interface FlowStep {
  readonly role: "input" | "way" | "sink"
  readonly file: string
  /** Lines and columns from 1. */
  readonly line: number
  readonly column: number
  readonly endLine: number
  readonly endColumn: number
  /** The code of the step, on one line and cut to a readable length. */
  readonly text: string
}

/** A match as a thread finds it: lines and columns from 1, the end column after the last character. */
export interface FoundMatch {
  readonly rule: string
  readonly line: number
  readonly column: number
  readonly endLine: number
  readonly endColumn: number
  readonly evidence: string
  /** If it is in a different file than the scanned one. */
  readonly file?: string | undefined
  /** If this match is less certain than its rule. */
  readonly confidence?: Confidence | undefined
  /** If it does less harm than its rule says, and fewer personas see it. */
  readonly severity?: Severity | undefined
  readonly persona?: Persona | undefined
  readonly steps?: readonly FlowStep[] | undefined
}

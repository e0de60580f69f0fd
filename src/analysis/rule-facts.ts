import type { Persona } from "../finding/persona.ts"
import type { Confidence, Severity } from "../finding/severity.ts"

/** What a match is said to be, whether a line or a tree showed it. */
export interface RuleFacts {
  readonly id: string
  readonly languages: readonly CodeLanguage[]
  readonly category: string
  readonly severity: Severity
  readonly confidence: Confidence
  /** The first persona that is told; without one, everybody is. */
  readonly persona?: Persona | undefined
  readonly title: string
  /** Why it matters. */
  readonly description: string
  readonly fix?: string | undefined
  /** As `CWE-89`. */
  readonly cwe?: string | undefined
  /** A match proves it: no further judge is asked. */
  readonly autoValidated: boolean
  /** Rules that say the same with more evidence: beside a match of theirs in the same line, this one is silent. */
  readonly saidBetterBy?: readonly string[] | undefined
}

/** The languages rules speak of; `any` is every file. */
export const codeLanguages = ["javascript", "typescript", "python", "any"] as const
export type CodeLanguage = (typeof codeLanguages)[number]

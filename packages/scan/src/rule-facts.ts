import type { Persona } from "./persona.ts"
import type { Confidence, Severity } from "./severity.ts"

/** The description of a match, whether of a line pattern or of a syntax tree. */
export interface RuleFacts {
  readonly id: string
  readonly languages: readonly CodeLanguage[]
  readonly category: string
  readonly severity: Severity
  readonly confidence: Confidence
  /** The least thorough persona that sees it; absent: everyone does. */
  readonly persona?: Persona | undefined
  readonly title: string
  /** What it looks for, in a word or two: `secrets`. Only for rules of every language, which reports list by it. */
  readonly topic?: string | undefined
  /** Why it matters. */
  readonly description: string
  readonly fix?: string | undefined
  /** As `CWE-89`. */
  readonly cwe?: string | undefined
  /** A match is proof: no judge is asked. */
  readonly autoValidated: boolean
  /** Rules that say the same with more evidence: if one of them matches on the same line, this one reports nothing. */
  readonly saidBetterBy?: readonly string[] | undefined
}

/** The languages of rules; `any` is every file. */
export const codeLanguages = ["javascript", "typescript", "python", "any"] as const
export type CodeLanguage = (typeof codeLanguages)[number]

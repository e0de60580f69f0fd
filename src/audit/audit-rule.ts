import type { Persona } from "../finding/persona.ts"
import type { Confidence, Severity } from "../finding/severity.ts"
import type { AuditView } from "./audit-view.ts"
import type { Encoding } from "./rules/reading/decode.ts"
import type { Passage, PassageKind } from "./rules/reading/passage.ts"

/** The attack classes, by the ids of the security notes. */
export const attackClasses = {
  A1: "instruction override",
  A2: "concealment",
  A3: "plausible extra step",
  A4: "hidden text",
  A5: "data to network",
  A6: "fetch and run",
  A7: "decode and run",
  A8: "fake prerequisite",
  A9: "persistence",
  A10: "privilege and guard removal",
  A11: "inline shell",
  A12: "argument injection",
  A13: "trigger abuse",
  A14: "impersonation",
  A15: "rug pull",
  A16: "remote instructions",
  A17: "tool poisoning",
  A18: "cross-skill chain",
  A19: "destruction and resource abuse",
  A20: "parser attack",
} as const

export type AttackClass = keyof typeof attackClasses

/** One thing a skill could do or hide. A rule is data: its examples are its tests. */
export interface AuditRule {
  readonly id: string
  readonly class: AttackClass
  readonly title: string
  readonly severity: Severity
  readonly confidence: Confidence
  /** The least thorough persona that sees it. */
  readonly persona: Persona
  /** Where it looks; `skill` rules look at the whole. */
  readonly where: readonly (PassageKind | "skill")[]
  readonly match: PassagePattern | SkillMatch
  readonly about: string
  readonly fix: string
  readonly examples: { readonly positive: readonly Example[]; readonly negative: readonly Example[] }
}

/** A pattern that is looked for in each passage. */
export interface PassagePattern {
  readonly kind: "pattern"
  /** Lower-case words; the pattern is tried only if one of them occurs. */
  readonly words?: readonly string[]
  /** Found faster than the pattern, which is tried only if this occurs. Not global. */
  readonly hint?: RegExp
  readonly pattern: RegExp
  /**
   * What shows that a text only mentions it: a rule against it or a sign of an attack (`any`, the default), only such a
   * sign (`marked`, if the thing itself is a "do not"), nothing (`never`).
   */
  readonly talk?: "any" | "marked" | "never"
  /** The match is a command: its severity depends on whether it would run, and where. */
  readonly isCommand?: true
  /** Its full severity also applies in a document; others are at most major there. */
  readonly isWorstInDocuments?: true
  /** Examines the match and its context: its severity there, or that it is nothing. */
  readonly grade?: (found: RegExpExecArray, passage: Passage, view: AuditView) => Grade | "nothing" | undefined
}

/** A check of the skill as a whole. */
export interface SkillMatch {
  readonly kind: "skill"
  readonly check: (view: AuditView) => readonly Hit[]
}

export interface Grade {
  readonly severity?: Severity
  readonly confidence?: Confidence
}

/** A place where a rule matches. */
export interface Hit extends Grade {
  readonly file: string
  readonly line: number
  readonly column: number
  readonly evidence: string
  /** How the text was hidden. */
  readonly decoded?: readonly string[]
  /** What was found, in the same words at every place; the whole line if it is not given. */
  readonly fact?: string | undefined
  /** Used instead of the rule's own sentence. */
  readonly about?: string
}

export interface RuleHit {
  readonly rule: AuditRule
  readonly hit: Hit
}

/** The body of a SKILL.md, or a whole skill. */
export type Example = string | ExampleSkill

export interface ExampleSkill {
  readonly name?: string
  readonly files: Readonly<Record<string, string | ExampleFile>>
  readonly known?: readonly { readonly name: string; readonly description: string }[]
  readonly approved?: string
}

export type ExampleFile =
  | { readonly link: string }
  | { readonly bytes: number; readonly unread?: string }
  | { readonly text: string; readonly encoding?: Encoding; readonly unread?: string }

export function defineAuditRules(rules: readonly AuditRule[]): readonly AuditRule[] {
  return rules
}

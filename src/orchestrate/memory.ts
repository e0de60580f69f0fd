import type { ImpasseKind } from "./phase-routes.ts"

export const statuses = ["completed", "failed", "needs_clarification", "needs_remediation"] as const
export type MemoryStatus = (typeof statuses)[number]

/** The parsed memory file of an agent. */
export interface Memory {
  readonly status: MemoryStatus
  readonly verdict?: ValidationVerdict | undefined
  readonly fixes: readonly string[]
  readonly sections: Readonly<Record<1 | 2 | 3, string>>
  readonly questions: readonly MemoryQuestion[]
  readonly unknowns: readonly UnknownUpdate[]
  readonly impasse?: Impasse | undefined
  readonly criteria: readonly CheckedCriterion[]
  readonly learnings: readonly SaidLearning[]
  /** The path of what it made. */
  readonly artifact?: string | undefined
  /** The skill it chose. */
  readonly skill?: string | undefined
}

export type ValidationVerdict = "GO" | "CONDITIONAL" | "NO-GO" | "INCOMPLETE"

/** As the engine asks it: the higher its urgency, the sooner. */
export interface MemoryQuestion {
  readonly id: string
  readonly text: string
  readonly urgency: number
  readonly options: readonly string[]
  readonly multiple: boolean
}

export interface UnknownUpdate {
  readonly what: "added" | "resolved" | "escalated"
  readonly id: string
  readonly category: string
  readonly priority: string
  readonly text: string
}

export interface Impasse {
  readonly kind: ImpasseKind
  readonly confidence: number
  readonly reason: string
}

export interface CheckedCriterion {
  readonly id: string
  readonly holds: boolean
  readonly evidence: string
}

export interface SaidLearning {
  readonly kind: "heuristic" | "anti-pattern" | "checklist" | "snippet"
  readonly text: string
}

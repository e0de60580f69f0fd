import type { Unit } from "./units.ts"

/** What one agent was asked in an attempt of a phase, and the file it must leave. */
export interface PhaseAttempt {
  readonly unit: Unit
  readonly item: string
  readonly branch?: string | undefined
  readonly agent: string
  readonly attempt: number
  readonly file: string
  /** When the attempt began. */
  readonly since: number
}

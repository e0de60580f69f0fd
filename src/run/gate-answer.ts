import type { Inspection } from "../workflow/inspections.ts"

/** What a gate asks for before it is judged: a command to run, or a path for Skillet to inspect. */
export type GateAsk =
  | { readonly kind: "command"; readonly command: string }
  | { readonly kind: "inspect"; readonly what: Inspection; readonly path: string }

export function isGateAsk(ask: { readonly kind: string }): ask is GateAsk {
  return ask.kind === "command" || ask.kind === "inspect"
}

export type GateAnswer = CommandAnswer | InspectionAnswer

export type CommandAnswer =
  | {
      readonly kind: "ran"
      readonly exitCode: number | null
      readonly output: string
      /** Where it ran, by its real path. */
      readonly directory?: string | undefined
    }
  | { readonly kind: "refused"; readonly why: string }
  /** There was nothing to run: its command is a parameter that nobody gave. */
  | { readonly kind: "none" }

export type InspectionAnswer =
  | {
      readonly kind: "inspected"
      /** How many skills were looked at. */
      readonly skills: number
      /** Worst first. */
      readonly found: readonly InspectionFinding[]
    }
  | { readonly kind: "refused"; readonly why: string }

export interface InspectionFinding {
  readonly level: string
  readonly text: string
}

import type { MemoryRecord } from "./memory-record.ts"
import { addUnknowns, type Unknown } from "./state/unknowns.ts"

/** The value that a job's run keeps it under. The decision after each phase writes it anew. */
export const PHASE_HISTORY = "phase-history"

/**
 * What every verified memory file so far amounts to, in the order they came in. It is part of each record, so that the
 * latest one is enough to continue: an advance reads no earlier phase.
 */
export interface PhaseHistory {
  readonly entries: readonly PhaseEntry[]
  readonly unknowns: readonly Unknown[]
}

/** A verified memory file, without its content. */
export type PhaseEntry = Pick<
  MemoryRecord,
  "phase" | "branch" | "attempt" | "agent" | "status" | "memory_file" | "hash"
>

export const noHistory: PhaseHistory = { entries: [], unknowns: [] }

type Recorded = PhaseEntry & Pick<MemoryRecord, "unknowns">

export function addToHistory({ entries, unknowns }: PhaseHistory, records: readonly Recorded[]): PhaseHistory {
  return { entries: [...entries, ...records.map(toEntry)], unknowns: addUnknowns(unknowns, records) }
}

function toEntry({ phase, branch, attempt, agent, status, memory_file, hash }: Recorded): PhaseEntry {
  return { phase, branch, attempt, agent, status, memory_file, hash }
}

/** The memory files of the latest attempt of each phase. */
export function latestEntries({ entries }: PhaseHistory): readonly PhaseEntry[] {
  const latest = new Map<string, number>()
  for (const { phase, attempt } of entries) latest.set(phase, Math.max(attempt, latest.get(phase) ?? 0))
  return entries.filter(({ phase, attempt }) => latest.get(phase) === attempt)
}

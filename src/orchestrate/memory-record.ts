import type { Answer } from "../run/model.ts"
import { sha256 } from "../text/sha256.ts"
import { wrapInFence, escapeHidden } from "../text/escape-hidden.ts"
import { findProtocol } from "./agents.ts"
import { cutWithMarker } from "./cut-text.ts"
import type { CheckedCriterion, Memory, MemoryQuestion, MemoryStatus, SaidLearning, UnknownUpdate } from "./memory.ts"
import { addUnknowns, type Unknown, type UnknownReport } from "./state/unknowns.ts"
import { findReaders } from "./phase-routes.ts"
import type { Unit } from "./units.ts"

/** A verified memory file, as stored in the run. */
export interface MemoryRecord extends PhaseEntry {
  readonly verdict?: string | undefined
  readonly text: string
  readonly questions: readonly MemoryQuestion[]
  readonly unknowns: readonly UnknownUpdate[]
  /** The kind is empty if there is none. */
  readonly impasse: { readonly kind: string; readonly confidence?: number; readonly reason?: string }
  readonly criteria: readonly CheckedCriterion[]
  readonly learnings: readonly SaidLearning[]
  /** The path of what it made; empty if it named none. */
  readonly artifact?: string | undefined
  /** The skill it chose, if it was asked to choose one. */
  readonly skill?: string | undefined
  /** What each unit that reads it gets: fenced, and cut to its limit. */
  readonly for: Readonly<Record<string, string>>
  readonly branches?: readonly MemoryRecord[] | undefined
  /** Every phase so far, with this one. Not for one of several branches, nor in jobs that were started earlier. */
  readonly history?: PhaseHistory | undefined
}

export interface Recorded {
  /** The phases before this one. */
  readonly history: PhaseHistory
  readonly units: readonly Unit[]
  readonly unit: Unit
  readonly agent: string
  readonly branch?: string | undefined
  readonly attempt: number
  readonly file: string
}

/** Whether an answer in a job's run is the record of a verified file; a failed one is not. */
export function hasRecord({ outcome }: Pick<Answer, "outcome">): boolean {
  return outcome !== "fail"
}

export function toMemoryRecord(memory: Memory, text: string, how: Recorded): MemoryRecord {
  const { unit, units, agent, branch, attempt, file } = how
  const said = { ...memory, text, agent, file }
  const record = {
    phase: unit.id,
    branch,
    attempt,
    agent,
    status: memory.status,
    verdict: memory.verdict,
    memory_file: file,
    hash: sha256(text),
    text,
    questions: memory.questions,
    unknowns: memory.unknowns,
    impasse: memory.impasse ?? { kind: "" },
    criteria: memory.criteria,
    learnings: memory.learnings,
    artifact: memory.artifact ?? "",
    ...(unit.chooses === undefined ? {} : { skill: memory.skill }),
    for: Object.fromEntries(
      findReaders(units, unit).map((reader) => [reader, showToUnit(reader, { units, unit, said })]),
    ),
  }
  return branch === undefined ? { ...record, history: addToHistory(how.history, [record]) } : record
}

interface Said extends Memory {
  readonly agent: string
  readonly file: string
}

interface Shown {
  readonly units: readonly Unit[]
  readonly unit: Unit
  readonly said: Said
}

/** A unit that only gets work back sees nothing unless there is something to repeat. */
function showToUnit(id: string, { units, unit, said }: Shown): string {
  const reader = units.find((one) => one.id === id)
  if (reader === undefined) return ""
  const inContext = [...reader.required, ...reader.optional]
  const isBack = said.status === "needs_remediation" || said.impasse !== undefined
  if (!inContext.includes(unit.id) && !isBack) return ""
  const share = Math.floor(findProtocol(reader.agent).input / Math.max(1, inContext.length))
  const most = Math.max(LEAST_SHARE, Math.floor(share / Math.max(1, unit.branches.length)))
  return [
    `From phase ${unit.id} (${said.agent}); the whole file is ${said.file}:`,
    wrapInFence(
      cutWithMarker(escapeHidden([said.sections[2], said.sections[3]].join("\n\n")), most, said.file),
      "text",
    ),
  ].join("\n")
}

/** However many predecessors there are, a little of each is shown. */
const LEAST_SHARE = 150

interface Joined {
  /** The phases before this one. */
  readonly history: PhaseHistory
  readonly units: readonly Unit[]
  readonly unit: Unit
  readonly attempt: number
  readonly failed: readonly { readonly name: string; readonly why: string }[]
}

/** The combined result of the branches of a parallel phase. */
export function joinRecords(records: readonly MemoryRecord[], joined: Joined): MemoryRecord {
  const { units, unit, attempt, failed } = joined
  const isStopped = unit.branches.some(
    ({ name, failOnError }) => failOnError && failed.some((one) => one.name === name),
  )
  const ok = records.filter(({ status }) => status !== "failed")
  const asks = ok.some(({ status }) => status === "needs_clarification")
  const names =
    failed.length === 0 ? "" : `Branches that failed: ${failed.map(({ name, why }) => `${name} (${why})`).join(", ")}.`
  return {
    phase: unit.id,
    attempt,
    agent: unit.branches.map(({ agent }) => agent).join(", "),
    status: isStopped || ok.length === 0 ? "failed" : asks ? "needs_clarification" : "completed",
    memory_file: records.map(({ memory_file }) => memory_file).join(", "),
    hash: sha256(records.map(({ hash }) => hash).join("\n")),
    text: names,
    questions: ok.flatMap(({ questions }) => questions),
    unknowns: ok.flatMap(({ unknowns }) => unknowns),
    impasse: ok.find(({ impasse }) => impasse.kind !== "")?.impasse ?? { kind: "" },
    criteria: [],
    learnings: ok.flatMap(({ learnings }) => learnings),
    artifact: ok.find(({ artifact = "" }) => artifact !== "")?.artifact ?? "",
    for: Object.fromEntries(
      findReaders(units, unit).map((reader) => [
        reader,
        [...ok.map((record) => record.for[reader] ?? ""), names].filter((part) => part !== "").join("\n\n"),
      ]),
    ),
    branches: records,
    history: addToHistory(joined.history, records),
  }
}

/**
 * The branches of a parallel phase that are not asked again in this attempt: only others had questions. What they
 * reported on unknowns and learned is in the history since the attempt before.
 */
export function keepBranches(before: MemoryRecord | undefined, attempt: number): readonly MemoryRecord[] {
  if (before?.status !== "needs_clarification" || before.attempt !== attempt - 1) return []
  const done = (before.branches ?? []).filter(({ status }) => status === "completed")
  return done.map((record) => ({ ...record, attempt, unknowns: [], learnings: [] }))
}

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
export interface PhaseEntry {
  readonly phase: string
  readonly branch?: string | undefined
  readonly attempt: number
  readonly agent: string
  readonly status: MemoryStatus
  readonly memory_file: string
  /** SHA-256 of the text. */
  readonly hash: string
}

export const noHistory: PhaseHistory = { entries: [], unknowns: [] }

type Verified = PhaseEntry & UnknownReport

export function addToHistory({ entries, unknowns }: PhaseHistory, records: readonly Verified[]): PhaseHistory {
  return { entries: [...entries, ...records.map(toEntry)], unknowns: addUnknowns(unknowns, records) }
}

function toEntry({ phase, branch, attempt, agent, status, memory_file, hash }: Verified): PhaseEntry {
  return { phase, branch, attempt, agent, status, memory_file, hash }
}

/** The memory files of the latest attempt of each phase. */
export function latestEntries({ entries }: PhaseHistory): readonly PhaseEntry[] {
  const latest = new Map<string, number>()
  for (const { phase, attempt } of entries) latest.set(phase, Math.max(attempt, latest.get(phase) ?? 0))
  return entries.filter(({ phase, attempt }) => latest.get(phase) === attempt)
}

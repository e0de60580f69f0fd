import type { FoundFile } from "./memory-folder.ts"
import { writeAttempt } from "../../run/advance/decide/scope.ts"
import { NO_ITEM } from "../../run/model.ts"
import { sha256 } from "../../text/sha256.ts"
import { latestEntries, toMemoryRecord, type MemoryRecord, type PhaseHistory } from "../memory-record.ts"
import type { PhaseAttempt, Unit } from "../units.ts"
import { locateContextFile, locateMemoryFile } from "./memory-file.ts"
import { type Predecessors, readMemory } from "./read-memory.ts"

export interface JobLayout {
  readonly jobId: string
  readonly folder: string
  readonly units: readonly Unit[]
  /** The phases that were done so far. */
  readonly history: PhaseHistory
}

export interface AskedAt {
  readonly step: string
  readonly round: number
  readonly entered: number
  readonly item: string
}

/** Undefined for a step that is not an agent's. */
export function findPhaseAttempt(
  { jobId, folder, units }: Omit<JobLayout, "history">,
  { step, round, entered, item }: AskedAt,
): PhaseAttempt | undefined {
  const unit = units.find(({ id }) => id === step)
  if (unit === undefined) return undefined
  const branch = item === NO_ITEM ? undefined : unit.branches.find(({ name }) => name === item)
  const { agent, fileKey } = branch ?? unit
  const again = unit.ownFiles ? writeAttempt(round) : ""
  const file = locateMemoryFile(folder, jobId, { fileKey, again })
  return { unit, item, branch: branch?.name, agent, attempt: round, file, since: entered }
}

export type Verified =
  | { readonly kind: "verified"; readonly record: MemoryRecord }
  | { readonly kind: "blocked"; readonly work: PhaseAttempt; readonly wrong: readonly string[] }

/** Whether an agent's work is accepted: its file exists, is complete, and belongs to exactly this attempt. */
export function verifyWork(work: PhaseAttempt, found: FoundFile, { jobId, units, history }: JobLayout): Verified {
  const { unit, branch, attempt, agent, file, since } = work
  const judges = unit.kind === "remediation"
  const { criteria, namesArtifact, chooses } = unit
  const predecessors = findPredecessors(unit, history)
  const expected = {
    jobId,
    phase: unit.id,
    branch,
    attempt,
    agent,
    since,
    judges,
    criteria,
    namesArtifact,
    predecessors,
    chooses,
  }
  const reading = readMemory(found, expected)
  if (reading.kind === "wrong") return { kind: "blocked", work, wrong: reading.wrong }
  const record = toMemoryRecord(reading.memory, reading.text, { units, unit, agent, branch, attempt, file, history })
  return { kind: "verified", record }
}

/** The phases whose results the agent got. An earlier form listed those that were skipped, too. */
function findPredecessors({ required, optional, ownFiles }: Unit, { entries }: PhaseHistory): Predecessors {
  if (!ownFiles) return { needed: required, allowed: [...required, ...optional] }
  const given = [...required, ...optional.filter((id) => entries.some(({ phase }) => phase === id))]
  return { needed: given, allowed: given }
}

/** What follows from the files of the agents that have not answered yet. */
export interface AdvancePlan {
  readonly accepted: readonly MemoryRecord[]
  readonly blocked: readonly Extract<Verified, { kind: "blocked" }>[]
}

export function planAdvance(
  found: readonly { readonly work: PhaseAttempt; readonly file: FoundFile }[],
  layout: JobLayout,
): AdvancePlan {
  const verified = found.map(({ work, file }) => verifyWork(work, file, layout))
  return {
    accepted: verified.flatMap((one) => (one.kind === "verified" ? [one.record] : [])),
    blocked: verified.filter((one) => one.kind === "blocked"),
  }
}

/** A file that an agent will have to read, and its allowed contents. */
export interface NeededFile {
  readonly file: string
  /** Any of these texts; undefined if every text is allowed. */
  readonly hashes?: readonly string[] | undefined
}

/** The files that must exist before a unit's agent is asked: the workflow context and those its pattern requires. */
export function listNeededFiles(unit: Unit, { folder, jobId, history }: JobLayout): readonly NeededFile[] {
  const all = latestEntries(history)
  const required = unit.required.flatMap((id) => all.filter(({ phase }) => phase === id))
  return [
    { file: locateContextFile(folder, jobId) },
    ...required.map(({ memory_file: file }) => ({
      file,
      hashes: all.filter(({ memory_file }) => memory_file === file).map(({ hash }) => hash),
    })),
  ]
}

/** Why a needed file cannot be used; undefined if it can. A later phase of the same agent may have rewritten it. */
export function findContextFault({ file, hashes }: NeededFile, found: FoundFile): string | undefined {
  if (found.kind === "missing") return `${file} does not exist`
  if (found.kind === "refused") return `${file}: ${found.reason}`
  if (hashes === undefined || hashes.includes(sha256(found.text))) return undefined
  return `${file} has changed since it was verified`
}

/** Whether a file that Skillet keeps up to date has other content. A removed file is not restored here. */
export function isOutdated(found: FoundFile, text: string): boolean {
  return found.kind === "read" && found.text !== text
}

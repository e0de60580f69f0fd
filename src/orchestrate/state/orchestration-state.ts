import { formatCount } from "../../text/format-count.ts"
import type { PastVisit } from "../../run/history/replay-visits.ts"
import { gateFaults } from "../../run/gate-faults.ts"
import type { Run } from "../../run/model.ts"
import { toVisibleLine } from "../../text/escape-hidden.ts"
import { CHECKS_BACK, type Composite } from "../composite.ts"
import type { StepParts } from "../composite-workflow.ts"
import type { MemoryRecord } from "../memory-record.ts"
import { nameUnitAgents, type Unit } from "../units.ts"
import { collectUnknowns } from "./unknowns.ts"

export interface StateFacts {
  readonly run: Run
  readonly composite: Composite
  readonly units: readonly Unit[]
  readonly parts: StepParts
  readonly visits: readonly PastVisit[]
  readonly values: Readonly<Record<string, unknown>>
  readonly records: readonly MemoryRecord[]
  readonly steps: readonly {
    readonly number: number
    readonly step: string
    readonly parts?: readonly string[]
    readonly state: string
    readonly value: string
  }[]
  readonly questions: readonly { readonly id: string; readonly text: string }[]
  /** Learnings that were reported and are not saved yet. */
  readonly offered: number
}

/**
 * Everything about a job, with the names of the protocol's state file. Derived from the run; nothing else is stored.
 */
export function describeOrchestration(facts: StateFacts) {
  const { run, composite, visits, values, records, questions } = facts
  const isDone = run.status === "done" && run.outcome === "ok"
  const at = findProtocolStep(facts)
  const reason = explainHalt(facts)
  return {
    schema_version: 1,
    protocol_version: "1.0",
    protocol_type: composite.isDynamic === true ? "dynamic-skill-sequencing" : "skill-orchestration",
    session_id: run.id,
    reasoning_session_id: composite.thought?.session ?? (composite.reasoning ? run.id : null),
    task_id: run.id,
    slug: (values["task"] as { readonly slug?: string } | undefined)?.slug,
    created_at: time(run.started),
    status: describeStatus(run, visits.length),
    fsm: {
      state: isDone ? "COMPLETED" : reason === undefined ? at.state : "HALTED",
      current_step: at.number,
      history: listStates(facts),
      is_final: run.status !== "running",
      reason,
    },
    skill_state: skillState(facts),
    step_outputs: Object.fromEntries(
      facts.steps.flatMap(({ number, value }) =>
        values[value] === undefined ? [] : [[String(number), dropLearnings(values[value])]],
      ),
    ),
    step_timestamps: timestamps(facts),
    completed_at: isDone ? time(run.updated) : null,
    completion_summary: isDone ? (values["summary"] as { readonly summary?: string } | undefined)?.summary : null,
    plan: facts.units.map(({ id, phase, agent, kind, pattern }) => ({
      id,
      phase,
      agent,
      kind,
      context_pattern: pattern,
    })),
    phases: describePhases(facts),
    progress: measureProgress(facts),
    artifacts: records.map(({ memory_file, hash, phase, attempt }) => ({ memory_file, hash, phase, attempt })),
    unknowns: collectUnknowns(records),
    questions,
  }
}

export type OrchestrationState = ReturnType<typeof describeOrchestration>

function time(at: number): string {
  return new Date(at).toISOString()
}

/** The texts of all learnings are in the run; here they would only take up space. */
function dropLearnings(value: unknown): unknown {
  if (typeof value !== "object" || value === null || !("learnings" in value)) return value
  const { learnings: _, ...rest } = value
  return rest
}

function describeStatus(run: Run, visits: number): string {
  if (run.status === "running") return visits <= 1 ? "initialized" : "in_progress"
  if (run.status === "cancelled") return "cancelled"
  return run.status === "done" && run.outcome === "ok" ? "completed" : "halted"
}

/** Which of the six steps a run is at; the phases are all part of the fifth. */
function findProtocolStep({ run, steps }: StateFacts): { readonly number: number; readonly state: string } {
  const own = steps.find((one) => isPart(one, run.visit?.step))
  return own ?? steps[4] ?? { number: 5, state: "TRIGGER_AGENTS" }
}

function isPart({ step, parts = [] }: StateFacts["steps"][number], visited: string | undefined): boolean {
  return visited !== undefined && (visited === step || parts.includes(visited))
}

function listStates({ visits, steps }: StateFacts): readonly string[] {
  const states = visits.map(({ step }) => steps.find((one) => isPart(one, step))?.state ?? steps[4]?.state ?? "")
  return ["INITIALIZED", ...states.filter((state, at) => state !== states[at - 1])]
}

function timestamps({ visits, steps, units }: StateFacts) {
  const of = (number: number, one: StateFacts["steps"][number]) => {
    const own = visits.filter((visit) => isPart(one, visit.step))
    const first = number === 5 ? (visits.find((visit) => units.some(({ id }) => id === visit.step)) ?? own[0]) : own[0]
    const last = own.at(-1)
    if (first === undefined) return []
    return [
      [String(number), { started: time(first.entered), completed: last?.left === undefined ? null : time(last.left) }],
    ]
  }
  return Object.fromEntries(steps.flatMap((one) => of(one.number, one)))
}

interface PhaseState {
  readonly id: string
  readonly agent: string
  readonly status: "pending" | "in_progress" | "completed" | "skipped" | "failed"
  readonly attempts: number
  readonly memory_file?: string | undefined
  /** Branches without an accepted result, although the phase went on. */
  readonly failed_branches?: readonly string[] | undefined
}

function describePhases(facts: StateFacts): readonly PhaseState[] {
  const { units, visits, values } = facts
  const order = units.map(({ id }) => id)
  const reached = Math.max(-1, ...visits.map(({ step }) => order.indexOf(step)))
  return units.map((unit, at) => {
    const { id } = unit
    const attempts = visits.filter(({ step }) => step === id).length
    const record = values[id] as MemoryRecord | undefined
    const status = phaseStatus(facts, { at, attempts, record, isPassed: at < reached })
    const failed = listFailedBranches(unit, record)
    return {
      id,
      agent: nameUnitAgents(unit),
      status,
      attempts,
      memory_file: record?.memory_file,
      ...(failed.length === 0 ? {} : { failed_branches: failed }),
    }
  })
}

function listFailedBranches({ branches }: Unit, record: MemoryRecord | undefined): readonly string[] {
  if (record?.branches === undefined) return []
  const done = record.branches.filter(({ status }) => status !== "failed").map(({ branch }) => branch)
  return branches.map(({ name }) => name).filter((name) => !done.includes(name))
}

interface PhaseFacts {
  readonly at: number
  readonly attempts: number
  readonly record: MemoryRecord | undefined
  /** A later phase was begun. */
  readonly isPassed: boolean
}

/** A phase that comes again, because the work went back to one before it, is pending. */
function phaseStatus(
  { run, units, parts }: StateFacts,
  { at, attempts, record, isPassed }: PhaseFacts,
): PhaseState["status"] {
  const isRunning = run.status === "running"
  const current = isRunning ? units.findIndex(({ id }) => id === parts.get(run.step)?.unit) : -1
  if (current === at) return "in_progress"
  if (current !== -1 && current < at) return "pending"
  if (record !== undefined) return isRunning || record.status === "completed" ? "completed" : "failed"
  if (attempts > 0) return "failed"
  const isOver = !isRunning || isPassed
  return isOver && run.outcome !== "fail" && run.status !== "failed" ? "skipped" : "pending"
}

function measureProgress(facts: StateFacts): number {
  const phases = describePhases(facts)
  const over = phases.filter(({ status }) => status === "completed" || status === "skipped").length
  return phases.length === 0 ? 0 : Math.round((100 * over) / phases.length)
}

type HaltFacts = Pick<StateFacts, "run" | "units" | "parts" | "values">

/** Why a job stopped without success, in one sentence. */
export function explainHalt(facts: HaltFacts): string | undefined {
  const { run } = facts
  if (run.status === "running" || (run.status === "done" && run.outcome === "ok")) return undefined
  return cutLine(run.status === "done" ? endReason(facts) : (capReason(facts) ?? run.because ?? run.status))
}

const LONGEST_REASON = 600

function cutLine(text: string): string {
  const line = toVisibleLine(text)
  return line.length > LONGEST_REASON ? `${line.slice(0, LONGEST_REASON - 1)}…` : line
}

/** Of a job whose last step did not succeed. */
function endReason({ run, units, parts, values }: HaltFacts): string {
  const step = run.visit?.step ?? ""
  const because = run.visit?.via?.because ?? ""
  if (step === CHECKS_BACK && Object.values(gateFaults).some((fault) => because.includes(fault)))
    return `the result could not be checked: ${because}`
  if (step === CHECKS_BACK)
    return `the result still fails its checks after ${formatCount(run.rounds["checks"] ?? 0, "round")}: ${because}`
  const part = parts.get(step)
  const unit = units.find(({ id }) => id === part?.unit)
  const record = unit === undefined ? undefined : (values[unit.id] as MemoryRecord | undefined)
  if (unit !== undefined && part?.role === "remediate")
    return `${unit.id} still asks for changes after ${formatCount(unit.most, "remediation")} of ${unit.target ?? ""}; see ${record?.memory_file ?? ""}`
  if (unit !== undefined && part?.role === "impasse")
    return `${unit.id} is stuck: ${record?.impasse.kind ?? ""} ${record?.impasse.reason ?? ""}`.trim()
  const said = record?.branches === undefined ? (run.visit?.because ?? readFailure(record)) : record.text
  return `${unit?.id ?? step} failed${said === "" ? "" : `: ${said}`}`
}

/** Of a job that a cap ended: which loop it was. */
function capReason({ run: { because = "", visit, rounds }, units, parts }: HaltFacts): string | undefined {
  const capped = /^step (\S+) was entered (\d+) times/.exec(because)
  const part = parts.get(capped?.[1] ?? "")
  const unit = units.find(({ id }) => id === part?.unit)
  if (capped === null || unit === undefined) return undefined
  if (part?.role === "ask")
    return `${unit.id} still has questions after ${formatCount(Number(capped[2]), "round")} of answers`
  return `${unit.id} was started ${formatCount(rounds[unit.id] ?? Number(capped[2]), "time")} and is needed again after ${visit?.step ?? ""}`
}

/** The first directive of an agent that failed. */
function readFailure(record: MemoryRecord | undefined): string {
  const section = record?.text.split(/^##\s+Section\s+3\b.*$/m)[1] ?? ""
  const line = section.split("\n").find((one) => /^[-*]\s+\S/.test(one.trim())) ?? ""
  return line.replace(/^\s*[-*]\s+/, "").trim()
}

/** The state of the skill's own machine, as the protocol names it. */
function skillState(facts: StateFacts): string {
  const { run, values, offered } = facts
  if (explainHalt(facts) !== undefined) return "HALTED"
  if (run.status === "done") return offered > 0 ? "LEARNINGS_PENDING" : "FULLY_COMPLETE"
  if (values["context"] === undefined) return "INITIALIZED"
  const isAgain = facts.records.some(({ status }) => status === "needs_remediation")
  return isAgain && run.round > 1 ? "REMEDIATION" : "EXECUTING"
}

/** How a job is listed: one whose run ended with a failure was halted. */
export function toListedStatus({ status, outcome }: Pick<Run, "status" | "outcome">): Run["status"] | "halted" {
  return status === "done" && outcome === "fail" ? "halted" : status
}

/** The jobs in a list that are not over. */
export function listRunningJobs(
  listed: readonly { readonly task_id: string; readonly status: ReturnType<typeof toListedStatus> }[],
): readonly string[] {
  return listed.filter(({ status }) => status === "running").map(({ task_id }) => task_id)
}

import type { DispatchQueue } from "../ports/dispatch-queue.ts"
import type {
  CommitResult,
  QuestionFilter,
  QuestionRow,
  ResultRow,
  RunCommit,
  RunFilter,
  RunRow,
  RunStore,
  StepUsage,
} from "../ports/run-store.ts"
import { memoryDispatchQueue } from "./memory-dispatch-queue.ts"
import {
  allOrNothing,
  applyChange,
  isWaiting,
  joined,
  type MemoryRows,
  memoryRows,
  visitOf,
} from "./memory-run-rows.ts"

/** Runs kept in memory, for tests. `now` is the clock of the leases, in milliseconds. */
export function memoryRunStore(options: { readonly now?: () => number } = {}): RunStore & DispatchQueue {
  const rows = memoryRows()
  return {
    commit: async (commits) => allOrNothing(rows, () => commit(rows, commits)),
    ...readers(rows),
    ...memoryDispatchQueue(rows, options.now ?? (() => performance.now())),
  }
}

function commit(
  rows: MemoryRows,
  commits: readonly RunCommit[],
): { readonly result: CommitResult; readonly keep: boolean } {
  if (new Set(commits.map(({ run }) => run)).size < commits.length) throw new Error("a run is in a commit only once")
  const moved = commits.find(({ run, seq }) => (rows.runs.get("", run)?.seq ?? -1) !== seq)
  if (moved !== undefined) return { result: { kind: "moved", run: moved.run }, keep: false }
  for (const { run, seq, changes } of commits) {
    for (const change of changes) {
      const lost = applyChange(rows, run, change)
      if (lost !== undefined) return { result: { kind: "lease-lost", key: lost }, keep: false }
    }
    const kept = rows.runs.get("", run)
    if (kept?.progress === undefined) throw new Error(`run ${run} was not created, or without progress`)
    rows.runs.put("", run, { ...kept, seq: seq + 1 })
  }
  return { result: { kind: "committed" }, keep: true }
}

function readers(rows: MemoryRows): Omit<RunStore, "commit"> {
  return {
    run: async (id) => runRow(rows, id),
    runs: async (filter = {}) => runsOf(rows, filter),
    definition: async (hash) => rows.definitions.get("", hash),
    visit: async (run, step, round) =>
      rows.visits.get(run, joined(step, round ?? rows.latest.get(run, step) ?? Number.NaN)),
    visits: async (run) => [...rows.visits.of(run)].sort((a, b) => a.number - b.number),
    values: async (run, names) => names.flatMap((name) => rows.values.get(run, name) ?? []),
    result: async (key) => rows.results.get(visitOf(key), key.item),
    results: async (run, step, round) =>
      [...rows.results.of(visitOf({ run, step, round }))].sort((a, b) => (a.item < b.item ? -1 : 1)),
    text: async (key) => rows.texts.get(visitOf(key), key.item),
    dispatch: async (key) => rows.dispatches.get(visitOf(key), key.item),
    dispatches: async (run, step, round) => rows.dispatches.of(visitOf({ run, step, round })),
    questions: async (filter) => questionsOf(rows, filter),
    events: async (run, after = Number.NEGATIVE_INFINITY, most) =>
      [...rows.events.of(run)]
        .filter(({ seq }) => seq > after)
        .sort((a, b) => a.seq - b.seq)
        .slice(0, most),
    usage: async (workflow) => usageOf(rows, workflow),
    close: async () => {},
  }
}

function runRow(rows: MemoryRows, id: string): RunRow | undefined {
  const found = rows.runs.get("", id)
  return found?.progress && { ...found.made, ...found.progress, seq: found.seq }
}

function runsOf(rows: MemoryRows, filter: RunFilter): readonly RunRow[] {
  return rows.runs
    .of("")
    .flatMap(({ made }) => runRow(rows, made.id) ?? [])
    .filter((run) =>
      (["project", "status", "workflow", "root"] as const).every(
        (name) => filter[name] === undefined || filter[name] === run[name],
      ),
    )
    .reverse()
    .slice(0, filter.most)
}

function questionsOf(rows: MemoryRows, filter: QuestionFilter): readonly QuestionRow[] {
  const all = filter.run === undefined ? rows.questions.all() : rows.questions.of(filter.run)
  return all
    .filter(
      (question) =>
        (filter.step === undefined || question.step === filter.step) &&
        (filter.round === undefined || question.round === filter.round) &&
        (filter.open !== true || isWaiting(question)) &&
        (filter.project === undefined || rows.runs.get("", question.run)?.made.project === filter.project),
    )
    .sort((a, b) => b.urgency - a.urgency || a.asked - b.asked)
}

function usageOf(rows: MemoryRows, workflow: string): readonly StepUsage[] {
  const ended = runsOf(rows, { workflow }).filter(({ status }) => status !== "running")
  const visits = ended.flatMap(({ id }) => rows.visits.of(id).map((visit) => ({ ...visit, run: id })))
  const steps = [...new Set(visits.map(({ step }) => step))].sort()
  return steps.map((step) => {
    const own = visits.filter((visit) => visit.step === step)
    const results = own
      .flatMap((visit) => rows.results.of(visitOf(visit)))
      .filter(({ reused, agent }) => reused === undefined && agent !== "shell")
    const sum = (of: (result: ResultRow) => number | undefined) =>
      results.reduce((total, result) => total + (of(result) ?? 0), 0)
    return {
      step,
      runs: new Set(own.map(({ run }) => run)).size,
      visits: own.length,
      agents: results.length,
      tokensIn: sum(({ usage }) => usage?.tokensIn),
      tokensOut: sum(({ usage }) => usage?.tokensOut),
      money: sum(({ usage }) => usage?.money),
    }
  })
}

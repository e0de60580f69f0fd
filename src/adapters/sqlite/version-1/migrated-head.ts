import type { PastLoop, AskedQuestion, RunHead, Visit } from "../../../run/model.ts"
import type { CommitRecord } from "../../../run/store.ts"
import { eventsOf } from "../../../run/history.ts"
import type { OldRun } from "./read-run.ts"
import type { OldQuestion } from "./tables.ts"

/** The state of a run, from its rows and its new records. */
export function migratedHead(run: OldRun, records: readonly CommitRecord[]): RunHead {
  const { status, step, round, outcome, because, updated, budget, spent, visited } = run.head
  return {
    status,
    step,
    round,
    outcome,
    because,
    updated,
    budget,
    spent,
    visit: currentVisit(run),
    visited,
    rounds: roundsOf(run),
    loops: loopsOf(run),
    values: Object.fromEntries(run.values.map(({ name, ...source }) => [name, source])),
    questions: questionsOf(run),
    events: eventsOf(records).length,
    chain: records.at(-1)?.hash ?? "",
  }
}

function currentVisit({ visits, visitAt }: OldRun): Visit | undefined {
  const last = visits.at(-1)
  if (last === undefined) return undefined
  const { onward: _onward, via, ...visit } = last
  return { ...visit, via: via && { ...via, because: visitAt(via)?.because } }
}

function roundsOf({ visits }: OldRun): RunHead["rounds"] {
  const rounds: Record<string, number> = {}
  for (const { step, round } of visits) rounds[step] = Math.max(rounds[step] ?? 0, round)
  return rounds
}

/** How the latest visit of each gate went. A gate that a person passed counts as passed, wherever the run was then. */
function loopsOf({ visits, events }: OldRun): RunHead["loops"] {
  const passed = new Set(
    events.flatMap(({ kind, data }) => {
      if (kind !== "override") return []
      const { gate, round } = JSON.parse(data) as { readonly gate: string; readonly round: number }
      return [`${gate}/${round}`]
    }),
  )
  const loops: Record<string, PastLoop> = {}
  for (const { step, round, outcome, loop } of visits)
    if (loop?.gate === step) loops[step] = { ...loop, outcome: passed.has(`${step}/${round}`) ? "ok" : outcome }
  return loops
}

/** The questions of the current visit. Answers of withdrawn ones are no longer needed. */
function questionsOf({ head, questions }: OldRun): readonly AskedQuestion[] {
  return questions
    .filter(({ step, round, withdrawn }) => step === head.step && round === head.round && withdrawn !== true)
    .map((question) => ({ ...askedOf(question), answer: question.answer }))
}

/** A question as it was when it was asked. */
export function askedOf(row: OldQuestion): AskedQuestion {
  const { step, round, id, kind, text, options, multiple, urgency, asked } = row
  return { step, round, id, kind, text, options, multiple, urgency, asked }
}

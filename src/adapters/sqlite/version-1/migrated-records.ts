import { recordHash } from "../../../run/history.ts"
import type { HistoryEvent } from "../../../run/model.ts"
import type { CommitRecord } from "../../../run/store.ts"
import { sha256 } from "../../../text/sha256.ts"
import { askedOf } from "./migrated-head.ts"
import type { OldRun } from "./read-run.ts"
import type { OldEvent, OldQuestion, OldVisit } from "./tables.ts"

interface Told {
  readonly at: number
  readonly event: HistoryEvent
}

/**
 * The history of a run, from its events. The visits and questions of version 1 are added to the events about them. The
 * last record says what the history was before, and whether it was intact.
 */
export function migratedRecords(run: OldRun, at: number): readonly CommitRecord[] {
  const { chain } = run.head
  const migrated = { kind: "migrated", data: { from: 1, chain, held: isWhole(run) } }
  const groups = [...groupedByTime(withQuestions(run)), { at, events: [migrated] }]
  let before = ""
  return groups.map((group, index) => {
    const record = { seq: index + 1, at: group.at, events: JSON.stringify(group.events) }
    before = recordHash(before, record)
    return { ...record, hash: before }
  })
}

/** Whether the hash of every event covers the previous one, and the last is the run's. */
function isWhole({ head, events }: OldRun): boolean {
  let chain = ""
  for (const [at, event] of events.entries()) {
    chain = sha256(JSON.stringify([chain, event.seq, event.at, event.kind, event.data]))
    if (event.seq !== at + 1 || event.hash !== chain) return false
  }
  return chain === head.chain && events.length === head.events
}

/** All events of one commit have the same time. */
function groupedByTime(told: readonly Told[]): readonly { readonly at: number; readonly events: HistoryEvent[] }[] {
  const groups: { readonly at: number; readonly events: HistoryEvent[] }[] = []
  for (const { at, event } of told) {
    const last = groups.at(-1)
    if (last?.at === at) last.events.push(event)
    else groups.push({ at, events: [event] })
  }
  return groups
}

/** Version 1 has no events for questions. Each belongs to the visit that asked it, before its answer. */
function withQuestions(run: OldRun): readonly Told[] {
  const told: Told[] = []
  const untold = new Set(run.questions)
  let visit: Pick<OldVisit, "step" | "round"> | undefined
  const tell = (isDue: (question: OldQuestion) => boolean) => {
    for (const question of untold) {
      if (!isDue(question)) continue
      untold.delete(question)
      told.push({ at: question.asked, event: { kind: "asked", data: { ...askedOf(question) } } })
    }
  }
  for (const old of run.events) {
    const event = migratedEvent(run, old)
    const isHere = ({ step, round }: OldQuestion) => step === visit?.step && round === visit.round
    if (old.kind === "entered") {
      tell(isHere)
      visit = event.data as unknown as OldVisit
    } else tell((one) => isHere(one) && (one.asked < old.at || event.data["question"] === one.id))
    told.push({ at: old.at, event })
  }
  tell(() => true)
  return told
}

function migratedEvent(run: OldRun, { kind, data: json }: OldEvent): HistoryEvent {
  const data = JSON.parse(json) as HistoryEvent["data"]
  switch (kind) {
    case "entered":
      return { kind, data: { ...data, ...enteredData(run, data) } }
    case "done": {
      const last = run.visits.at(-1)
      return { kind, data: { ...data, after: last && { ...afterData(last), outcome: run.head.outcome } } }
    }
    case "answered":
      return { kind, data: { ...data, reason: reasonOf(run, data) } }
    default:
      return { kind, data }
  }
}

function enteredData({ visitAt }: OldRun, data: HistoryEvent["data"]): HistoryEvent["data"] {
  const visit = visitAt(data as unknown as OldVisit)
  if (visit === undefined) return {}
  const { inputs, loop, total, via } = visit
  const before = via && visitAt(via)
  return {
    inputs: Object.keys(inputs).length > 0 ? inputs : undefined,
    loop,
    asks: total > 0 ? total : undefined,
    after: via && { ...(before && afterData(before)), ...via },
  }
}

/** How a visit was left. */
function afterData({ step, round, outcome, because, evidence }: OldVisit) {
  return { step, round, outcome, because, evidence }
}

function reasonOf({ questions }: OldRun, data: HistoryEvent["data"]): string | undefined {
  const { step, round, question } = data as { step: string; round: number; question: string }
  return questions.find((one) => one.step === step && one.round === round && one.id === question)?.answer?.reason
}

import { readEvents } from "./record-events.ts"
import { END, type Outcome } from "../../workflow/outcome.ts"
import type { GivenAnswer, HistoryEvent, LoopState, LeftVisit, AskedQuestion, ValueSource, Visit } from "../model.ts"
import type { CommitRecord } from "../store.ts"

/** A visit as the history shows it. */
export interface PastVisit extends Omit<Visit, "digest"> {
  /** The visit it led to. */
  readonly onward?: { readonly step: string; readonly round: number } | undefined
  /** The questions it asked. */
  readonly asked?: readonly AskedQuestion[] | undefined
  /** How many of its agents could not be started; they count as failed too. */
  readonly notStarted?: number | undefined
}

/** The content of `entered`. */
interface Entered {
  readonly step: string
  readonly round: number
  readonly inputs?: Readonly<Record<string, ValueSource>>
  readonly loop?: LoopState
  readonly asks?: number
  readonly after?: LeftVisit
}

/** The content of `reported`. */
interface Reported {
  readonly step: string
  readonly round: number
  readonly outcome: Outcome
  readonly notStarted?: true
}

/** The content of `answered`. */
interface Answered extends Omit<GivenAnswer, "at"> {
  readonly question: string
}

/** Every visit of a run, from its records; for the latest, the head knows more and is used. */
export function replayVisits(records: readonly CommitRecord[], now?: Visit): readonly PastVisit[] {
  return addCurrent(continueVisits([], records), now)
}

/** The visits after further records, which follow those that gave the visits before. */
export function continueVisits(before: readonly PastVisit[], records: readonly CommitRecord[]): readonly PastVisit[] {
  const visits = [...before]
  for (const { at, events } of records) for (const event of readEvents(events)) tellVisits(visits, event, at)
  return visits
}

/** Of the latest visit the head of the run knows more than the records. */
export function addCurrent(visits: readonly PastVisit[], now: Visit | undefined): readonly PastVisit[] {
  const last = visits.at(-1)
  if (now === undefined || last === undefined || now.number !== last.number) return visits
  const { digest: _digest, ...known } = now
  return [...visits.slice(0, -1), { ...last, ...known }]
}

function tellVisits(visits: PastVisit[], { kind, data }: HistoryEvent, at: number): void {
  switch (kind) {
    case "entered": {
      const { step, round, inputs = {}, loop, asks = 0, after } = data as unknown as Entered
      leaveLast(visits, { after, at, onward: { step, round } })
      const number = visits.length + 1
      visits.push({ step, round, number, entered: at, via: after, inputs, total: asks, ok: 0, failed: 0, loop })
      return
    }
    case "reported": {
      const { step, round, outcome, notStarted } = data as unknown as Reported
      const index = visits.findLastIndex((one) => one.step === step && one.round === round)
      const visit = visits[index]
      if (visit === undefined) return
      const { ok, failed } = visit
      visits[index] = {
        ...visit,
        ...(outcome === "fail" ? { failed: failed + 1 } : { ok: ok + 1 }),
        ...(notStarted === true ? { notStarted: (visit.notStarted ?? 0) + 1 } : {}),
      }
      return
    }
    case "asked": {
      const last = visits.at(-1)
      const question = data as unknown as AskedQuestion
      if (last !== undefined) visits[visits.length - 1] = { ...last, asked: [...(last.asked ?? []), question] }
      return
    }
    case "answered": {
      const { question, answers, by, reason } = data as unknown as Answered
      const last = visits.at(-1)
      const asked = last?.asked?.map((one) =>
        one.id === question ? { ...one, answer: { answers, by, at, reason } } : one,
      )
      if (last !== undefined) visits[visits.length - 1] = { ...last, asked }
      return
    }
    case "done":
      leaveLast(visits, { after: (data as { after?: LeftVisit }).after, at, onward: { step: END, round: 1 } })
      return
    case "failed":
    case "cancelled": {
      const last = visits.at(-1)
      if (last !== undefined) visits[visits.length - 1] = { ...last, because: String(data["because"]) }
    }
  }
}

function leaveLast(
  visits: PastVisit[],
  {
    after,
    at,
    onward,
  }: { readonly after: LeftVisit | undefined; readonly at: number; readonly onward: PastVisit["onward"] },
): void {
  const last = visits.at(-1)
  if (last === undefined || after === undefined) return
  const { outcome, because, evidence } = after
  visits[visits.length - 1] = { ...last, outcome, because, evidence, left: at, onward }
}

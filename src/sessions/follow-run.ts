import type { PastVisit } from "../run/history/replay-visits.ts"
import type { Run } from "../run/model.ts"
import type { Step } from "../workflow/workflow.ts"
import { formatCount } from "../text/format-count.ts"
import type { PlacedEvent } from "./steps/judge-steps.ts"

/** How one step of a procedure went, by the record of its run and the transcripts of the sessions that followed it. */
export interface FollowedStep {
  readonly number: number
  readonly step: string
  readonly title: string
  readonly verdict: "done" | "not-done" | "no-evidence"
  readonly why: string
  /** How often it was entered. */
  readonly rounds: number
  /** The first calls between its directive and its report. */
  readonly evidence: readonly {
    readonly file: string
    readonly line: number
    readonly shown: string
    readonly exit?: number | undefined
  }[]
}

interface RunFacts {
  readonly run: Pick<Run, "id" | "status" | "step">
  readonly steps: readonly Pick<Step, "id" | "kind" | "title">[]
  readonly visits: readonly PastVisit[]
  /** What happened in the sessions that reported to the run; undefined if none was found. */
  readonly events?: readonly PlacedEvent[] | undefined
}

const MOST_SHOWN = 3

/**
 * Judges a run by what is recorded about it.
 *
 * 1. A gate, an answer of an agent or of a person, and what Skillet computed is done by the record alone.
 * 2. A step that somebody reported is done only if a transcript shows a call between its directive and its report.
 * 3. A step that failed, was skipped, or was not reached by a run that ended too early is not done.
 */
export function followRunSteps({ run, steps, visits, events }: RunFacts): readonly FollowedStep[] {
  return steps.map(({ id: step, kind, title }, at) => {
    const own = visits.filter((visit) => visit.step === step)
    const last = own.at(-1)
    const judged = last === undefined ? judgeUnvisited(run) : judgeVisit(last, { kind, run, events })
    return { number: at + 1, step, title, rounds: own.length, ...judged }
  })
}

type Judged = Pick<FollowedStep, "verdict" | "why" | "evidence">

function judgeUnvisited({ status }: Pick<Run, "status">): Judged {
  if (status === "done")
    return { verdict: "no-evidence", why: "it is not on the path that this run took", evidence: [] }
  const why = status === "running" ? "the run has not reached it" : `the run ended before it (${status})`
  return { verdict: "not-done", why, evidence: [] }
}

interface Visiting {
  readonly kind: Step["kind"]
  readonly run: RunFacts["run"]
  readonly events?: readonly PlacedEvent[] | undefined
}

function judgeVisit(visit: PastVisit, { kind, run, events }: Visiting): Judged {
  const { outcome, because } = visit
  const said = because === undefined ? "" : `: ${because}`
  if (outcome === undefined) {
    const why = run.status === "running" ? "the run is waiting for it" : `the run ended in it (${run.status})`
    return { verdict: "not-done", why, evidence: [] }
  }
  if (outcome === "skip") return { verdict: "not-done", why: `it was skipped${said}`, evidence: [] }
  if (outcome === "fail") return { verdict: "not-done", why: `it failed${said}`, evidence: [] }
  if (kind !== "do") return { verdict: "done", why: `${recorded[kind]}: ${outcome}`, evidence: [] }
  const calls = (events ?? []).filter((event) => isWork(event) && isBetween(event, visit))
  const evidence = calls.slice(0, MOST_SHOWN).flatMap(showCall)
  if (calls.length > 0)
    return { verdict: "done", why: `reported ${outcome}, after ${formatCount(calls.length, "tool call")}`, evidence }
  const why =
    events === undefined
      ? `reported ${outcome}; no transcript of the session that reported it was found`
      : `reported ${outcome}, without a tool call between its directive and its report`
  return { verdict: "no-evidence", why, evidence }
}

/** What the record says about a step that is not only reported. */
const recorded: Readonly<Record<Exclude<Step["kind"], "do">, string>> = {
  dispatch: "an agent answered",
  fanout: "agents answered",
  gate: "decided from evidence",
  ask: "a person answered",
  compute: "computed",
  wait: "waited",
}

/** A call that is not one of ours to the run. */
function isWork(event: PlacedEvent): boolean {
  if (event.kind !== "call" || event.action === "none") return false
  return event.command === undefined || !/\bskillet\b[^\n]*\brun (?:report|current|start|answer)\b/.test(event.command)
}

function isBetween({ at }: PlacedEvent, { entered, left }: PastVisit): boolean {
  return at !== undefined && at >= entered && at <= (left ?? Number.POSITIVE_INFINITY)
}

function showCall(event: PlacedEvent): FollowedStep["evidence"] {
  if (event.kind !== "call") return []
  const shown = event.command ?? `${event.tool} ${event.files.join(", ")}`.trim()
  return [{ file: event.file, line: event.line, shown, exit: event.exit }]
}

import type { Session } from "../../catalog/io/session/open-session.ts"
import type { Problem } from "../../problem/problem.ts"
import { loadPending, openReading } from "../../run/advance/pending-commit.ts"
import { findRun } from "../../run/engine.ts"
import { openHistory } from "../../run/history.ts"
import { tellStatus } from "../../run/run-result.ts"
import type { Runs } from "../../run/io/open-runs.ts"
import { followRunSteps, type FollowedStep } from "../follow-run.ts"
import { placeEvents } from "../follow-session.ts"
import { gatherSessions } from "./gather-sessions.ts"
import { readTranscript } from "./read-transcript.ts"

/** Which steps of a procedure were done in a run. */
export interface FollowedRun {
  readonly kind: "run"
  readonly id: string
  readonly workflow: string
  readonly status: string
  readonly steps: readonly FollowedStep[]
  /** The transcripts of sessions in which commands of this run are. */
  readonly transcripts: readonly string[]
  readonly problems: readonly Problem[]
}

export async function followRun(opened: Session, runs: Runs, id: string): Promise<FollowedRun> {
  const { engine } = runs
  const run = await findRun(engine, id)
  const { workflow } = await loadPending(openReading(engine), id)
  const visits = await openHistory(engine.store).visits(id)
  const { sessions, problems } = await gatherSessions(opened, { since: run.started })
  const own = sessions.filter((session) => session.runs.includes(id))
  const ids = new Set(own.map((session) => session.id))
  const withSubAgents = sessions.filter((session) => ids.has(session.id) || ids.has(session.parent ?? ""))
  const files = new Map(withSubAgents.map(({ file, host }) => [file, host]))
  const read = await Promise.all(
    [...files].map(async ([file, host]) => ({ file, ...(await readTranscript(file, host)) })),
  )
  const parts = read.flatMap(({ file, sessions: found }) =>
    found.flatMap((session) => (withSubAgents.some((one) => one.id === session.id) ? [{ session, file }] : [])),
  )
  const events = own.length === 0 ? undefined : placeEvents(parts)
  const status = tellStatus(run)
  return {
    kind: "run",
    id,
    workflow: run.workflow,
    status,
    steps: followRunSteps({ run: { ...run, status }, steps: workflow.steps, visits, events }),
    transcripts: [...files.keys()],
    problems,
  }
}

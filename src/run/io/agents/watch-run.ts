import { setTimeout as sleep } from "node:timers/promises"
import { findRun } from "../../engine.ts"
import type { Run } from "../../model.ts"
import { hasEnded, tellRun } from "../../run-result.ts"
import { openTranscripts, type TranscriptNews } from "./list-asked-agents.ts"
import type { Runs } from "../open-runs.ts"

export interface WatchedRun {
  readonly run: Run
  readonly news: readonly TranscriptNews[]
}

const PAUSE = 250

/** Reads a run and its agents repeatedly until it ends. It changes nothing. */
export async function* watchRun(
  { engine }: Runs,
  at: { readonly run: string; readonly env: Readonly<Record<string, string | undefined>> },
): AsyncGenerator<WatchedRun> {
  const transcripts = openTranscripts(at.env, at.run)
  for (;;) {
    const run = await findRun(engine, at.run)
    yield { run: tellRun(run), news: transcripts.news() }
    if (hasEnded(run)) return
    await sleep(PAUSE)
  }
}

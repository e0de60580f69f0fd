import { requireAccepted, applyEvent } from "../apply-event.ts"
import { findRun, keepDefinitions } from "../engine.ts"
import { openSession } from "../../catalog/io/session/open-session.ts"
import type { SkilletOptions } from "../../catalog/io/session/options.ts"
import { requireRunLimits } from "./require-run-limits.ts"
import type { Runs } from "./open-runs.ts"
import { settleRun } from "./report-step.ts"

export interface GivenAnswers {
  readonly run: string
  /** Default: the only open question. */
  readonly question?: string | undefined
  readonly answers: readonly string[]
  readonly by: string
  readonly reason?: string | undefined
}

/** A person answers a question of a run. */
export async function answerQuestion(runs: Runs, given: GivenAnswers, options: SkilletOptions): Promise<void> {
  const { run, ...answer } = given
  await requireKnown(runs, run, options)
  requireAccepted(await applyEvent(runs.engine, run, { kind: "answer", at: runs.engine.now(), ...answer }))
  await settleRun(runs, run, options)
}

/** A person passes a blocking gate, with a reason. */
export async function overrideGate(
  runs: Runs,
  given: { readonly run: string; readonly gate: string; readonly by: string; readonly reason: string },
  options: SkilletOptions,
): Promise<void> {
  const { run, ...how } = given
  await requireKnown(runs, run, options)
  requireAccepted(await applyEvent(runs.engine, run, { kind: "override", at: runs.engine.now(), ...how }))
  await settleRun(runs, run, options)
}

async function requireKnown({ engine }: Runs, id: string, options: SkilletOptions): Promise<void> {
  const run = await findRun(engine, id)
  await requireRunLimits(openSession(options), await engine.definitions.find(run.definition))
}

/** Ends a run and its child runs, in the same commit. Returns the runs that were ended. */
export async function cancelRun(
  { engine }: Runs,
  id: string,
  how: { readonly reason: string; readonly by: string },
): Promise<readonly string[]> {
  const run = await findRun(engine, id)
  const tree = await engine.store.runs({ root: run.root, status: "running" })
  requireAccepted(await applyEvent(keepDefinitions(engine), id, { kind: "cancel", at: engine.now(), ...how }))
  const below = tree.filter((one) => one.id.startsWith(`${id}.`)).sort((a, b) => a.id.length - b.id.length)
  return [id, ...below.map((child) => child.id)]
}

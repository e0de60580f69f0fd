import { applyEvent } from "../../run/apply-event.ts"
import { historyOf } from "../../run/history.ts"
import { findRun } from "../../run/engine.ts"
import { SkilletError } from "../../problem/failure.ts"
import { openSkillet } from "../open-skillet.ts"
import type { SkilletOptions } from "../options.ts"
import { requireLimitsFor } from "../require-limits.ts"
import { acceptable } from "./acceptable.ts"
import type { Runs } from "./open-runs.ts"
import { settleRun } from "./settle-run.ts"

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
  const { engine } = runs
  await requireKnown(runs, given.run, options)
  const question = given.question ?? (await onlyQuestion(runs, given.run))
  const { answers, by, reason } = given
  const event = {
    kind: "answer",
    at: engine.now(),
    question,
    answers,
    by,
    reason,
  } as const
  acceptable(await applyEvent(engine, given.run, event))
  await settleRun(runs, given.run, options)
}

async function onlyQuestion({ engine }: Runs, run: string): Promise<string> {
  const open = await historyOf(engine.store).questions({ run })
  if (open.length === 1 && open[0] !== undefined) return open[0].id
  throw new SkilletError(
    "run.no-question",
    open.length === 0 ? `run ${run} has no open question` : `run ${run} has several open questions`,
    {
      retry: "no",
      next:
        open.length === 0
          ? "skillet run inbox lists the open questions"
          : `select one with --question: ${open.map(({ id }) => id).join(", ")}`,
    },
  )
}

/** A person passes a blocking gate, with a reason. */
export async function overrideGate(
  runs: Runs,
  given: { readonly run: string; readonly gate: string; readonly by: string; readonly reason: string },
  options: SkilletOptions,
): Promise<void> {
  const { run, ...how } = given
  await requireKnown(runs, run, options)
  acceptable(await applyEvent(runs.engine, run, { kind: "override", at: runs.engine.now(), ...how }))
  await settleRun(runs, run, options)
}

async function requireKnown({ engine }: Runs, id: string, options: SkilletOptions): Promise<void> {
  const run = await findRun(engine, id)
  await requireLimitsFor(openSkillet(options), await engine.definitions.find(run.definition))
}

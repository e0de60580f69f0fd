import { sumSpent } from "../advance/decide/ask/ceilings.ts"
import { currentDirective, loadDirective } from "../build-directive.ts"
import { findRun, explainStop, keepDefinitions } from "../engine.ts"
import { listFailedItems, hasEnded, listPassedGates, type RunResult, runResult, tellRun } from "../run-result.ts"
import { loadPending, openReading } from "../advance/pending-commit.ts"
import { renderXml } from "../directive/xml/render-xml.ts"
import { measureSharedPrefix } from "../directive/shared-prefix.ts"
import { type History, openHistory, type OpenQuestion } from "../history.ts"
import type { PassedGate, Result, Run } from "../model.ts"
import type { PastVisit } from "../history/replay-visits.ts"
import { countStepsLeft, type StepsLeft } from "../../workflow/count-steps-left.ts"
import type { Runs } from "./open-runs.ts"

/** An agent that failed or could not be started, with the first line of what was reported. */
export interface Failure {
  readonly item: string
  readonly reason: string
}

/** A run as shown to a person. */
export interface ShownRun {
  readonly run: Run
  readonly title: string
  readonly visits: readonly (PastVisit & { readonly answers: number; readonly failures: readonly Failure[] })[]
  readonly questions: readonly OpenQuestion[]
  readonly children: readonly Run[]
  /** How many steps are left while it runs, if nothing fails and no loop goes around again. */
  readonly left?: StepsLeft | undefined
  /** The cost of the run and its child runs. */
  readonly spent: Run["spent"]
  /** Its result, once it has ended. */
  readonly result?: RunResult | undefined
  /** Gates that a person let it pass with open issues. */
  readonly passed: readonly PassedGate[]
  /**
   * The share of the current directive that equals the beginning of the previous one, which a model's cache can reuse.
   */
  readonly sharedPrefix?: number
  /** Why a running run cannot continue in this program, and what to do. */
  readonly notContinued?: { readonly message: string; readonly next: string } | undefined
}

export async function showRun(runs: Runs, id: string): Promise<ShownRun> {
  const run = await findRun(runs.engine, id)
  const why = await explainStop(runs.engine, run)
  const engine = keepDefinitions(runs.engine)
  const { store } = engine
  const history = openHistory(store)
  const [visits, questions, tree, directive] = await Promise.all([
    history.visits(id),
    history.questions({ run: id }),
    store.runs({ root: run.root }),
    currentDirective(engine, id),
  ])
  const below = tree.filter((one) => one.id !== id && isBelow(one, id))
  const counted = await Promise.all(
    visits.map(async (visit) => {
      const results = await history.results(id, visit.step, visit.round)
      return { ...visit, answers: results.length, failures: await readFailures(history, results) }
    }),
  )
  const reading = await loadPending(openReading(engine), id)
  const result = hasEnded(run) ? await runResult(reading) : undefined
  const before = visits.at(-2)
  const shared =
    before === undefined
      ? {}
      : { sharedPrefix: measureSharedPrefix(renderXml(await loadDirective(engine, id, before)), renderXml(directive)) }
  return {
    run: tellRun(run),
    title: directive.title,
    visits: counted,
    questions,
    left: hasEnded(run) || why !== undefined ? undefined : countStepsLeft(reading.workflow, run.step),
    children: below.filter(({ parent }) => parent?.run === id).map(tellRun),
    spent: sumSpent([run, ...below]),
    passed: listPassedGates(run),
    result,
    notContinued: why === undefined ? undefined : { message: why.message, next: why.next },
    ...shared,
  }
}

async function readFailures(history: History, results: readonly Result[]): Promise<readonly Failure[]> {
  return Promise.all(
    listFailedItems(results).map(async ({ run, step, round, item }) => {
      const text = (await history.text({ run, step, round, item })) ?? ""
      return { item, reason: (text.trim().split("\n")[0] ?? "").slice(0, LONGEST_REASON) }
    }),
  )
}

const LONGEST_REASON = 200

function isBelow(one: Run, id: string): boolean {
  return one.parent !== undefined && (one.parent.run === id || one.parent.run.startsWith(`${id}.`))
}

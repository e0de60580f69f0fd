import type { QuestionRow, RunRow, VisitRow } from "../../ports/run-store.ts"
import { spentByAll } from "../../run/decide/ceilings.ts"
import { currentDirective, directiveAt } from "../../run/engine/current.ts"
import { findRun } from "../../run/engine/engine.ts"
import { type PassedGate, passedGates } from "../../run/engine/passed-gates.ts"
import { type RunResult, runResult } from "../../run/engine/run-result.ts"
import { renderXml } from "../../run/directive/xml/render-xml.ts"
import { sharedPrefix } from "../../run/directive/text/shared-prefix.ts"
import type { Runs } from "./open-runs.ts"

/** A run as a person looks at it. */
export interface ShownRun {
  readonly run: RunRow
  readonly title: string
  readonly visits: readonly (VisitRow & { readonly answers: number })[]
  readonly questions: readonly QuestionRow[]
  readonly children: readonly RunRow[]
  /** What the run and those inside it spent. */
  readonly spent: RunRow["spent"]
  /** What it gave, once it has ended. */
  readonly result?: RunResult
  /** Gates that a person let it pass with open issues. */
  readonly passed: readonly PassedGate[]
  /** The share of the current directive that its predecessor began with: what a model's cache need not read again. */
  readonly sharedPrefix?: number
}

export async function showRun({ engine }: Runs, id: string): Promise<ShownRun> {
  const run = await findRun(engine, id)
  const { store } = engine
  const [visits, questions, tree, directive] = await Promise.all([
    store.visits(id),
    store.questions({ run: id, open: true }),
    store.runs({ root: run.root }),
    currentDirective(engine, id),
  ])
  const below = tree.filter((one) => one.id !== id && isBelow(one, id))
  const counted = await Promise.all(
    visits.map(async (visit) => ({ ...visit, answers: (await store.results(id, visit.step, visit.round)).length })),
  )
  const workflow = await engine.definitions.find(run.definition)
  const result = run.status === "running" ? undefined : await runResult(engine, run, workflow)
  const before = visits.at(-2)
  const shared =
    before === undefined
      ? {}
      : { sharedPrefix: sharedPrefix(renderXml(await directiveAt(engine, id, before)), renderXml(directive)) }
  return {
    run,
    title: directive.title,
    visits: counted,
    questions,
    children: below.filter(({ parent }) => parent?.run === id),
    spent: spentByAll([run, ...below]),
    passed: await passedGates(engine, run, workflow),
    ...(result === undefined ? {} : { result }),
    ...shared,
  }
}

function isBelow(one: RunRow, id: string): boolean {
  return one.parent !== undefined && (one.parent.run === id || one.parent.run.startsWith(`${id}.`))
}

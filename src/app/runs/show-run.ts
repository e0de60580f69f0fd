import type { QuestionRow, ResultRow, RunRow, RunStore, VisitRow } from "../../ports/run-store.ts"
import { spentByAll } from "../../run/decide/ceilings.ts"
import { NO_ITEM } from "../../run/decide/event.ts"
import { currentDirective, directiveAt } from "../../run/engine/current.ts"
import { findRun } from "../../run/engine/engine.ts"
import { renderXml } from "../../run/directive/xml/render-xml.ts"
import { sharedPrefix } from "../../run/directive/text/shared-prefix.ts"
import type { Runs } from "./open-runs.ts"

/** An agent that failed or could not be started, with the first line of what was reported. */
export interface Failure {
  readonly item: string
  readonly reason: string
}

/** A run as a person looks at it. */
export interface ShownRun {
  readonly run: RunRow
  readonly title: string
  readonly visits: readonly (VisitRow & { readonly answers: number; readonly failures: readonly Failure[] })[]
  readonly questions: readonly QuestionRow[]
  readonly children: readonly RunRow[]
  /** What the run and its child runs spent. */
  readonly spent: RunRow["spent"]
  /** The share of the current directive that it has in common with the previous one: a model's cache can reuse it. */
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
    visits.map(async (visit) => {
      const results = await store.results(id, visit.step, visit.round)
      return { ...visit, answers: results.length, failures: await failuresOf(store, results) }
    }),
  )
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
    ...shared,
  }
}

async function failuresOf(store: RunStore, results: readonly ResultRow[]): Promise<readonly Failure[]> {
  const failed = results.filter(({ outcome, item }) => outcome === "fail" && item !== NO_ITEM)
  return Promise.all(
    failed.map(async ({ run, step, round, item }) => {
      const text = (await store.text({ run, step, round, item })) ?? ""
      return { item, reason: (text.trim().split("\n")[0] ?? "").slice(0, LONGEST_REASON) }
    }),
  )
}

const LONGEST_REASON = 200

function isBelow(one: RunRow, id: string): boolean {
  return one.parent !== undefined && (one.parent.run === id || one.parent.run.startsWith(`${id}.`))
}

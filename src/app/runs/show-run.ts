import { spentByAll } from "../../run/decide/ceilings.ts"
import { currentDirective, directiveAt } from "../../run/engine/current.ts"
import { findRun } from "../../run/engine/engine.ts"
import { renderXml } from "../../run/directive/xml/render-xml.ts"
import { sharedPrefix } from "../../run/directive/text/shared-prefix.ts"
import { historyOf, type OpenQuestion } from "../../run/history.ts"
import type { Run } from "../../run/model.ts"
import type { PastVisit } from "../../run/past-visits.ts"
import type { Runs } from "./open-runs.ts"

/** A run as a person looks at it. */
export interface ShownRun {
  readonly run: Run
  readonly title: string
  readonly visits: readonly (PastVisit & { readonly answers: number })[]
  readonly questions: readonly OpenQuestion[]
  readonly children: readonly Run[]
  /** What the run and those inside it spent. */
  readonly spent: Run["spent"]
  /** The share of the current directive that its predecessor began with: what a model's cache need not read again. */
  readonly sharedPrefix?: number
}

export async function showRun({ engine }: Runs, id: string): Promise<ShownRun> {
  const run = await findRun(engine, id)
  const { store } = engine
  const history = historyOf(store)
  const [visits, questions, tree, directive] = await Promise.all([
    history.visits(id),
    history.questions({ run: id }),
    store.runs({ root: run.root }),
    currentDirective(engine, id),
  ])
  const below = tree.filter((one) => one.id !== id && isBelow(one, id))
  const counted = await Promise.all(
    visits.map(async (visit) => ({ ...visit, answers: (await history.results(id, visit.step, visit.round)).length })),
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

function isBelow(one: Run, id: string): boolean {
  return one.parent !== undefined && (one.parent.run === id || one.parent.run.startsWith(`${id}.`))
}

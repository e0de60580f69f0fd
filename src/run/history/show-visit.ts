import { SkilletError } from "../../problem/failure.ts"
import { END } from "../../workflow/outcome.ts"
import { loadDirective } from "../build-directive.ts"
import type { Directive } from "../directive/directive.ts"
import { type Engine, findRun, keepDefinitions } from "../engine.ts"
import { loadRecords } from "../history.ts"
import { ALL_ITEMS, type Item, type ValueSource } from "../model.ts"
import { type PastVisit, replayVisits } from "./replay-visits.ts"

/** One visit of a run with everything that was asked and answered in it. */
export interface ShownVisit {
  readonly visit: PastVisit
  /** What whoever follows the run was told, whatever has happened since. */
  readonly directive: Directive
  /** The values it read, with their texts if they are one answer. */
  readonly inputs: readonly VisitInput[]
  readonly items: readonly VisitItem[]
}

export interface VisitInput {
  readonly name: string
  readonly source: ValueSource
  readonly text?: string | undefined
}

export interface VisitItem extends Item {
  readonly item: string
  /** The whole answer. */
  readonly text?: string | undefined
}

/** The visits of a run in order, those after a number alone if it is given. What each agent answered is not read. */
export async function listVisits(engine: Engine, id: string, after = 0): Promise<readonly PastVisit[]> {
  const run = await findRun(engine, id)
  const visits = replayVisits(await loadRecords(engine.store, run), run.visit)
  return after === 0 ? visits : visits.filter(({ number }) => number > after)
}

/** One visit: of the given round, or the latest of the step. */
export async function showVisit(
  given: Engine,
  { run: id, step, round }: { readonly run: string; readonly step: string; readonly round?: number | undefined },
): Promise<ShownVisit> {
  const engine = keepDefinitions(given)
  const visits = (await listVisits(engine, id)).filter((one) => one.step === step)
  const visit = round === undefined ? visits.at(-1) : visits.find((one) => one.round === round)
  if (visit === undefined || step === END)
    throw new SkilletError(
      "run.no-visit",
      `run ${id} was not at ${step}${round === undefined ? "" : ` in round ${round}`}`,
      {
        retry: "no",
        next: `skillet run show ${id} lists its steps`,
      },
    )
  const { store } = engine
  const sources = Object.entries(visit.inputs)
  const single = sources.filter(([, { item }]) => item !== ALL_ITEMS)
  const [loaded, read, directive] = await Promise.all([
    store.load({ run: id, items: visit, texts: [{ step, round: visit.round, item: ALL_ITEMS }] }),
    store.load({ run: id, texts: single.map(([, source]) => source) }),
    loadDirective(engine, id, visit),
  ])
  const texts = new Map((loaded?.texts ?? []).map(({ item, text }) => [item, text]))
  return {
    visit,
    directive,
    inputs: sources.map(([name, source]) => ({ name, source, text: findText(read?.texts ?? [], source) })),
    items: (loaded?.items ?? []).flatMap(({ dispatch, result }) => {
      const item = dispatch?.item ?? result?.item
      return item === undefined ? [] : [{ item, dispatch, result, text: texts.get(item) }]
    }),
  }
}

interface ReadText extends Pick<ValueSource, "step" | "round" | "item"> {
  readonly text?: string | undefined
}

function findText(texts: readonly ReadText[], { step, round, item }: ValueSource): string | undefined {
  return texts.find((one) => one.step === step && one.round === round && one.item === item)?.text
}

import { SkilletError } from "../../problem/failure.ts"
import { END } from "../../workflow/outcome.ts"
import { loadDirective } from "../build-directive.ts"
import type { Directive } from "../directive/directive.ts"
import { type Engine, findRun, keepDefinitions } from "../engine.ts"
import { loadRecords, type ReadUpTo } from "../history.ts"
import { ALL_ITEMS, type Item, type ValueSource } from "../model.ts"
import { addCurrent, continueVisits, type PastVisit } from "./replay-visits.ts"

/** One visit of a run with everything that was asked and answered in it. */
export interface ShownVisit {
  readonly visit: PastVisit
  /** What followers of the run were told, whatever has happened since. */
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

/** The visits of runs, for a reader that looks at the same run again and again. */
export interface Visits {
  /** In order, those after a number alone if it is given. What each agent answered is not read. */
  list(run: string, after?: number): Promise<readonly PastVisit[]>
  /** Of the given round, or the latest of the step. */
  show(at: VisitPlace): Promise<ShownVisit>
}

export interface VisitPlace {
  readonly run: string
  readonly step: string
  /** Default: the latest. */
  readonly round?: number | undefined
}

interface KnownVisits extends ReadUpTo {
  readonly visits: readonly PastVisit[]
}

/** So many runs are kept: those that a person has open. */
const MOST_KEPT = 4

/**
 * A long run has thousands of records, so of a run that was read before only what came since is read. The hash of each
 * record covers all before it: what was read before is as sound as what follows it.
 */
export function openVisits(given: Engine): Visits {
  const engine = keepDefinitions(given)
  const known = new Map<string, KnownVisits>()

  async function list(id: string, after = 0): Promise<readonly PastVisit[]> {
    const run = await findRun(engine, id)
    const found = known.get(id)
    const before = found !== undefined && found.seq <= run.seq ? found : { seq: 0, chain: "", visits: [] }
    const records = await loadRecords(engine.store, run, before)
    const visits = records.length === 0 ? before.visits : continueVisits(before.visits, records)
    known.delete(id)
    known.set(id, { seq: run.seq, chain: run.chain, visits })
    for (const oldest of [...known.keys()].slice(0, -MOST_KEPT)) known.delete(oldest)
    return addCurrent(visits, run.visit).slice(Math.max(0, after))
  }
  return { list, show: async (at) => showVisit(engine, at, await list(at.run)) }
}

async function showVisit(
  engine: Engine,
  { run: id, step, round }: VisitPlace,
  all: readonly PastVisit[],
): Promise<ShownVisit> {
  const visits = all.filter((one) => one.step === step)
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

import { readComposed } from "../composite-workflow.ts"
import {
  addToHistory,
  hasRecord,
  type MemoryRecord,
  noHistory,
  type PhaseEntry,
  type PhaseHistory,
} from "../memory-record.ts"
import { listUnits } from "../units.ts"
import type { PendingRun } from "../../run/advance/pending-commit.ts"
import { type History, openHistory } from "../../run/history.ts"
import type { VisitPlace } from "../../run/history/show-visit.ts"
import { isSameItem, type ItemRef, NO_ITEM, type Run } from "../../run/model.ts"
import type { Runs } from "../../run/io/open-runs.ts"

/** The records of memory files, whole, in the order of the entries. */
export async function readRecords(
  pending: PendingRun,
  entries: readonly PhaseEntry[],
): Promise<readonly MemoryRecord[]> {
  const refs = entries.map(toItemRef)
  const texts = await pending.items.texts(refs)
  return refs.flatMap((ref) => {
    const text = texts.find((one) => isSameItem(one, ref))?.text
    return text === undefined ? [] : [JSON.parse(text) as MemoryRecord]
  })
}

function toItemRef({ phase, attempt, branch }: PhaseEntry): ItemRef {
  return { step: phase, round: attempt, item: branch ?? NO_ITEM }
}

/** The verified files of one visit of a phase, whole; none for another step, or a run that is no job. */
export async function readPhaseRecords(
  { engine }: Runs,
  { run: id, step, round }: VisitPlace,
): Promise<readonly MemoryRecord[]> {
  const history = openHistory(engine.store)
  const run = await history.run(id)
  const composite = run && readComposed(await engine.definitions.find(run.definition))
  const isPhase = composite !== undefined && listUnits(composite).some((unit) => unit.id === step)
  const visit = isPhase ? await history.visit(id, step, round) : undefined
  return visit === undefined ? [] : readVisitRecords(history, { run: id, ...visit })
}

async function readVisitRecords(
  history: History,
  { run, step, round }: { readonly run: string; readonly step: string; readonly round: number },
): Promise<readonly MemoryRecord[]> {
  const items = (await history.results(run, step, round)).filter(hasRecord)
  const texts = await Promise.all(items.map(({ item }) => history.text({ run, step, round, item })))
  return texts.flatMap((text) => (text === undefined ? [] : [JSON.parse(text) as MemoryRecord]))
}

/** Every record in a run, from its history: also those of branches whose phase is not finished. */
export async function gatherRecords({ engine }: Runs, run: Run): Promise<readonly MemoryRecord[]> {
  const history = openHistory(engine.store)
  const composite = readComposed(await engine.definitions.find(run.definition))
  const steps = composite === undefined ? [] : listUnits(composite).map(({ id }) => id)
  const visits = await history.visits(run.id)
  const records: MemoryRecord[] = []
  for (const { step, round } of visits.filter((visit) => steps.includes(visit.step)))
    records.push(...(await readVisitRecords(history, { run: run.id, step, round })))
  return records
}

/** The phases of a job that was started before its run kept them as a value. */
export async function gatherHistory(runs: Runs, run: Run): Promise<PhaseHistory> {
  return addToHistory(noHistory, await gatherRecords(runs, run))
}

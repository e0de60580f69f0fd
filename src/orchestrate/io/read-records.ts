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
import { openHistory } from "../../run/history.ts"
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

/** Every record in a run, from its history: also those of branches whose phase is not finished. */
export async function gatherRecords({ engine }: Runs, run: Run): Promise<readonly MemoryRecord[]> {
  const history = openHistory(engine.store)
  const composite = readComposed(await engine.definitions.find(run.definition))
  const steps = composite === undefined ? [] : listUnits(composite).map(({ id }) => id)
  const visits = await history.visits(run.id)
  const records: MemoryRecord[] = []
  for (const { step, round } of visits.filter((visit) => steps.includes(visit.step)))
    for (const { item } of (await history.results(run.id, step, round)).filter(hasRecord)) {
      const text = await history.text({ run: run.id, step, round, item })
      if (text !== undefined) records.push(JSON.parse(text) as MemoryRecord)
    }
  return records
}

/** The phases of a job that was started before its run kept them as a value. */
export async function gatherHistory(runs: Runs, run: Run): Promise<PhaseHistory> {
  return addToHistory(noHistory, await gatherRecords(runs, run))
}

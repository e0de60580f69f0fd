import { LEARNINGS, readLearnings } from "../../adapters/memory/learning-files.ts"
import { openMemoryFolder } from "../../adapters/memory/open-memory-folder.ts"
import { agentNames } from "../../composite/agents.ts"
import { notATask } from "../../composite/blocked.ts"
import { type Classified, classifyDomain } from "../../composite/domain/classify-domain.ts"
import type { Composite } from "../../composite/composite.ts"
import { compositeIn, taskParams } from "../../composite/composite-workflow.ts"
import { learningsFor } from "../../composite/learnings/learnings.ts"
import type { TaskLayout } from "../../composite/memory/verify-work.ts"
import { holdsRecord, type MemoryRecord } from "../../composite/memory-record.ts"
import type { ProtocolFacts } from "../../composite/protocol.ts"
import { unitsOf } from "../../composite/units.ts"
import type { MemoryFolder } from "../../ports/memory-folder.ts"
import { loadPending, openReading, readValues } from "../../run/advance/pending-commit.ts"
import { historyOf } from "../../run/history.ts"
import type { Run } from "../../run/model.ts"
import type { PastVisit } from "../../run/history/past-visits.ts"
import type { Runs } from "../runs/open-runs.ts"

/** A task of a composite skill: its run, its outputs, and the directory of its files. */
export interface CompositeTask extends TaskLayout {
  readonly run: Run
  readonly query: string
  readonly composite: Composite
  readonly values: Readonly<Record<string, unknown>>
  readonly records: readonly MemoryRecord[]
  readonly visits: readonly PastVisit[]
  readonly files: MemoryFolder
  readonly top: string
}

export async function openTask(runs: Runs, id: string): Promise<CompositeTask> {
  const reading = await loadPending(openReading(runs.engine), id)
  const { run, workflow } = reading
  const composite = compositeIn(workflow)
  const params = taskParams(run.params)
  if (composite === undefined || params === undefined) throw notATask(id)
  const { query, memory } = params
  const units = unitsOf(composite)
  const visits = await historyOf(runs.engine.store).visits(id)
  const top = run.directory ?? runs.directory
  return {
    run,
    task: id,
    query,
    folder: memory,
    composite,
    units,
    values: await readValues(reading, run.values),
    records: await recordsIn(runs, { id, visits, steps: units.map((unit) => unit.id) }),
    visits,
    files: openMemoryFolder(top, memory),
    top,
  }
}

/** Every verified memory file, in order of arrival. */
async function recordsIn(
  { engine }: Runs,
  {
    id,
    visits,
    steps,
  }: { readonly id: string; readonly visits: readonly PastVisit[]; readonly steps: readonly string[] },
): Promise<readonly MemoryRecord[]> {
  const history = historyOf(engine.store)
  const records: MemoryRecord[] = []
  for (const { step, round } of visits.filter((visit) => steps.includes(visit.step)))
    for (const { item } of (await history.results(id, step, round)).filter(holdsRecord)) {
      const text = await history.text({ run: id, step, round, item })
      if (text !== undefined) records.push(JSON.parse(text) as MemoryRecord)
    }
  return records
}

/** What is known when one of Skillet's own steps is done. */
export function factsOf(task: CompositeTask): ProtocolFacts {
  const { query, top, values } = task
  const { domain } = (values["domain"] as Classified | undefined) ?? classifyDomain(query)
  const learnings = Object.fromEntries(
    agentNames.map((agent) => [
      agent,
      learningsFor(readLearnings(top, agent), { query, domain, folder: `${LEARNINGS}/${agent}` }),
    ]),
  )
  return { ...task, learnings, attempt: task.run.round }
}

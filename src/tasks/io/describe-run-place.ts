import { currentDirective } from "../../run/build-directive.ts"
import type { RunFact } from "../wake-facts.ts"
import type { Runs } from "../../run/io/open-runs.ts"

/** Where a run is, for a task that follows it. Undefined if the run no longer exists. */
export async function describeRunPlace({ engine }: Runs, id: string): Promise<RunFact | undefined> {
  const loaded = await engine.store.load({ run: id })
  if (loaded === undefined) return undefined
  const { run } = loaded
  const directive = await currentDirective(engine, id)
  const waits = directive.questions?.length ?? 0
  return {
    id,
    workflow: run.workflow,
    status: run.status,
    step: run.step,
    title: directive.title,
    state:
      directive.gate === undefined
        ? waits > 0
          ? "It is waiting for a person's answer."
          : undefined
        : `The last gate says: ${directive.gate.status}`,
  }
}

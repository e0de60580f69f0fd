import { stepOf } from "../../workflow/workflow.ts"
import type { Engine } from "../engine/engine.ts"
import { dispatchesIn } from "../engine/work.ts"
import type { Run } from "../model.ts"

/** What has to happen before a tree of runs goes on, where there is nothing to claim. */
export type Waits =
  | { readonly kind: "person" }
  | { readonly kind: "time"; readonly milliseconds: number; readonly runs: readonly string[] }
  /** Others are at work, or something may be tried again later. */
  | { readonly kind: "others" }

export async function whatWaits(engine: Engine, run: Run): Promise<Waits> {
  const running = await engine.store.runs({ root: run.root, status: "running" })
  const times: { readonly id: string; readonly milliseconds: number }[] = []
  let isOnlyPeople = true
  for (const one of running) {
    const seconds = await waitOf(engine, one)
    if (seconds !== undefined) times.push({ id: one.id, milliseconds: seconds })
    else if (!(await waitsForPersonOrChild(engine, one))) isOnlyPeople = false
  }
  if (times.length > 0) {
    const milliseconds = Math.max(0, Math.min(...times.map((time) => time.milliseconds)))
    return { kind: "time", milliseconds, runs: times.map(({ id }) => id) }
  }
  return isOnlyPeople ? { kind: "person" } : { kind: "others" }
}

/** How long a run that waits for a time still waits. */
async function waitOf(engine: Engine, run: Run): Promise<number | undefined> {
  const step = stepOf(await engine.definitions.find(run.definition), run.step)
  if (step?.kind !== "wait" || !("seconds" in step.until)) return undefined
  return (run.visit?.entered ?? 0) + step.until.seconds * 1000 - engine.now()
}

async function waitsForPersonOrChild(engine: Engine, run: Run): Promise<boolean> {
  const { step, round, id } = run
  const at = stepOf(await engine.definitions.find(run.definition), step)
  if (at?.kind === "wait") return true
  if (run.questions.some(({ answer }) => answer === undefined)) return true
  const dispatches = dispatchesIn((await engine.store.load({ run: id, items: { step, round } }))?.items ?? [])
  const open = dispatches.filter(({ status }) => status === "open" || status === "leased")
  return open.length > 0 && open.every(({ ask }) => ask.kind === "run")
}

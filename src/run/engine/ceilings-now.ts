import { brokenCeiling, spentByAll } from "../decide/ceilings.ts"
import type { Run } from "../model.ts"
import { type Engine, findRun } from "./engine.ts"

/** Which ceiling of a tree of runs is reached, in words; undefined when none. */
export async function ceilingsNow(engine: Engine, run: Run): Promise<string | undefined> {
  const root = run.root === run.id ? run : await findRun(engine, run.root)
  if (Object.keys(root.budget).length === 0) return undefined
  const spent = spentByAll(await engine.store.runs({ root: run.root }))
  return brokenCeiling({ budget: root.budget, spent, started: root.started }, 0, engine.now())
}

import type { RunRow } from "../../ports/run-store.ts"
import { brokenCeiling } from "../decide/ceilings.ts"
import { type Engine, findRun } from "./engine.ts"

/** Which ceiling of a tree of runs is reached, in words; undefined when none. */
export async function ceilingsNow(engine: Engine, run: RunRow): Promise<string | undefined> {
  const root = run.root === run.id ? run : await findRun(engine, run.root)
  if (Object.keys(root.budget).length === 0) return undefined
  const runs = await engine.store.runs({ root: run.root })
  const sum = (of: "agents" | "tokens" | "money") => runs.reduce((total, { spent }) => total + spent[of], 0)
  const spent = { agents: sum("agents"), tokens: sum("tokens"), money: sum("money") }
  return brokenCeiling({ budget: root.budget, spent, started: root.started }, 0, engine.now())
}

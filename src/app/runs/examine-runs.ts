import fs from "node:fs"
import { brokenChain } from "../../run/history.ts"
import type { RunStore } from "../../run/store.ts"
import { SkilletError } from "../../problem/failure.ts"
import { type Problem, problemAt } from "../../problem/problem.ts"
import { problem } from "../../run/problems.ts"
import { databaseFile, openRuns } from "./open-runs.ts"

/** What is wrong with the stored runs: a head, a record or a file that is not what was written. */
export async function examineRuns(env: Readonly<Record<string, string | undefined>>): Promise<readonly Problem[]> {
  const file = databaseFile(env)
  if (!fs.existsSync(file)) return []
  const problems: Problem[] = []
  try {
    const runs = await openRuns({ env }, { onProblem: (one) => problems.push(one) })
    try {
      return [...problems, ...(await changedHistories(runs.engine.store, file))]
    } finally {
      await runs.close()
    }
  } catch (error) {
    if (!(error instanceof SkilletError)) throw error
    return [...problems, problemAt(file, problem("store.unusable", {}, { message: error.message, fix: error.next }))]
  }
}

async function changedHistories(store: RunStore, file: string): Promise<readonly Problem[]> {
  const problems: Problem[] = []
  for (const run of await store.runs()) {
    const wrong = brokenChain(run, (await store.records(run.id)).slice(0, run.seq))
    if (wrong === undefined) continue
    const message = `the history of run ${run.id} does not hold: ${wrong}`
    const fix = `skillet run verify ${run.id} says what still holds`
    problems.push(problemAt(file, problem("run.history-changed", {}, { message, fix })))
  }
  return problems
}

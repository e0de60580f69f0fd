import type { RunFilter, RunStore } from "../run/store.ts"
import { listResults } from "../run/model.ts"
import { type SpentAnswer, type SpendingReport, sumSpending } from "../run/history/sum-spending.ts"

/** Every answer with its price, one visit after the other. */
export async function readSpending(store: RunStore, filter: RunFilter): Promise<SpendingReport> {
  const runs = (await store.runs(filter)).filter(({ spent }) => spent.agents > 0 || spent.tokens > 0)
  const answers: SpentAnswer[] = []
  for (const run of runs)
    for (const [step, rounds] of Object.entries(run.rounds))
      for (let round = 1; round <= rounds; round++) {
        const { items = [] } = (await store.load({ run: run.id, items: { step, round } })) ?? {}
        for (const result of listResults(items)) answers.push({ run, result })
      }
  return sumSpending(answers, runs.length)
}

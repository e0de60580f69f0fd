import { type Engine, keepDefinitions } from "../run/engine.ts"
import { compareQuotes, type QuotedSpendingReport, type RunTree } from "../run/history/compare-quotes.ts"
import type { RunFilter } from "../run/store.ts"
import { listResults, type Run } from "../run/model.ts"
import { type SpentAnswer, sumSpending } from "../run/history/sum-spending.ts"

/** Every answer with its price, one visit after the other. */
export async function readSpending(given: Engine, filter: RunFilter): Promise<QuotedSpendingReport> {
  const engine = keepDefinitions(given)
  const { store } = engine
  const runs = (await store.runs(filter)).filter(({ spent }) => spent.agents > 0 || spent.tokens > 0)
  const answers: SpentAnswer[] = []
  for (const run of runs)
    for (const [step, rounds] of Object.entries(run.rounds))
      for (let round = 1; round <= rounds; round++) {
        const { items = [] } = (await store.load({ run: run.id, items: { step, round } })) ?? {}
        for (const result of listResults(items)) answers.push({ run, result })
      }
  return { ...sumSpending(answers, runs.length), quoted: compareQuotes(await listTrees(engine, runs)) }
}

/** The newest runs that nobody started but a person or an agent. */
async function listTrees({ definitions }: Engine, runs: readonly Run[]): Promise<readonly RunTree[]> {
  const tops = runs.filter(({ parent }) => parent === undefined).toSorted((a, b) => b.started - a.started)
  return Promise.all(
    tops.slice(0, MOST_QUOTED).map(async (run) => {
      const below = runs.filter(({ root, id }) => root === run.id && id !== run.id)
      const hashes = [...new Set(below.map(({ definition }) => definition))]
      const children = await Promise.all(hashes.map((hash) => definitions.find(hash)))
      return { run, below, workflow: await definitions.find(run.definition), children }
    }),
  )
}

const MOST_QUOTED = 200

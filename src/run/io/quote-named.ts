import { defaultPrices } from "../../workflow/quote/prices.ts"
import { summarisePastUsage, type Quote, quoteWorkflow } from "../../workflow/quote/quote-workflow.ts"
import { readParams } from "../../workflow/params.ts"
import { SkilletError } from "../../problem/failure.ts"
import type { Runs } from "./open-runs.ts"
import type { LoadedWorkflow } from "../../workflow/io/load-workflows.ts"

/** What a run would cost; the likely cost comes from earlier runs, if there are any. */
export async function quoteNamed(
  runs: Runs,
  { workflow, children }: LoadedWorkflow,
  given: Readonly<Record<string, string>>,
): Promise<Quote> {
  const { params, problems } = readParams(workflow.params, given)
  const wrong = problems.find(({ code }) => code !== "params.missing")
  if (wrong !== undefined)
    throw new SkilletError("run.bad-params", wrong.message, { retry: "no", next: wrong.fix ?? "" })
  const used = await runs.engine.store.usage(workflow.name)
  return quoteWorkflow(workflow, {
    prices: defaultPrices,
    children: (name) => children.find((child) => child.name === name),
    params,
    past: summarisePastUsage(workflow, used),
  })
}

import type { AgentUse, ReviewReport } from "../../review/review-data.ts"
import { historyOf } from "../../run/history.ts"
import type { Runs } from "../runs/open-runs.ts"

/** Who was asked in each phase, what it took, and which dispatch shows it. */
export async function usageOf({ engine }: Runs, run: string, report: ReviewReport): Promise<readonly AgentUse[]> {
  const history = historyOf(engine.store)
  const visits = await history.visits(run)
  const uses: AgentUse[] = []
  for (const { step, round } of visits) {
    const dispatches = await history.dispatches(run, step, round)
    const results = await history.results(run, step, round)
    for (const { item, ask, status } of dispatches) {
      if (ask.kind !== "prompt") continue
      const result = results.find((one) => one.item === item)
      const { milliseconds, tokensIn, tokensOut, money } = result?.usage ?? {}
      uses.push({
        phase: step,
        agent: item,
        status:
          result === undefined
            ? status === "cancelled"
              ? "skipped"
              : "failed"
            : result.outcome === "fail"
              ? "failed"
              : "completed",
        findings: countOf(report, step, item),
        task: `${run}/${step}/${round}/${item}`,
        ...(milliseconds === undefined ? {} : { milliseconds }),
        ...(tokensIn === undefined ? {} : { tokens: tokensIn + (tokensOut ?? 0) }),
        ...(money === undefined ? {} : { money }),
      })
    }
  }
  return uses
}

function countOf({ findings, invalid }: ReviewReport, phase: string, agent: string): number {
  return [...findings, ...invalid].filter(({ saidBy }) =>
    saidBy.some((said) => said.agent === agent && said.round === phase),
  ).length
}

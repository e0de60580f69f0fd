import { chooseTierModels, findTierPrices } from "../../agents/io/tier-prices.ts"
import { toAgentUse } from "../report/agent-use.ts"
import type { AgentUse, ReviewReport } from "../review-data.ts"
import { noReport } from "../review-failures.ts"
import { REVIEWER } from "../reviewers.ts"
import { REVIEW, reviewWorkflow } from "../review-workflow.ts"
import { findRun } from "../../run/engine.ts"
import { requireStarted, startRun } from "../../run/advance/start-run.ts"
import { openHistory } from "../../run/history.ts"
import type { Budget } from "../../run/model.ts"
import type { DriverName } from "../../settings/agent-settings.ts"
import type { Prices } from "../../workflow/quote/prices.ts"
import type { Session } from "../../catalog/io/session/open-session.ts"
import { makeResolutionDocument } from "../instructions/make-resolution-document.ts"
import type { Runs } from "../../run/io/open-runs.ts"
import type { AppReview } from "./open-review.ts"
import { reportOwnStep } from "./report-own-step.ts"

/** The model and the price of each tier, by the user's settings. */
export async function readReviewTiers(
  skillet: Pick<Session, "settings">,
  agent: DriverName,
): Promise<{ readonly prices: Prices; readonly models: ReturnType<typeof chooseTierModels> }> {
  const { agents } = await skillet.settings()
  const asked = { agent, role: REVIEWER }
  return { prices: findTierPrices(agents, asked), models: chooseTierModels(agents, asked) }
}

/** Starts a review of what was gathered. Returns the run's id. */
export async function startReview(
  runs: Runs,
  { gathered, resolution }: AppReview,
  budget: Budget = {},
): Promise<string> {
  const id = runs.newId()
  const { kind, depth } = gathered
  const { project, branch, program, directory } = runs
  const params = { kind, depth }
  const place = { project, branch, program, directory }
  const started = await startRun(runs.engine, reviewWorkflow, { id, params, ...place, budget })
  const begun = requireStarted(started, reviewWorkflow.name)
  const resolved = await reportOwnStep(begun, {
    step: "resolve",
    text: JSON.stringify(makeResolutionDocument(resolution)),
    through: REVIEW,
  })
  await reportOwnStep(resolved, { step: "gather", text: JSON.stringify(gathered), through: REVIEW })
  return id
}

/** The report of a review that has finished. */
export async function loadReviewReport(runs: Runs, id: string): Promise<ReviewReport> {
  const { engine } = runs
  const run = await findRun(engine, id)
  const value = run.values["report"]
  const text = value === undefined ? undefined : await openHistory(engine.store).text({ run: id, ...value })
  if (text === undefined) throw noReport({ id, status: run.status, because: run.because })
  const report = JSON.parse(text) as ReviewReport
  return { ...report, usage: await collectAgentUses(runs, id, report) }
}

/** The agents asked in each phase, their usage, and the dispatch that proves it. */
export async function collectAgentUses(
  { engine }: Runs,
  run: string,
  report: ReviewReport,
): Promise<readonly AgentUse[]> {
  const history = openHistory(engine.store)
  const visits = await history.visits(run)
  const uses: AgentUse[] = []
  for (const { step, round, entered } of visits) {
    const dispatches = await history.dispatches(run, step, round)
    const results = await history.results(run, step, round)
    for (const dispatch of dispatches) {
      const result = results.find(({ item }) => item === dispatch.item)
      const use = toAgentUse({ ...dispatch, entered }, result, report)
      if (use !== undefined) uses.push(use)
    }
  }
  return uses
}

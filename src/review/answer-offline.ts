import type { AgentAnswer, AgentRequest } from "../agents/agent-driver.ts"
import { openHistory } from "../run/history.ts"
import type { RunStore } from "../run/store.ts"
import { PATTERNS_ONLY } from "./claims/read-matches.ts"

/**
 * The answer without a model, for a review that was started with another agent: only what patterns found. Undefined
 * for a run that is not a review.
 */
export async function answerOffline(
  store: RunStore,
  { key: { run } }: Pick<AgentRequest, "key">,
): Promise<AgentAnswer | undefined> {
  const gathered = await openHistory(store).text({ run, step: "gather", round: 1, item: "-" })
  return gathered === undefined ? undefined : { text: PATTERNS_ONLY }
}

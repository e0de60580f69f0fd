import type { AgentDriver } from "../../ports/agents/agent-driver.ts"
import { PATTERNS_ONLY } from "../../review/review-steps.ts"
import { historyOf } from "../../run/history.ts"
import type { RunStore } from "../../run/store.ts"
import { SkilletError } from "../../problem/failure.ts"

/** An agent without a model, for reviews that were begun with another: it says what patterns found and nothing more. */
export function offlineDriver(store: RunStore): AgentDriver {
  return {
    name: "offline",
    async ask({ key: { run } }) {
      if ((await historyOf(store).text({ run, step: "gather", round: 1, item: "-" })) !== undefined)
        return { text: PATTERNS_ONLY }
      throw new SkilletError("agent.offline", "only reviews can be done offline", {
        retry: "no",
        next: "drive this run with --agent command",
      })
    },
  }
}

import type { AgentDriver } from "../../ports/agent-driver.ts"
import { offlineAnswer } from "../../review/offline-answer.ts"
import type { Gathered } from "../../review/review-data.ts"
import { historyOf } from "../../run/history.ts"
import type { RunStore } from "../../run/store.ts"
import { SkilletError } from "../../skill/failure.ts"

/** An agent without a model: it knows what patterns found, and says that and nothing more. Same code, same answers. */
export function offlineDriver(store: RunStore): AgentDriver {
  const known = new Map<string, Gathered>()
  const gatheredOf = async (run: string): Promise<Gathered> => {
    const already = known.get(run)
    if (already !== undefined) return already
    const text = await historyOf(store).text({ run, step: "gather", round: 1, item: "-" })
    if (text === undefined)
      throw new SkilletError("agent.offline", "only reviews can be done offline", {
        retry: "no",
        next: "drive this run with --agent command",
      })
    const gathered = JSON.parse(text) as Gathered
    known.set(run, gathered)
    return gathered
  }
  return {
    name: "offline",
    async ask({ key, prompt }) {
      return { text: offlineAnswer(await gatheredOf(key.run), { step: key.step, item: key.item, prompt }) }
    },
  }
}

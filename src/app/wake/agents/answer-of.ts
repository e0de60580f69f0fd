import { openRuns } from "../../runs/open-runs.ts"
import { questionState, type QuestionState } from "../../../wake/agents/question.ts"
import type { Wake } from "../open-wake.ts"

/** What became of the question that a run asks. */
export async function answerOf(wake: Wake, run: string): Promise<QuestionState> {
  const runs = await openRuns(wake.options)
  try {
    return questionState((await runs.engine.store.load({ run }))?.run)
  } finally {
    await runs.close()
  }
}

import { openHistory } from "../../../run/history.ts"
import { openRuns } from "../../../run/io/open-runs.ts"
import { describeQuestion, type QuestionState } from "../../agents/question.ts"
import type { Wake } from "../open-wake.ts"

/** What happened to the question that a run asks. */
export async function readQuestionState(wake: Wake, run: string): Promise<QuestionState> {
  const runs = await openRuns(wake.options)
  try {
    const history = openHistory(runs.engine.store)
    const visits = await history.visits(run)
    return describeQuestion(await history.run(run), visits.at(-1)?.asked)
  } finally {
    await runs.close()
  }
}

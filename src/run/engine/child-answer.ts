import { stepOf } from "../../workflow/workflow.ts"
import { outputFile } from "../directive/commands.ts"
import { readReview } from "../gate/review-answer.ts"
import { NO_ITEM, type Run } from "../model.ts"
import type { Engine } from "./engine.ts"
import type { RunResult } from "./run-result.ts"

/**
 * What the agent of a child run answers, in a line or two: the parent has the result already, and the agent that started it
 * must not read a review's report.
 */
export async function childAnswer(
  engine: Engine,
  run: Run,
  { title, result }: { readonly title: string; readonly result: RunResult | undefined },
): Promise<readonly string[]> {
  const { id, workflow, parent } = run
  if (parent === undefined) return []
  const above = (await engine.store.load({ run: parent.run }))?.run
  const asked = above === undefined ? undefined : stepOf(await engine.definitions.find(above.definition), parent.step)
  const isReview = asked !== undefined && "review" in asked && asked.review !== undefined
  if (!isReview || result === undefined) return [`${title}: ${workflow} (run ${id})`]
  if (readReview(result.text).claims === "pass") return ["RESULT: PASS"]
  return ["RESULT: FAIL", `REPORT: ${outputFile(run, { step: result.step, round: result.round, item: NO_ITEM })}`]
}

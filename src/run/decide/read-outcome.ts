import { isOutcome, type Outcome } from "../../workflow/outcome.ts"
import { linesOutsideFences } from "../gate/review-answer.ts"

/**
 * How an agent says it went, in the words it was asked for: `OUTCOME: iterate`, or `RESULT: PASS` and `RESULT: FAIL`. The
 * last such line counts.
 */
export function readOutcome(text: string): Outcome | undefined {
  let found: Outcome | undefined
  for (const line of linesOutsideFences(text)) {
    const said = /^\W*(OUTCOME|RESULT)[^\w:]*:\W*([A-Za-z]+)\b/.exec(line)
    if (said === null) continue
    const word = (said[2] ?? "").toLowerCase()
    if (said[1] === "OUTCOME" && isOutcome(word)) found = word
    else if (said[1] === "RESULT" && (word === "pass" || word === "fail")) found = word === "pass" ? "ok" : "fail"
  }
  return found
}

import { expect, test } from "vitest"
import { fanOut, fanOutHalfBack } from "../../../test/directives/sample-directives.ts"
import { renderText } from "./text/render-text.ts"
import { waitForOthers } from "./wait-for-others.ts"
import { renderXml } from "./xml/render-xml.ts"

test("after one of several agents has answered, neither prompts nor commands are printed again", () => {
  expect(renderXml(waitForOthers(fanOutHalfBack))).toMatchInlineSnapshot(`
    "<step_header script="plan" step="4" total="6">Explore from three sides</step_header>
    <current_action>
    Recorded: 2 of 3 agents have answered. Do not start any agent again.
    Wait for tests. When an agent has answered, run the command at the end of its answer.
    If some were never started, or an answer has no command, this prints the step again: skillet run current r7
    </current_action>"
  `)
  expect(renderText(waitForOthers(fanOutHalfBack))).toMatchInlineSnapshot(`
    "STEP 4/6: Explore from three sides

    DO:
      Recorded: 2 of 3 agents have answered. Do not start any agent again.
      Wait for tests. When an agent has answered, run the command at the end of its answer.
      If some were never started, or an answer has no command, this prints the step again: skillet run current r7

    NEXT: There is no command to run now."
  `)
})

test("a reader outside the project gets a command that works there", () => {
  const outside = { ...fanOutHalfBack, directory: "/p", isOutside: true }
  expect(renderXml(waitForOthers(outside))).toContain("run current r7 --cwd /p")
})

test("of many agents only a few are named", () => {
  const [one] = fanOut.dispatches
  const many = Array.from({ length: 9 }, (_, at) => ({ ...one, item: `part.${at}`, answered: at === 0 }))
  const directive = { ...fanOut, dispatches: many as typeof fanOut.dispatches }
  expect(renderXml(waitForOthers(directive))).toContain("Wait for part.1, part.2, part.3, part.4, part.5 and 3 more.")
})

test("a step in which no agent has answered, or that asks a person, is printed in full", () => {
  const asks = { ...fanOutHalfBack, questions: [{ id: "q", text: "?", options: [], multiple: false, command: "c" }] }
  for (const directive of [fanOut, asks, { ...fanOutHalfBack, ended: true }, { ...fanOutHalfBack, run: "" }])
    expect(waitForOthers(directive)).toBe(directive)
})

import { expect, test } from "vitest"
import { writeReportFlags } from "./print-report.ts"
import { explainInterruption } from "./watch-review.ts"

test.each([
  [{ agent: "claude" }, "skillet run drive r-1 --agent claude"],
  [{ agent: "claude", atOnce: 8 }, "skillet run drive r-1 --agent claude --at-once 8"],
  [{ agent: "command", program: "./agent" }, "skillet run drive r-1 --agent command --program ./agent"],
  [
    { agent: "command", program: "node agent.mjs 'a b'" },
    String.raw`skillet run drive r-1 --agent command --program 'node agent.mjs '\''a b'\'''`,
  ],
])("an interrupted review by %j prints the command that continues it", (wanted, command) => {
  expect(explainInterruption("r-1", wanted)).toEqual([
    "interrupted: all answers so far are kept",
    `  to continue: ${command}`,
    "  then, for the report: skillet review --run r-1",
  ])
})

test("the options of a report are part of the command that prints it later", () => {
  const flags = writeReportFlags({
    format: "sarif",
    "output-file": "a b.sarif",
    "fail-on": "major",
    persona: "auditor",
  })
  expect(flags).toBe(" --format sarif --output-file 'a b.sarif' --persona auditor --fail-on major")
  expect(writeReportFlags({})).toBe("")
  expect(explainInterruption("r-1", { agent: "claude", flags }).at(-1)).toBe(
    "  then, for the report: skillet review --run r-1 --format sarif --output-file 'a b.sarif' --persona auditor --fail-on major",
  )
})

import { expect, test } from "vitest"
import { interruptedLines } from "./review.ts"

test.each([
  [{ agent: "claude" }, "skillet run drive r-1 --agent claude"],
  [{ agent: "command", program: "./agent" }, "skillet run drive r-1 --agent command --program ./agent"],
  [
    { agent: "command", program: "node agent.mjs 'a b'" },
    String.raw`skillet run drive r-1 --agent command --program 'node agent.mjs '\''a b'\'''`,
  ],
])("an interrupted review by %j says what continues it", (wanted, command) => {
  expect(interruptedLines("r-1", wanted)).toEqual([
    "interrupted: nothing that was answered is lost",
    `  to continue: ${command}`,
    "  then, for the report: skillet review --run r-1",
  ])
})

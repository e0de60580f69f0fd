import { expect, test } from "vitest"
import { writeGateOutput } from "./gate-output.ts"

test("what failed commands printed follows the reason; what passed or printed nothing of its own does not", () => {
  const evidence = JSON.stringify([
    { kind: "command", holds: false, because: "", command: "npm test", output: "1 failed\nbye" },
    { kind: "command", holds: true, because: "", command: "npm run lint", output: "fine" },
    { kind: "command", holds: false, because: "", command: "true", output: "" },
    { kind: "review", holds: false, because: "1 issue" },
  ])
  expect(writeGateOutput(evidence)).toBe("\n`npm test` printed:\n  1 failed\n  bye\n`true` printed nothing.")
  expect(writeGateOutput(undefined)).toBe("")
})

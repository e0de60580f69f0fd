import { expect, test } from "vitest"
import { ruleFault } from "./rule-fault.ts"

test("a rule that cannot be read says why; one for Bash or another tool is fine", () => {
  expect(ruleFault("Bash(git log")).toBe('the rule "Bash(git log" is not closed: end it with one bracket')
  expect(ruleFault("Bash(git log:*)")).toBeUndefined()
  expect(ruleFault("Read(./.env)")).toBeUndefined()
})

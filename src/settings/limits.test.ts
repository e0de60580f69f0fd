import { expect, test } from "vitest"
import { placeProblem } from "../problem/problem.ts"
import { sourceProblem } from "./problems.ts"
import { mustBeKnown } from "./decide-settings.ts"
import { explainUnknownLimits } from "./limits.ts"

const unknown = (line: number) => ({
  limit: "shell",
  problem: placeProblem(
    "/home/config.yaml",
    sourceProblem("settings.unknown-limit", { line }, { message: "shell is wrong", fix: "write shell: off" }),
  ),
})

test("with every limit known nothing is refused", () => {
  expect(explainUnknownLimits([])).toBeUndefined()
})

test("an unknown limit refuses, with file, line and fix, and counts the others", () => {
  expect(explainUnknownLimits([unknown(3)])).toEqual({
    message: "nothing was run, because a limit cannot be read: /home/config.yaml:3: shell is wrong",
    next: "write shell: off",
  })
  expect(explainUnknownLimits([unknown(3), unknown(4)])?.message).toMatch(/ \(and 1 more\)$/)
})

test("the user's and the machine's limits must be known; a project's cannot stop anybody", () => {
  expect((["managed", "user", "project"] as const).filter(mustBeKnown)).toEqual(["managed", "user"])
})

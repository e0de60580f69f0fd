import { expect, test } from "vitest"
import { problemAt } from "../problem/problem.ts"
import { problem } from "./problems.ts"
import { mustBeKnown, refusalFor } from "./limits.ts"

const unknown = (line: number) => ({
  limit: "shell",
  problem: problemAt(
    "/home/config.yaml",
    problem("settings.unknown-limit", { line }, { message: "shell is wrong", fix: "write shell: off" }),
  ),
})

test("with every limit known nothing is refused", () => {
  expect(refusalFor([])).toBeUndefined()
})

test("an unknown limit refuses, with file, line and fix, and counts the others", () => {
  expect(refusalFor([unknown(3)])).toEqual({
    message: "nothing was run, because a limit cannot be read: /home/config.yaml:3: shell is wrong",
    next: "write shell: off",
  })
  expect(refusalFor([unknown(3), unknown(4)])?.message).toMatch(/ \(and 1 more\)$/)
})

test("the user's and the machine's limits must be known; a project's cannot stop anybody", () => {
  expect((["managed", "user", "project"] as const).filter(mustBeKnown)).toEqual(["managed", "user"])
})

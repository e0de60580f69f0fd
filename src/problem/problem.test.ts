import { expect, test } from "vitest"
import { type Problem, sortByPlace, sortProblems } from "./problem.ts"

const at = (place: string, level: Problem["level"], code: string): Problem => {
  const [path = "", line, column] = place.split(":")
  const spot = {
    line: line === undefined ? undefined : Number(line),
    column: column === undefined ? undefined : Number(column),
  }
  return { code, level, path, ...spot, message: place } as Problem
}

const problems = [
  at("b:2", "warning", "x.b"),
  at("a:11:19", "note", "x.a"),
  at("a:11:6", "error", "x.c"),
  at("a:3", "warning", "x.a"),
  at("a", "warning", "x.b"),
]

test("problems by place come file by file, line by line", () => {
  expect(sortByPlace(problems).map(({ message }) => message)).toEqual(["a", "a:3", "a:11:6", "a:11:19", "b:2"])
})

test("sorted problems begin with the worst, and equal ones are together", () => {
  expect(sortProblems(problems).map(({ message }) => message)).toEqual(["a:11:6", "a:3", "a", "b:2", "a:11:19"])
})

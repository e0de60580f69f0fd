import { expect, test } from "vitest"
import { judgeCase } from "./judge-case.ts"
import type { RequestCase } from "./read-case.ts"

const ask = (change: Partial<RequestCase>): RequestCase => ({
  request: "ship it",
  expects: "use",
  within: 3,
  isStated: true,
  hasAnswer: false,
  line: 1,
  ...change,
})

test.each<[Partial<RequestCase>, readonly string[], { readonly rank?: number; readonly isAsExpected: boolean }]>([
  [{}, ["deploy"], { rank: 1, isAsExpected: true }],
  [{}, ["a", "b", "deploy"], { rank: 3, isAsExpected: true }],
  [{}, ["a", "b", "c", "deploy"], { rank: 4, isAsExpected: false }],
  [{ within: 1 }, ["a", "deploy"], { rank: 2, isAsExpected: false }],
  [{}, ["a"], { isAsExpected: false }],
  [{ expects: "leave" }, [], { isAsExpected: true }],
  [{ expects: "leave" }, ["deploy"], { rank: 1, isAsExpected: false }],
  [{ expects: "leave" }, ["a", "deploy"], { rank: 2, isAsExpected: true }],
  [{ expects: "leave", owner: "undo" }, ["undo@user", "deploy"], { rank: 2, isAsExpected: true }],
  [{ expects: "leave", owner: "undo" }, ["ops:undo", "deploy"], { rank: 2, isAsExpected: true }],
  [{ expects: "leave", owner: "undo" }, ["a", "deploy", "undo"], { rank: 2, isAsExpected: false }],
  [{ expects: "leave", owner: "undo" }, ["a", "deploy"], { rank: 2, isAsExpected: false }],
  [{ expects: "leave", owner: "undo" }, ["a"], { isAsExpected: true }],
])("%j with %j", (change, found, wanted) => {
  const { rank, isAsExpected } = judgeCase(ask(change), { ref: "deploy" }, found)
  expect({ rank, isAsExpected }).toEqual(wanted)
})

test("at most three that were found before it are named", () => {
  const before = (found: readonly string[]) => judgeCase(ask({}), { ref: "deploy" }, found).before
  expect([before(["a", "deploy", "b"]), before(["a", "b", "c", "d", "deploy"]), before(["a", "b", "c", "d"])]).toEqual([
    ["a"],
    ["a", "b", "c"],
    ["a", "b", "c"],
  ])
})

import { expect, test } from "vitest"
import type { Directive } from "./directive.ts"
import { chooseRouting } from "./routing.ts"
import { ended, fanOut, manyOutcomes, fixDispatch, reviewDispatch } from "../../../test/directives/sample-directives.ts"

const ok = { outcome: "ok", command: "o" } as const
const fail = { outcome: "fail", command: "f" } as const
const skip = { outcome: "skip", command: "s" } as const

test.each<readonly [string, Directive, unknown]>([
  ["the end, even where something could be reported", { ...ended, outcomes: [ok] }, { kind: "terminal" }],
  [
    "the last step, which is not yet the end",
    { ...ended, ended: false, outcomes: [ok] },
    { kind: "linear", command: "o" },
  ],
  ["one outcome", { ...manyOutcomes, outcomes: [ok] }, { kind: "linear", command: "o" }],
  ["ok and fail", { ...manyOutcomes, outcomes: [fail, ok] }, { kind: "branch", ifPass: "o", ifFail: "f" }],
  [
    "ok, fail and skip",
    { ...manyOutcomes, outcomes: [ok, fail, skip] },
    {
      kind: "cases",
      cases: [
        { by: "outcome", name: "ok", command: "o" },
        { by: "outcome", name: "fail", command: "f" },
        { by: "outcome", name: "skip", command: "s" },
      ],
    },
  ],
  [
    "ok and skip",
    { ...manyOutcomes, outcomes: [ok, skip] },
    {
      kind: "cases",
      cases: [
        { by: "outcome", name: "ok", command: "o" },
        { by: "outcome", name: "skip", command: "s" },
      ],
    },
  ],
  [
    "one agent that reports, and more to look at when it is back",
    { ...reviewDispatch, after: "a" },
    {
      kind: "cases",
      cases: [{ by: "item", name: "review", command: reviewDispatch.dispatches[0]?.report }],
      afterAll: "a",
    },
  ],
  [
    "agents before outcomes",
    { ...reviewDispatch, outcomes: [ok] },
    { kind: "linear", command: reviewDispatch.dispatches[0]?.report },
  ],
  [
    "agents that are all back",
    { ...fanOut, dispatches: fanOut.dispatches.map((one) => ({ ...one, answered: true })), after: "a" },
    { kind: "linear", command: "a" },
  ],
  [
    "a child run before outcomes",
    { ...fixDispatch, outcomes: [ok] },
    { kind: "linear", command: "skillet run current r7" },
  ],
  ["nothing to run", { ...manyOutcomes, outcomes: [] }, { kind: "open" }],
])("%s", (_, directive, routing) => {
  expect(chooseRouting(directive)).toEqual(routing)
})

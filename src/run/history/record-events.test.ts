import { expect, test } from "vitest"
import { packEvents, readEvents } from "./record-events.ts"

const report = { step: "plan", round: 2, item: "-", outcome: "ok", digest: "d1", by: "ann" }
const notes = { step: "plan", round: 2, item: "-", digest: "d1" }
const older = { step: "scope", round: 1, item: "-", digest: "d0" }
const after = { step: "plan", round: 2, outcome: "ok" }
const entered = { step: "work", round: 1, inputs: { notes, older }, after, asks: 1 }

const cases: readonly (readonly [string, readonly { kind: string; data: Record<string, unknown> }[]])[] = [
  [
    "a report and the step it led to",
    [
      { kind: "reported", data: report },
      { kind: "entered", data: entered },
    ],
  ],
  ["a step that was entered without a report", [{ kind: "entered", data: entered }]],
  ["a report of one item of several", [{ kind: "reported", data: { ...report, item: "a" } }]],
  [
    "a report that was not the reason",
    [
      { kind: "reported", data: { ...report, outcome: "fail" } },
      { kind: "entered", data: { ...entered, after: { ...after, because: "a person passed it" } } },
    ],
  ],
  [
    "a value of another digest",
    [
      { kind: "reported", data: { ...report, digest: undefined } },
      { kind: "entered", data: { ...entered, inputs: { notes: { ...notes, digest: "unseen:1" } } } },
    ],
  ],
  [
    "two reports and two steps",
    [
      { kind: "reported", data: report },
      { kind: "entered", data: entered },
      { kind: "reported", data: { ...report, step: "work", round: 1, digest: "d2" } },
      { kind: "entered", data: { ...entered, step: "check" } },
    ],
  ],
  ["a value called reported", [{ kind: "asked", data: { after: "reported" } }]],
]

test.each(cases)("%s is read as it was written", (_, events) => {
  expect(readEvents(packEvents(events))).toEqual(JSON.parse(JSON.stringify(events)))
})

test("data that is in the report of the same record is stored once", () => {
  const stored = packEvents([
    { kind: "reported", data: report },
    { kind: "entered", data: entered },
  ])
  expect(stored.split("d1").length - 1).toBe(1)
  expect(JSON.parse(stored)[1].data).toEqual({
    step: "work",
    round: 1,
    inputs: { notes: { step: "plan", round: 2 }, older },
    after: "reported",
    asks: 1,
  })
})

test("records of earlier versions, with everything written out, are read as they are", () => {
  const events = [
    { kind: "reported", data: report },
    { kind: "entered", data: entered },
  ]
  expect(readEvents(JSON.stringify(events))).toEqual(events)
})

import { expect, test } from "vitest"
import { renderEventFields } from "./event-fields.ts"

const digest = "4b604373e3b923b7267cd5ae8fa58fcfc85c78b871a84c0daa6636c0590606b3"

test.each([
  [{ step: "gaps", round: 1, asks: 5 }, "step=gaps round=1 asks=5"],
  [{ definition: digest, params: { kind: "code" } }, 'definition=4b604373e3b9 params={"kind":"code"}'],
  [
    {
      inputs: {
        gathered: { step: "gather", round: 1, item: "-", digest },
        gaps: { step: "gaps", round: 2, item: "*" },
      },
      after: { step: "gaps", round: 2, outcome: "ok" },
    },
    "inputs=gathered:gather/1,gaps:gaps/2 after=gaps/2/ok",
  ],
  [{ inputs: {}, list: [1], nothing: null }, "inputs={} list=[1] nothing=null"],
])("the fields of an event fit on a line: %j", (data, expected) => {
  expect(renderEventFields(data)).toBe(expected)
})

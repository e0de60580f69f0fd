import { expect, test } from "vitest"
import { describeVerification } from "./describe-verification.ts"
import type { Verification, VerifiedGate } from "./verify-run.ts"

const fine = { holds: true }
const wrong = { holds: false, because: "changed" }
const intact: Verification = {
  run: "r",
  holds: true,
  gates: [],
  history: { holds: true, events: 4 },
  replay: fine,
  answers: fine,
  queue: fine,
  listing: fine,
}

function gate(more: Partial<VerifiedGate> = {}): VerifiedGate {
  return { step: "g", round: 1, holds: true, because: "", evidence: [], checks: { recorded: 1, again: 0 }, ...more }
}

const bare = gate({ checks: { recorded: 0, again: 0 } })
const repeated = gate({ checks: { recorded: 1, again: 1 } })
const overridden = gate({ overridden: "ada: known" })
const broken = gate({ holds: false })

test.each<readonly [string, Partial<Verification>, string]>([
  ["no gate", {}, "the record is consistent; no gate was passed, so there was nothing to run again"],
  [
    "three gates",
    { gates: [gate(), gate(), bare] },
    "3 recorded gates are consistent; nothing was run again; --again runs their commands",
  ],
  [
    "a gate without a command",
    { gates: [bare] },
    "1 recorded gate is consistent; they have no commands that could be run again",
  ],
  [
    "commands run again",
    { gates: [repeated, repeated, bare] },
    "3 recorded gates are consistent; 2 checks run again with the same result",
  ],
  [
    "some run again",
    { gates: [repeated, gate()] },
    "2 recorded gates are consistent; 1 check run again with the same result, 1 check not",
  ],
  [
    "a gate that a person passed",
    { gates: [overridden, repeated] },
    "1 recorded gate is consistent; 1 gate passed by a person despite open issues; 1 check run again with the same result, 1 check not",
  ],
  [
    "only such gates",
    { gates: [overridden] },
    "1 gate passed by a person despite open issues; nothing was run again; --again runs their commands",
  ],
  [
    "a gate that does not hold",
    { holds: false, gates: [broken, gate()] },
    "not verified: 1 of 2 recorded gates does not hold",
  ],
  ["two of them", { holds: false, gates: [broken, broken] }, "not verified: 2 of 2 recorded gates do not hold"],
  [
    "a gate and the record",
    { holds: false, gates: [broken], replay: wrong },
    "not verified: 1 of 1 recorded gate does not hold; 1 part of the record is wrong",
  ],
  [
    "the record",
    { holds: false, replay: wrong, answers: wrong, queue: wrong, listing: wrong },
    "not verified: 4 parts of the record are wrong",
  ],
  [
    "the history",
    { holds: false, history: { holds: false, events: 0, because: "changed" }, replay: wrong },
    "not verified: the history is not intact, so nothing derived from it was checked",
  ],
])("%s: only what was checked is said", (_name, more, text) => {
  expect(describeVerification({ ...intact, ...more })).toBe(text)
})

import { expect, test } from "vitest"
import { compareVisits } from "./compare-runs.ts"
import type { PastVisit } from "./replay-visits.ts"

const visit = (step: string, outcome: "ok" | "fail" | undefined, digest = "d"): PastVisit => ({
  step,
  round: 1,
  number: 1,
  entered: 0,
  inputs: { notes: { step: "gather", round: 1, item: "-", digest } },
  total: 1,
  ok: 1,
  failed: 0,
  outcome,
})

test.each([
  [[visit("a", "ok")], [visit("a", "ok")], undefined],
  [[visit("a", "ok"), visit("b", "ok")], [visit("a", "ok"), visit("b", "fail")], "1 outcome"],
  [[visit("a", "ok"), visit("b", "ok")], [visit("a", "ok"), visit("c", "ok")], "1 step"],
  [[visit("a", "ok", "x")], [visit("a", "ok", "y")], "0 inputs"],
  [[visit("a", "ok"), visit("b", "ok")], [visit("a", "ok")], "1 missing"],
])("two runs part at the first step that differs (%#)", (left, right, wanted) => {
  const { parts, pairs } = compareVisits(left, right)
  expect(parts === undefined ? undefined : `${parts} ${pairs[parts]?.differs}`).toBe(wanted)
})

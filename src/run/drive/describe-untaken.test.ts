import { expect, test } from "vitest"
import { describeUntaken } from "./describe-untaken.ts"

test.each([
  [0, [], "this project has no worker: start skillet worker in a clone of it, on any machine"],
  [undefined, [], "no worker has taken what is open so far: skillet worker has to run in a clone of this project"],
  [2, [], undefined],
  [1, ["a", "a"], "workers do not take what is open: a; skillet run dead lists what they gave up"],
  [
    0,
    ["a", "b", "c"],
    "workers do not take what is open: a (and for 2 other reasons); skillet run dead lists what they gave up",
  ],
])("with %s workers that refused because of %j, it says %j", (workers, refusals, said) => {
  expect(describeUntaken({ workers, refusals })).toBe(said)
})

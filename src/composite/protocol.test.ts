import { expect, test } from "vitest"
import { unexpectedRefusal } from "./protocol.ts"

test("a report of ours that came too late is no fault, and any other refusal is", () => {
  const refused = (code: string) => unexpectedRefusal({ kind: "refused", refusal: { code, message: "it was refused" } })
  expect(["run.stale", "run.answered", "run.ended"].map(refused)).toEqual([undefined, undefined, undefined])
  expect(refused("run.wrong-shape")).toBe("it was refused")
  expect(unexpectedRefusal({ kind: "applied" })).toBeUndefined()
})

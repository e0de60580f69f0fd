import { ScanFailure } from "@skillet/scan"
import { expect, test } from "vitest"
import { SkilletError } from "../problem/failure.ts"
import { failReview } from "./fail-review.ts"

test("a failure of the scanner keeps its code, its cause and its next step", () => {
  const cause = new Error("no such file")
  const failure = new ScanFailure("review.no-parser", "no parser", { retry: "no", next: "install it again", cause })
  const thrown = [failure, cause].map((error) => {
    try {
      return failReview(error)
    } catch (caught) {
      return caught
    }
  })
  expect(thrown[0]).toBeInstanceOf(SkilletError)
  expect(thrown[0]).toMatchObject({
    code: "review.no-parser",
    message: "no parser",
    retry: "no",
    next: "install it again",
    cause,
  })
  expect(thrown[1]).toBe(cause)
})

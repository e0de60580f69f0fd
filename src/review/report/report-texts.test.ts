import { expect, test } from "vitest"
import type { ReviewFinding } from "../claims/review-finding.ts"
import { describeRelated } from "./report-texts.ts"

test("an insight says which of its findings the report leaves out", () => {
  const findings = [{ id: "F1" } as ReviewFinding]
  expect(describeRelated({ related: ["F1", "F3"] }, { findings })).toBe("F1 and F3 (not shown)")
})

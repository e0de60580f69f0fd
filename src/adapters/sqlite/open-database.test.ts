import { expect, test } from "vitest"
import { loadLibsql } from "./open-database.ts"

test("loading leaves the process report unchanged", () => {
  const { getReport } = process.report
  expect(loadLibsql()).toBeTypeOf("function")
  expect(process.report.getReport).toBe(getReport)
})

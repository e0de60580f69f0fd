import { expect, test } from "vitest"
import { loadLibsql } from "./open-database.ts"

test("loading leaves the report of the process as it was", () => {
  const { getReport } = process.report
  expect(loadLibsql()).toBeTypeOf("function")
  expect(process.report.getReport).toBe(getReport)
})

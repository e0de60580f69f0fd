import { expect, test } from "vitest"
import { formatDateTime, formatMinute, formatSecond } from "./format-time.ts"

test("every time says its zone, whatever the zone of the machine", () => {
  const at = Date.UTC(2026, 2, 1, 10, 32, 5)
  expect([formatMinute(at), formatSecond(at), formatDateTime(at), formatDateTime(at, "second")]).toEqual([
    "10:32 UTC",
    "10:32:05 UTC",
    "2026-03-01 10:32 UTC",
    "2026-03-01 10:32:05 UTC",
  ])
})

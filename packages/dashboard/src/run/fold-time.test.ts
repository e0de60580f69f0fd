import { expect, test } from "vitest"
import { foldTime } from "./fold-time.ts"

test("a night in which nothing happened takes little room, and everything stays in order", () => {
  const night = 12 * 3_600_000
  const times = [0, 10_000, 20_000, 20_000 + night, 30_000 + night]
  const folded = foldTime(times)
  const places = times.map((time) => folded.place(time))
  expect(places[0]).toBe(0)
  expect(places.at(-1)).toBe(1)
  expect(places).toEqual([...places].sort((a, b) => a - b))
  expect((places[3] ?? 1) - (places[2] ?? 0)).toBeLessThan(0.5)
  expect(folded.folds.some(({ milliseconds }) => milliseconds === night)).toBe(true)
})

test("without idle times the line is the clock", () => {
  const folded = foldTime([0, 500, 1000])
  expect(folded.folds).toEqual([])
  expect(folded.place(250)).toBeCloseTo(0.25)
})

import { expect, test } from "vitest"
import { remembered } from "./remembered.ts"

test("each argument is asked about once, also where nothing is found", () => {
  const asked: number[] = []
  const half = remembered((of: number) => {
    asked.push(of)
    return of % 2 === 0 ? of / 2 : undefined
  })
  expect([half(4), half(3), half(4), half(3)]).toEqual([2, undefined, 2, undefined])
  expect(asked).toEqual([4, 3])
})

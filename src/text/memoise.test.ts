import { expect, test } from "vitest"
import { openLastUsed, memoise } from "./memoise.ts"

test("each argument is computed once, even if nothing is found", () => {
  const asked: number[] = []
  const half = memoise((of: number) => {
    asked.push(of)
    return of % 2 === 0 ? of / 2 : undefined
  })
  expect([half(4), half(3), half(4), half(3)]).toEqual([2, undefined, 2, undefined])
  expect(asked).toEqual([4, 3])
})

test("what was not used for longest is forgotten first", () => {
  const kept = openLastUsed<number>(10)
  kept.put("a", 1, 4)
  kept.put("b", 2, 4)
  kept.get("a")
  kept.put("c", 3, 4)
  expect(["a", "b", "c"].map(kept.get)).toEqual([1, undefined, 3])
})

test("an entry that is too large is kept alone, and its space is freed after it", () => {
  const kept = openLastUsed<number>(10)
  kept.put("a", 1, 4)
  kept.put("large", 2, 100)
  expect(["a", "large"].map(kept.get)).toEqual([undefined, 2])
  kept.put("b", 3, 4)
  kept.put("c", 4, 4)
  expect(["large", "b", "c"].map(kept.get)).toEqual([undefined, 3, 4])
})

test("the same key again replaces what was kept", () => {
  const kept = openLastUsed<number>(10)
  kept.put("a", 1, 9)
  kept.put("a", 2, 9)
  kept.put("b", 3, 1)
  expect(["a", "b"].map(kept.get)).toEqual([2, 3])
})

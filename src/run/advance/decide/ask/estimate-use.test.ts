import { expect, test } from "vitest"
import { addCosts, estimateUse, sumCosts } from "./estimate-use.ts"

const usage = { tokensIn: 1000, tokensOut: 200, money: 0.3, milliseconds: 1 }
const asked = { agent: "explore", tier: "mid", tokens: 400 } as const

test("before any answer, the prompt at the price of its tier is all that is known", () => {
  expect(estimateUse(asked, {})).toEqual({ tokens: 400, money: (400 * 3) / 1e6 })
})

test("a role is expected to use as much as its earlier answers, and more if its prompt is longer", () => {
  const costs = addCosts(addCosts(undefined, "explore", usage), "explore", { ...usage, tokensOut: 400, money: 0.5 })
  expect(estimateUse(asked, costs ?? {})).toEqual({ tokens: 1300, money: 0.4 })
  expect(estimateUse({ ...asked, tokens: 2000 }, costs ?? {})).toEqual({ tokens: 2300, money: 0.8 })
})

test("a role without answers is expected to use as much as others; an unusual name is only a name", () => {
  const costs = sumCosts([addCosts({}, "review", usage), addCosts({}, "__proto__", usage), undefined])
  expect(estimateUse(asked, costs)).toEqual({ tokens: 1200, money: 0.3 })
  expect(Object.keys(costs)).toEqual(["review", "__proto__"])
})

test("answers without usage do not count", () => {
  expect(addCosts(undefined, "explore", undefined)).toBeUndefined()
})

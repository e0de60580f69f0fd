import { expect, test } from "vitest"
import { documentReader, type MatchText } from "./document.ts"
import { IN_NAME } from "./fields.ts"

const empty: MatchText = { name: "", description: "", body: "" }

test("a word counts by where it stands: name, description, when to use it, headings, body, code", () => {
  const strengths = strengthsIn({
    name: "alpha",
    description: `beta ${"filler ".repeat(20)}`,
    whenToUse: "gamma",
    body: "# Delta\nepsilon\n```\nzeta\n```\n## When to use\neta",
  })
  const order = ["alpha", "beta", "gamma", "delta", "epsilon"].map((word) => strengths.get(word)! % IN_NAME)
  expect(order).toEqual([...order].sort((a, b) => b - a))
  expect(strengths.get("eta")).toBe(strengths.get("gamma"))
  expect(strengths.get("zeta")).toBe(strengths.get("epsilon"))
})

test("only words of the name carry its mark", () => {
  const strengths = strengthsIn({ ...empty, name: "alpha", description: "alpha beta" })
  expect(strengths.get("alpha")! >= IN_NAME).toBe(true)
  expect(strengths.get("beta")! >= IN_NAME).toBe(false)
})

test("more of a word says more, but ever less more", () => {
  const times = [1, 2, 4, 8, 16, 10_000].map(
    (count) =>
      strengthsIn({ ...empty, body: `${"alpha ".repeat(count)} ${"beta ".repeat(500 - Math.min(count, 500))}` }).get(
        "alpha",
      )!,
  )
  expect(times).toEqual([...new Set(times)].sort((a, b) => a - b))
  expect(times.at(-1)!).toBeLessThanOrEqual(127)
})

test("a word in a short description says more than in a long one", () => {
  const short = strengthsIn({ ...empty, description: "alpha" }).get("alpha")!
  const long = strengthsIn({ ...empty, description: `alpha ${"beta ".repeat(50)}` }).get("alpha")!
  expect(short).toBeGreaterThan(long)
})

test("code counts once, and not at all where the text has the word", () => {
  const code = "\n```\nalpha alpha alpha\n```\n"
  const once = strengthsIn({ ...empty, body: "alpha" }).get("alpha")
  expect(strengthsIn({ ...empty, body: code }).get("alpha")).toBe(
    strengthsIn({ ...empty, body: "\n```\nalpha\n```" }).get("alpha"),
  )
  expect(strengthsIn({ ...empty, body: `alpha${code}` }).get("alpha")).toBe(once)
})

test("one reader gives the same word the same number in every skill", () => {
  const reader = documentReader()
  const first = reader.read({ ...empty, description: "tests alpha" })
  const second = reader.read({ ...empty, description: "beta testing" })
  expect(first.terms.map((term) => reader.terms[term])).toEqual(["test", "alpha"])
  expect(second.terms.map((term) => reader.terms[term])).toEqual(["beta", "test"])
})

test("what is too long for a word is left out", () => {
  expect([...strengthsIn({ ...empty, body: `${"x".repeat(41)} ${"y".repeat(100_000)} alpha` }).keys()]).toEqual([
    "alpha",
  ])
})

function strengthsIn(text: MatchText): ReadonlyMap<string, number> {
  const reader = documentReader()
  const { terms, strengths } = reader.read(text)
  return new Map(terms.map((term, at) => [reader.terms[term]!, strengths[at]!]))
}

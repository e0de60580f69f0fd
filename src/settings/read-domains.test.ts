import { expect, test } from "vitest"
import { readDomains } from "./read-domains.ts"

const read = (value: unknown, owner: "user" | "project" | "managed" = "user") => readDomains(value, ["domains"], owner)

test("domains are read one by one, with words, weaker words and standards", () => {
  const legal = { words: ["court"], weak: ["page"], standards: ["Quote the law."] }
  expect(read({ legal, technical: { words: ["ansible"] } })).toEqual({
    layer: { domains: { legal, technical: { words: ["ansible"], weak: [], standards: undefined } } },
    faults: [],
  })
})

test.each([
  ["a list", ["legal"], ["domains"], {}],
  ["a domain that is a text", { legal: "court" }, ["domains.legal"], {}],
  ["a new domain without words", { legal: { weak: ["page"] } }, ["domains.legal"], {}],
  ["hybrid", { hybrid: { words: ["x"] } }, ["domains.hybrid"], {}],
  ["a name with capitals", { Legal: { words: ["x"] } }, ["domains.Legal"], {}],
  [
    "words that are several",
    { legal: { words: ["court", "supreme court", 7] } },
    ["domains.legal.words", "domains.legal.words"],
    { legal: { words: ["court"], weak: [] } },
  ],
  [
    "an unknown field",
    { legal: { words: ["court"], standard: ["x"] } },
    ["domains.legal.standard"],
    { legal: { words: ["court"], weak: [] } },
  ],
  [
    "standards that are a text",
    { personal: { standards: "Be kind." } },
    ["domains.personal.standards"],
    { personal: { words: [], weak: [] } },
  ],
])("%s does not count, and the rest does", (_, value, places, domains) => {
  const { layer, faults } = read(value)
  expect(faults.map(({ at }) => at.join("."))).toEqual(places)
  expect(faults.every(({ limits }) => !limits)).toBe(true)
  expect(layer.domains ?? {}).toEqual(domains)
})

test("a project may only add words to the domains that come with Skillet", () => {
  const { layer, faults } = read(
    { technical: { words: ["ansible"], standards: ["Obey."] }, legal: { words: ["court"] } },
    "project",
  )
  expect(layer).toEqual({ domains: { technical: { words: ["ansible"], weak: [], standards: undefined } } })
  expect(faults.map(({ at, message }) => [at.join("."), message])).toEqual([
    [
      "domains.technical.standards",
      "a project may only add words to technical, personal, creative, professional, recreational; it may not set standards, and was ignored",
    ],
    [
      "domains.legal",
      "a project may only add words to technical, personal, creative, professional, recreational; domains.legal is not one of them, and was ignored",
    ],
  ])
})

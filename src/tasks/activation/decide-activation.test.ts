import fc from "fast-check"
import { expect, test } from "vitest"
import { type ActivationMode, activationModes } from "../../settings/activation-settings.ts"
import { type ActivationFacts, decideActivation, listNamedFiles, mayActivate } from "./decide-activation.ts"

const settings = { mode: "name" as ActivationMode, least: 0.6, lead: 1.2, skills: {} }
const pdf = { name: "pdf", isTrusted: true, triggers: ["merge pdfs"] }
const slides = { name: "office:slides", isTrusted: true, triggers: [], file: "talk.pptx" }
const facts: ActivationFacts = {
  prompt: "Please merge PDFs into one",
  settings,
  skills: [pdf, { ...slides, file: undefined }],
  ranked: [],
  loaded: [],
}
const decide = (change: Partial<ActivationFacts>) =>
  decideActivation({ ...facts, ...change }).map(({ at, by, how }) => `${at} ${by} ${how}`)
const fit = (at: number, worth: number) => ({ at, worth, words: ["deck"] })

test.each<[string, Partial<ActivationFacts>, readonly string[]]>([
  ["a trigger counts with rules alone", { settings: { ...settings, mode: "rules" } }, ["0 trigger name"]],
  ["a trigger fits whole words only", { prompt: "submerge pdfsx" }, []],
  ["a trigger of a skill nobody trusts does not count", { skills: [{ ...pdf, isTrusted: false }] }, []],
  [
    "a trigger in Chinese fits inside a text",
    { prompt: "请部署这个", skills: [{ ...pdf, triggers: ["部署"] }] },
    ["0 trigger name"],
  ],
  ["a named file that fits the paths counts", { prompt: "fix talk.pptx", skills: [pdf, slides] }, ["1 path name"]],
  ["the best by its words counts", { prompt: "a deck", ranked: [fit(1, 1), fit(0, 0.5)] }, ["1 words name"]],
  ["one that is worth too little does not", { prompt: "a deck", ranked: [fit(1, 0.5)] }, []],
  [
    "another that comes close counts with it",
    { prompt: "a deck", ranked: [fit(1, 1), fit(0, 0.9)] },
    ["1 words name", "0 words name"],
  ],
  [
    "if others come close, no text is added",
    { prompt: "a deck", settings: { ...settings, mode: "body" }, ranked: [fit(1, 1), fit(0, 0.9)] },
    ["1 words name", "0 words name"],
  ],
  [
    "the text of one that is clearly the best is added",
    { prompt: "a deck", settings: { ...settings, mode: "body" }, ranked: [fit(1, 1), fit(0, 0.5)] },
    ["1 words body"],
  ],
  [
    "if the best was loaded, the next is not named instead",
    { prompt: "a deck", ranked: [fit(1, 1), fit(0, 0.9)], loaded: ["slides"] },
    [],
  ],
  [
    "one that is off is not named, however close it comes",
    { prompt: "a deck", settings: { ...settings, skills: { pdf: "off" } }, ranked: [fit(1, 1), fit(0, 0.9)] },
    ["1 words name"],
  ],
  [
    "words do not count with rules alone",
    { prompt: "a deck", settings: { ...settings, mode: "rules" }, ranked: [fit(1, 1)] },
    [],
  ],
  ["a skill that is off does not count", { settings: { ...settings, skills: { pdf: "off" } } }, []],
  ["nothing counts if all is off", { settings: { ...settings, mode: "off" } }, []],
  ["a skill that was loaded does not count", { loaded: ["pdf"] }, []],
  ["nor one loaded under its plugin's name", { prompt: "a deck", ranked: [fit(1, 1)], loaded: ["slides"] }, []],
  ["a skill that the prompt names itself does not count", { prompt: "use $pdf and merge pdfs" }, []],
  ["a command of the host gets nothing", { prompt: "/merge pdfs" }, []],
  ["a text is added if asked for", { settings: { ...settings, mode: "body" } }, ["0 trigger body"]],
  [
    "only for the skill it is asked for",
    { settings: { ...settings, mode: "body", skills: { pdf: "name" } } },
    ["0 trigger name"],
  ],
  ["rule and words at once", { ranked: [fit(1, 1)] }, ["0 trigger name", "1 words name"]],
  ["the same skill comes once", { ranked: [fit(0, 1)] }, ["0 trigger name"]],
])("%s", (_, change, expected) => {
  expect(decide(change)).toEqual(expected)
})

const mode = fc.constantFrom(...activationModes)
const anySkill = fc.record({
  name: fc.constantFrom("pdf", "slides", "x:pdf", "deploy"),
  isTrusted: fc.boolean(),
  triggers: fc.array(fc.constantFrom("merge", "a deck", "", "!?")),
  file: fc.option(fc.constant("a.ts"), { nil: undefined }),
})
const anyFacts: fc.Arbitrary<ActivationFacts> = fc.record({
  prompt: fc.constantFrom("merge a deck", "/merge", "please merge", "", "use $pdf to merge"),
  settings: fc.record({
    mode,
    least: fc.constantFrom(0.1, 0.6, 2),
    lead: fc.constantFrom(1, 1.5),
    skills: fc.dictionary(fc.constantFrom("pdf", "slides"), mode),
  }),
  skills: fc.array(anySkill, { maxLength: 6 }),
  ranked: fc.array(
    fc.record({ at: fc.nat(6), worth: fc.double({ min: 0, max: 3, noNaN: true }), words: fc.constant([]) }),
  ),
  loaded: fc.subarray(["pdf", "slides"]),
})

test("whatever is there: no text of an untrusted skill, no skill that is off or loaded, none twice, at most three", () => {
  fc.assert(
    fc.property(anyFacts, (given) => {
      const chosen = decideActivation(given)
      expect(chosen.length).toBeLessThanOrEqual(3)
      expect(new Set(chosen.map(({ at }) => at)).size).toBe(chosen.length)
      for (const { at, by, how } of chosen) {
        const skill = given.skills[at]
        expect(skill).toBeDefined()
        expect(given.settings.mode).not.toBe("off")
        expect(given.settings.skills[skill?.name ?? ""]).not.toBe("off")
        expect(given.loaded).not.toContain(skill?.name.split(":").at(-1))
        if (by !== "words") expect(skill?.isTrusted).toBe(true)
        if (how === "body") expect([skill?.isTrusted, given.settings.mode]).toEqual([true, "body"])
      }
    }),
    { numRuns: 500 },
  )
})

test("asking for more worth never adds a skill, and less room for one never adds its text", () => {
  fc.assert(
    fc.property(anyFacts, (given) => {
      const strict = decideActivation({ ...given, settings: { ...given.settings, least: given.settings.least + 1 } })
      const usual = new Set(decideActivation(given).map(({ at }) => at))
      expect(strict.every(({ at }) => usual.has(at))).toBe(true)
    }),
    { numRuns: 300 },
  )
})

test("a prompt without words reads no skills", () => {
  expect(["yes", "/x y", "", "1 + 1", "部署这个"].map((prompt) => mayActivate(prompt, settings))).toEqual([
    true,
    false,
    false,
    false,
    true,
  ])
})

test("files are found as people write them", () => {
  expect(listNamedFiles("fix `src/a.ts`, @docs/x.md and ./b/c.sql: please. See http://x.y/z or ../secret")).toEqual([
    "src/a.ts",
    "docs/x.md",
    "b/c.sql",
    "../secret",
  ])
})

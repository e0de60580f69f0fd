import { expect, test } from "vitest"
import { explainPrompt, findProofLine, type PromptFacts } from "./explain-prompt.ts"

const entry = {
  name: "pdf",
  shown: "pdf",
  path: "/s/pdf",
  text: "Merges scans",
  state: "whole",
  characters: 9,
  tokens: 3,
  wanted: 9,
} as const
const own = { ref: "pdf", path: "/s/pdf", worth: 1, words: ["merge"] }
const other = { ref: "slides", path: "/s/slides", worth: 2, words: ["merge", "deck"] }
const facts: PromptFacts = {
  host: "claude",
  seen: "does not see it",
  skill: { ref: "pdf", path: "/s/pdf", isForModel: true, status: "active" },
  entry,
  listing: "2 skills",
  ranked: [own],
  among: 2,
  settings: { mode: "name", least: 0.6, lead: 1.2, skills: {} },
}

test.each<[string, Partial<PromptFacts>, string, string | undefined]>([
  ["is not there", { skill: undefined }, "not-found: does not see it", undefined],
  [
    "is off",
    { skill: { ref: "pdf", path: "/s/pdf", isForModel: false, status: "off", reason: "settings" } },
    "unusable: off: settings",
    "/s/pdf",
  ],
  ["is not in the listing", { entry: undefined }, "left-out: its listing leaves it out (2 skills)", "/s/pdf"],
  [
    "has only its name there",
    { entry: { ...entry, text: null, state: "bare" } },
    "left-out: its listing has its name only (2 skills)",
    "/s/pdf",
  ],
  [
    "loses what fits",
    { entry: { ...entry, text: "Scans…", state: "cut" } },
    "left-out: its listing cuts off what fits (merge) (2 skills)",
    "/s/pdf",
  ],
  [
    "keeps what fits",
    { entry: { ...entry, text: "Merge…", state: "cut" } },
    "offered: listed, and best of 2: pdf (1.00 by merge)",
    "/s/pdf",
  ],
  [
    "says nothing of it",
    { ranked: [] },
    "no-words: nothing that it says about itself fits, nor does any other skill",
    "/s/pdf",
  ],
  [
    "says nothing, others do",
    { ranked: [other] },
    "no-words: nothing that it says about itself fits; slides (2.00 by merge, deck) fits best",
    "/s/pdf",
  ],
  [
    "fits less",
    { ranked: [other, own] },
    "outranked: 2nd of 2: slides (2.00 by merge, deck) fits better than pdf (1.00 by merge)",
    "/s/slides",
  ],
  [
    "is worth too little",
    { ranked: [{ ...own, worth: 0.5 }] },
    "below: best of 2, but pdf (0.50 by merge) is under activation.least, 0.6",
    "/s/pdf",
  ],
  [
    "is hardly better",
    { ranked: [own, { ...other, worth: 0.9 }] },
    "offered: listed, and best of 2: pdf (1.00 by merge)",
    "/s/pdf",
  ],
  ["has a rule", { ranked: [], rule: "glue" }, "offered: its own rule fits: glue", "/s/pdf"],
  ["fits best", {}, "offered: listed, and best of 2: pdf (1.00 by merge)", "/s/pdf"],
])("a skill that %s", (_, change, expected, proof) => {
  const verdict = explainPrompt({ ...facts, ...change })
  expect(`${verdict.fate}: ${verdict.answer}`).toBe(expected)
  expect(verdict.proof?.path).toBe(proof)
})

test("the line that proves it has most of the words, or the description", () => {
  const text = "---\nname: pdf\ndescription: Pages.\n---\nMerge two scans.\n"
  expect(findProofLine(text, ["merge", "scans"])).toEqual({ line: 5, text: "Merge two scans." })
  expect(findProofLine(text, ["nothing"])).toEqual({ line: 3, text: "description: Pages." })
  expect(findProofLine("", [])).toEqual({ line: 1, text: "" })
})

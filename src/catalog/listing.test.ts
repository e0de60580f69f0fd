import { expect, test } from "vitest"
import { profiles } from "../hosts/profiles.ts"
import type { Catalog, CatalogSkill } from "./catalog.ts"
import { listForModel } from "./listing.ts"

const skill = (name: string, more: Partial<CatalogSkill> = {}): CatalogSkill => ({
  name,
  ref: name,
  source: "project",
  description: `about ${name}`,
  path: `/${name}`,
  tokens: 1,
  status: "active",
  shadows: [],
  form: "folder",
  trust: "own",
  ...more,
})
const catalog = (skills: readonly CatalogSkill[]): Catalog => ({
  host: "claude",
  skills,
  shadowed: [],
  duplicates: [],
  problems: [],
})
const shown = (skills: readonly CatalogSkill[], host: keyof typeof profiles, settings = {}) =>
  listForModel(catalog(skills), profiles[host], { settings }).entries.map(({ shown: name, text, state }) => [
    name,
    text,
    state,
  ])

test("only skills that the model may use are listed, a second name next to the first", () => {
  const skills = [
    skill("a", { title: "other" }),
    skill("b", { status: "user-only" }),
    skill("c", { status: "name-only" }),
    skill("d", { status: "conditional" }),
    skill("e", { status: "model-only" }),
    skill("f", { status: "off" }),
  ]
  expect(shown(skills, "claude")).toEqual([
    ["a (other)", "about a", "whole"],
    ["c", null, "bare"],
    ["e", "about e", "whole"],
  ])
})

test("when to use it follows the description, angle brackets are escaped, line breaks become spaces", () => {
  expect(shown([skill("a", { description: "x <b>\n  y", whenToUse: "often" })], "open")).toEqual([
    ["a", "x &lt;b&gt; y - often", "whole"],
  ])
  expect(shown([skill("a", { description: "x <b>\n  y", whenToUse: "often" })], "claude")).toEqual([
    ["a", "x &lt;b&gt;   y - often", "whole"],
  ])
})

test.each([
  ["a\tb\u0007\u0007c", "a b c"],
  ["zero\u200bwidth \u202e \u00ad", "zero width    "],
  ["tag \u{e0041}, private \ue000, blank \u2800, none \ufffe", "tag  , private  , blank  , none  "],
  ["a\u200db\ufe0f", "a b "],
  ["👨\u200d👩\u200d👧 ❤\ufe0f", "👨\u200d👩\u200d👧 ❤\ufe0f"],
  ["no\u00a0break", "no\u00a0break"],
])("to Claude Code an invisible character is a space, unless it joins emoji: %j", (description, text) => {
  expect(shown([skill("a", { description })], "claude")[0]?.[1]).toBe(text)
})

test("one entry is cut at the host's limit, or at the limit that is set", () => {
  expect(shown([skill("a", { description: "z".repeat(2000) })], "claude")[0]?.[1]).toBe(`${"z".repeat(1535)}…`)
  expect(shown([skill("a", { description: "z".repeat(200) })], "claude", { entryCharacters: 100 })[0]).toEqual([
    "a",
    `${"z".repeat(99)}…`,
    "cut",
  ])
})

test("over its budget Claude Code drops descriptions from the end, never names", () => {
  const skills = Array.from({ length: 40 }, (_, at) => skill(`s${at}`, { description: "y".repeat(300) }))
  const states = shown(skills, "claude").map(([, , state]) => state)
  // 8,000 characters, of which its own entries take 6,067.
  expect(states.filter((state) => state === "whole").length).toBe(5)
  expect(states.lastIndexOf("whole")).toBeLessThan(states.indexOf("bare"))
  expect(states).toHaveLength(40)
})

test("over its budget Claude Code still takes a short description after a long one", () => {
  const skills = [300, 1400, 20, 1400, 10].map((length, at) => skill(`s${at}`, { description: "y".repeat(length) }))
  expect(shown(skills, "claude").map(([, , state]) => state)).toEqual(["whole", "whole", "whole", "bare", "whole"])
})

test("over its budget Codex cuts all descriptions, then drops them, then drops names", () => {
  const many = (count: number) =>
    shown(
      Array.from({ length: count }, (_, at) => skill(`skill-${at}`, { description: "y".repeat(300) })),
      "codex",
    ).map(([, , state]) => state)
  expect(new Set(many(304))).toEqual(new Set(["cut"]))
  expect(new Set(many(1000))).toEqual(new Set(["bare", "missing"]))
})

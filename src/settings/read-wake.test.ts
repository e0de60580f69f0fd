import { expect, test } from "vitest"
import { readSkilletLayer } from "./settings-keys.ts"
import { readWake } from "./read-wake.ts"
import { layerWake, noWakeSettings } from "./wake-settings.ts"

const read = (value: unknown, owner: "user" | "project" = "user") => readWake(value, ["wake"], owner)

test("rules, the chain and checklists are read row by row, with their defaults", () => {
  const rules = {
    release: { skill: "notes", words: ["release"] },
    all: { skill: "s", words: "*", priority: 1 },
    merge: "off",
  }
  expect(read({ rules, chain: { a: { next: ["b"] }, b: false }, checklists: ["c"], "built-in": "off" })).toEqual({
    layer: {
      wake: {
        rules: {
          release: { skill: "notes", words: ["release"], when: "mentioned", priority: 5 },
          all: { skill: "s", words: "*", when: "mentioned", priority: 1 },
          merge: "off",
        },
        chain: { a: { next: ["b"], calls: [] }, b: "off" },
        checklists: ["c"],
        builtIn: false,
      },
    },
    faults: [],
  })
  expect(read({ rules: "off", chain: false, checklists: "off", "built-in": true }).layer).toEqual({
    wake: { rules: "off", chain: "off", checklists: [], builtIn: true },
  })
})

const good = { skill: "s", words: ["w"] }

test.each([
  ["a rule that is a text", { x: "yes" }, ["wake.rules.x"], []],
  ["a rule without a skill", { x: { words: ["w"] } }, ["wake.rules.x.skill"], []],
  ["a skill that is a path", { x: { ...good, skill: "../s" } }, ["wake.rules.x.skill"], []],
  ["a rule without words", { x: { skill: "s", words: [] } }, ["wake.rules.x.words"], []],
  ["one word of two", { x: { skill: "s", words: [1, "w"] } }, ["wake.rules.x.words"], ["x"]],
  ["a word without letters", { x: { skill: "s", words: ["…"] } }, ["wake.rules.x.words"], []],
  ["a misspelled field", { x: { ...good, wrods: [] } }, ["wake.rules.x.wrods"], []],
  ["a priority that is not a number", { x: { ...good, priority: "high" } }, ["wake.rules.x.priority"], []],
  ["an unknown occasion", { x: { ...good, when: "always" } }, ["wake.rules.x.when"], []],
])("%s is a fault with its place; other rules count", (_, rows, places, kept) => {
  const { layer, faults } = read({ rules: { ...rows, good } })
  expect(faults.map(({ at, limits }) => [at.join("."), limits])).toEqual(places.map((place) => [place, false]))
  expect(Object.keys(layer.wake?.rules ?? {})).toEqual([...kept, "good"])
})

test("a bad rule is a problem with its file, line and fix, and stops no command", () => {
  const text = "wake:\n  rules:\n    good: { skill: s, words: [w] }\n    bad: { skil: s, words: [w] }\n"
  const { value, problems, unknown } = readSkilletLayer("/c.yaml", text, "user")
  expect(Object.keys(value.wake?.rules ?? {})).toEqual(["good"])
  expect(unknown).toEqual([])
  expect(problems.map(({ code, path, line, message, fix }) => [code, path, line, message, fix])).toEqual([
    ["settings.bad-value", "/c.yaml", 4, 'there is no setting "wake.rules.bad.skil"', "did you mean skill?"],
    [
      "settings.bad-value",
      "/c.yaml",
      4,
      "wake.rules.bad.skill is empty, not the name of a skill",
      "write wake.rules.bad.skill as the name of a skill",
    ],
  ])
})

test("a project may switch off, and nothing else", () => {
  const { layer, faults } = read(
    { rules: { merge: "off", mine: good }, checklists: ["c"], "built-in": "on" },
    "project",
  )
  expect(layer).toEqual({ wake: { rules: { merge: "off" } } })
  expect(faults.map(({ at }) => at.join("."))).toEqual(["wake.rules.mine", "wake.checklists", "wake.built-in"])
  expect(read({ "built-in": "off", checklists: false }, "project").layer).toEqual({
    wake: { builtIn: false, checklists: [] },
  })
})

test("later layers win row by row; off in one of them ends what the earlier ones said", () => {
  const rule = (skill: string) => ({ skill, words: ["w"], when: "asked" as const, priority: 1 })
  const user = layerWake(noWakeSettings, { rules: { a: rule("one"), b: rule("two") } })
  expect(layerWake(user, { rules: { a: rule("three"), b: "off" } }).rules).toEqual({
    builtIn: true,
    rows: { a: rule("three"), b: "off" },
  })
  expect(layerWake(user, { rules: "off" }).rules).toEqual({ builtIn: false, rows: {} })
  expect(layerWake(user, { builtIn: false })).toEqual({
    rules: { builtIn: false, rows: user.rules.rows },
    chain: { builtIn: false, rows: {} },
    checklists: [],
  })
})

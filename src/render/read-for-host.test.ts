import { expect, test } from "vitest"
import { profiles } from "../hosts/profiles.ts"
import { chooseModel } from "./choose-model.ts"
import { readForHost } from "./read-for-host.ts"

function read(file: string, host: "claude" | "open" = "claude") {
  const reading = readForHost(file, profiles[host])
  if (reading.kind === "refused") throw new Error("refused")
  const { header, body, bodyLine, shown } = reading.skill
  return { header, body, bodyLine, ...(shown === undefined ? {} : { shown: [...shown] }) }
}

test.each([
  ["plain", "---\ndescription: d\nmodel: haiku\n---\n\n  Body\n", { model: "haiku" }, "Body\n", 6],
  [
    "three dashes inside a value",
    "---\ndescription: a --- b\nmodel: m\n---\nBody\n",
    {},
    "b\nmodel: m\n---\nBody\n",
    2,
  ],
  ["a line that is no field", "---\ndescription: d\nno field\nmodel: haiku\n---\nBody\n", {}, "Body\n", 6],
  ["a quote that is never closed", '---\ndescription: "d\nmodel: haiku\n---\nBody\n', {}, "Body\n", 5],
  ["a fence that is never closed", "---\nmodel: haiku\n", {}, "---\nmodel: haiku\n", 1],
  ["a list instead of fields", "---\n- a\n---\nBody\n", {}, "Body\n", 4],
  ["another spelling", "---\ndescription: d\nModel: haiku\n---\nBody\n", {}, "Body\n", 5],
  ["a model that is not text", "---\ndescription: d\nmodel: [haiku]\n---\nBody\n", {}, "Body\n", 5],
  ["tabs", "---\ndescription: d\nmetadata:\n\ta: b\nmodel: haiku\n---\nBody\n", { model: "haiku" }, "Body\n", 7],
] as const)("Claude Code's prompt comes from its own reading: %s", (_, file, fields, body, bodyLine) => {
  const { description: _description, ...others } = read(file).header
  expect({ others, body: read(file).body, bodyLine: read(file).bodyLine }).toEqual({ others: fields, body, bodyLine })
})

test("the open order reads every field that can be repaired", () => {
  expect(read("---\ndescription: d\nno field\nmodel: haiku\n---\nBody\n", "open").header.model).toBe("haiku")
})

test("where Claude Code cuts elsewhere, only commands of our own reading are known", () => {
  const file = "---\ndescription: a --- !`rm -rf x`\nmodel: m\n---\n!`ls`\n"
  expect(read(file).body).toContain("!`rm -rf x`")
  expect(read(file).shown).toEqual(["5 !`ls`"])
})

test.each([
  ["names as one text", "a, b", ["a,", "b"]],
  ["names in a list", "[a.b, ARGUMENTS, 2]", ["a.b", "ARGUMENTS"]],
])("%s", (_, value, names) => {
  expect(read(`---\ndescription: d\narguments: ${value}\n---\nBody\n`).header.arguments).toEqual(names)
})

test.each([
  ["haiku", undefined, "haiku"],
  [" HAIKU ", undefined, "haiku"],
  ["Inherit", undefined, undefined],
  ["default", undefined, undefined],
  ["claude-x-1", undefined, "claude-x-1"],
  ["haiku", ["opus", "sonnet"], undefined],
  ["Sonnet", ["opus", "sonnet"], "sonnet"],
  ["opus", [], undefined],
])("of model %j the settings %j leave %j", (written, available, model) => {
  expect(chooseModel(written, available)).toBe(model)
})

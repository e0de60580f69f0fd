import { expect, test } from "vitest"
import { findFormFault, isChoiceForm, parseForm, writeSampleLine } from "./line-form.ts"

test("a form has literal text, words to choose from, places and other text", () => {
  expect(parseForm("[<category>] <path:line>: <HOLDS | FAILS> <why>")).toEqual([
    { kind: "literal", text: "[" },
    { kind: "text", name: "category" },
    { kind: "literal", text: "]" },
    { kind: "place" },
    { kind: "literal", text: ":" },
    { kind: "choice", choices: ["HOLDS", "FAILS"] },
    { kind: "text", name: "why" },
  ])
  expect(isChoiceForm("VERDICT: <A | B>")).toBe(true)
  expect(isChoiceForm("<a> | <b>")).toBe(false)
  expect(writeSampleLine("[<category>] <path:line>: <A | B>")).toBe("[something] README.md:1: A")
})

test.each([
  ["VERDICT: <A | B>", undefined],
  ["<a> | <b>", undefined],
  ["VERDICT", "has no <placeholder>"],
  ["", "has no <placeholder>"],
  ["a\n<b>", "has more than one line"],
  ["<A | >", "offers an empty word"],
  ["x <>", "has a placeholder without a name"],
  ["<a> <b>", "has two placeholders with nothing between them"],
  ["<A | B> <b>", undefined],
])("the form %j: %s", (form, fault) => {
  expect(findFormFault(form)).toBe(fault)
})

import { expect, test } from "vitest"
import { compileSkill } from "./compile-skill.ts"

test("a short entry of a list is one piece; a long one and a long paragraph are cut into sentences", () => {
  const long = Array.from({ length: 12 }, (_, at) => `Many words are in here, far too many for piece ${at}.`).join(" ")
  const { pieces } = compileSkill(`# A\n\n- Ship small. Merge daily.\n- ${long}\n\nFirst this. Then that.\n\n${long}`)
  expect(pieces.map(({ kind, under, text }) => `${kind} ${under ?? "top"} ${text.slice(0, 26)}`)).toEqual([
    "heading top # A",
    "item 0 - Ship small. Merge daily.",
    "item 0 - Many words are in here, ",
    ...Array.from({ length: 11 }, () => "text 2 Many words are in here, fa"),
    "text 0 First this. Then that.",
    ...Array.from({ length: 12 }, () => "text 0 Many words are in here, fa"),
  ])
})

test("lines that were wrapped are one sentence, and lines with labels of their own are not", () => {
  const filler = "about this and about that ".repeat(10).trim()
  const wrapped = `The rule is that nobody pushes\nto main, ${filler}.\n**Bad:** Push. ${filler}.`
  expect(compileSkill(wrapped).pieces.map(({ text }) => text.slice(0, 40))).toEqual([
    "The rule is that nobody pushes to main, ",
    "**Bad:** Push. about this and about that",
  ])
})

test("a label introduces what follows it directly, and no later list", () => {
  const { pieces } = compileSkill("**Never:**\n- a\n\n**If it is wrong:**\n- b\n\nWords.\n\n- c")
  const above = pieces.map(({ text, under }) => `${text} < ${under === undefined ? "" : pieces[under]?.text}`)
  expect(above).toEqual([
    "**Never:** < ",
    "- a < **Never:**",
    "**If it is wrong:** < ",
    "- b < **If it is wrong:**",
    "Words. < ",
    "- c < Words.",
  ])
})

test("code right after a tag is whole, and the headings after it are headings", () => {
  const { pieces } = compileSkill("<Good>\n```js\na()\n\nb()\n```\n</Good>\n\n## Next\n\nWords.")
  expect(pieces.map(({ text }) => text)).toEqual(["<Good>\n\n```js\na()\n\nb()\n```\n\n</Good>", "## Next", "Words."])
})

test("the last sentence of a long paragraph introduces the list after it, and is there only once", () => {
  const filler = Array.from({ length: 12 }, (_, at) => `Many words are in here, far too many for piece ${at}.`).join(
    " ",
  )
  const { pieces } = compileSkill(`${filler} Nobody does the following.\n\n- Push`)
  expect(pieces.slice(-2).map(({ kind, text }) => `${kind} ${text}`)).toEqual([
    "label Nobody does the following.",
    "item - Push",
  ])
  expect(pieces.filter(({ text }) => text.includes("Nobody"))).toHaveLength(1)
})

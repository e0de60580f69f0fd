import { expect, test } from "vitest"
import { openCodeReader } from "../io/open-code-reader.ts"
import { openCodeView } from "../rules/code-view.ts"
import { misuseRules } from "./misuse-rules.ts"

const reader = await openCodeReader()

const rows = misuseRules.flatMap((rule) =>
  rule.rows.map((row) => ({ rule, row, name: `${rule.id}: ${row.example.replace(/\s+/g, " ").slice(0, 90)}` })),
)

test.each(rows)("$name", ({ rule, row }) => {
  const found = (text: string) => {
    const tree = reader.parse(text, row.language === "python" ? "python" : "tsx")
    return rule.words.some((word) => text.includes(word)) ? rule.check(openCodeView(tree)) : []
  }
  expect(found(row.example).map(({ persona }) => persona)).toContain(row.persona)
  expect(found(row.lookAlike)).toEqual([])
})

test("each row is needed: without it, its example is not found", () => {
  const idle = rows.filter(({ rule, row }) => {
    const others = rule.rows.filter((other) => other !== row)
    if (others.length === 0) return false
    const tree = reader.parse(row.example, row.language === "python" ? "python" : "tsx")
    return rule.withRows(others).check(openCodeView(tree)).length > 0
  })
  expect(idle.map(({ name }) => name)).toEqual([])
})

import { expect, test } from "vitest"
import type { CodeNode } from "../code-tree.ts"
import { openCodeReader } from "./open-code-reader.ts"

const reader = await openCodeReader()

function outline({ kind, start, end, children }: CodeNode): string {
  return `${kind} ${start}-${end}${children.length === 0 ? "" : ` (${children.map(outline).join(", ")})`}`
}

test("a tree has every node in its place, with punctuation and keywords", () => {
  expect(outline(reader.parse("x = f(1)\n# é𝒳\ny\n", "python").root)).toBe(
    "module 0-17 (expression_statement 0-8 (assignment 0-8 (identifier 0-1, = 2-3, call 4-8 (identifier 4-5, argument_list 5-8 (( 5-6, integer 6-7, ) 7-8)))), comment 9-14, expression_statement 15-16 (identifier 15-16))",
  )
})

test.each(["", "\n", "   "])("the text %j is one empty node", (text) => {
  const { root } = reader.parse(text, "python")
  expect([root.kind, root.children, root.parent]).toEqual(["module", [], undefined])
})

test("fields, parents and text are those of the grammar", () => {
  const tree = reader.parse("const a = /* why */ b.c", "typescript")
  const [declarator] = tree.ofKind("variable_declarator")
  const value = declarator?.field("value")
  expect([value?.text, value?.field("property")?.text, value?.field("nothing"), value?.parent === declarator]).toEqual([
    "b.c",
    "c",
    undefined,
    true,
  ])
  expect(declarator?.children.map(({ kind }) => kind)).toEqual(["identifier", "=", "comment", "member_expression"])
  expect(declarator?.named.map(({ kind }) => kind)).toEqual(["identifier", "member_expression"])
})

test("nodes of several kinds come in the order of the text, and a kind that the grammar lacks gives none", () => {
  const tree = reader.parse("f(new G(h()))", "javascript")
  expect(tree.ofKind("call_expression", "new_expression", "call").map(({ text }) => text)).toEqual([
    "f(new G(h()))",
    "new G(h())",
    "h()",
  ])
  expect(tree.ofKind("lambda")).toEqual([])
})

test("unreadable code is a gap in the tree", () => {
  const { root } = reader.parse("def (:\n  x\n", "python")
  expect(outline(root)).toContain("ERROR")
})

test("a reader that was opened for some languages refuses the others", async () => {
  const pythonOnly = await openCodeReader(["python"])
  expect(pythonOnly.parse("x = 1\n", "python").root.kind).toBe("module")
  expect(() => pythonOnly.parse("let x = 1\n", "javascript")).toThrow("without javascript")
})

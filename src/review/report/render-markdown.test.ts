import { expect, test } from "vitest"
import { renderCell, renderCode, renderFence, renderInline, renderProse } from "./render-markdown.ts"

test.each([
  ["plain words, snake_case and a < b", "plain words, snake_case and a < b"],
  ["calls `a | b` and ``x`y``", "calls `a | b` and ``x`y``"],
  ["an `open end", "an \\`open end"],
  ["` `", "\\` \\`"],
  ["Array<string> & <b>bold</b> &amp;", "Array\\<string> & \\<b>bold\\</b> \\&amp;"],
  ["[a](http://e) and ![i](u) but a[0]", "\\[a]\\(http://e) and ![i]\\(u) but a[0]"],
  ["__proto__ and 2 * 3", "\\_\\_proto\\_\\_ and 2 \\* 3"],
  ["# no heading", "\\# no heading"],
  ["1. no list", "1\\. no list"],
  ["[a]: http://e", "\\[a]: http://e"],
  ["ends in a backslash \\", "ends in a backslash \\\\"],
  ["two\n\n## lines", "two \\## lines"],
  ["\u001b[31mred\u202e", "\\u001b[31mred\\u202e"],
])("the line %j is written as %j", (text, written) => {
  expect(renderInline(text)).toBe(written)
})

test("a bar in a table does not end the cell, whether in code or not", () => {
  expect(renderCell("a | b")).toBe("a \\| b")
  expect(renderCell("`a\\|b`")).toBe("\\`a\\\\\\|b\\`")
})

test("code within a line has marks of a length that the text does not have", () => {
  expect(renderCode("a`b``c")).toBe("```a`b``c```")
  expect(renderCode("`x`")).toBe("`` `x` ``")
})

test("a fence is longer than any within it", () => {
  expect(renderFence("```js\nx\n````\n", "ts")).toBe("`````ts\n```js\nx\n````\n`````")
})

test("prose keeps paragraphs, lists and code, and nothing else", () => {
  expect(
    renderProse("First.\n## Second\n\n* one\n2) two\n\n```js\nlet a\n```\n| a | b |\n|---|---|\n<div>"),
  ).toMatchInlineSnapshot(`
    "First.
    \\## Second

    - one
    2. two

    \`\`\`js
    let a
    \`\`\`

    \\| a | b |
    \\|---|---|
    \\<div>"
  `)
  expect(renderProse("~~~~\nnever ends\n## x")).toBe("```\nnever ends\n## x\n```")
})

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

test.each([
  ["see owner/repo#5", "see `owner/repo#5`"],
  ["fixes #5", "fixes `#5`"],
  ["#5 is the cause", "`#5` is the cause"],
  ["group/sub/project!12", "`group/sub/project!12`"],
  ["GH-5", "`GH-5`"],
  ["owner/repo@1a2b3c4d", "`owner/repo@1a2b3c4d`"],
  ["https://example.com/o/r/issues/5", "`https://example.com/o/r/issues/5`"],
  ["https://example.com/o/r/pull/5#x", "`https://example.com/o/r/pull/5#x`"],
  [`by ${"a1".repeat(20)}`, `by \`${"a1".repeat(20)}\``],
  ["a # b", "a \\# b"],
  ["C# 5 and x!=5", "C# 5 and x!=5"],
])("a reference to an issue, a request or a commit links nothing: %s", (text, shown) => {
  expect(renderInline(text)).toBe(shown)
})

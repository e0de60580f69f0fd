import { expect, test } from "vitest"
import { readDialects } from "./read-dialects.ts"
import { readFrontMatter } from "./front-matter.ts"
import { readLineByLine } from "./line-by-line.ts"
import { readStrictYaml } from "./strict-yaml.ts"

/** A header with these lines after its name. */
const file = (lines: string) => `---\nname: n\n${lines}\n---\nBody\n`

/** What each dialect reads as the description; `-` when it drops the file, with why for the first. */
test.each([
  ["description: plain text", "plain text", "plain text", "plain text"],
  ["description: Use when: it rains", "Use when: it rains", "Use when: it rains", "Use when: it rains"],
  ["description: [tag] text", "[tag] text", "-", "[tag] text"],
  ["description: {x", "{x", "-", "{x"],
  ["description: @team asks", "@team asks", "-", "@team asks"],
  ["description: `code` first", "`code` first", "-", "`code` first"],
  ["description: ok\nother: a: b", "ok", "ok", "ok"],
  ["description: ok\nargument-hint: [a] [b]", "ok", "-", "ok"],
  ["description: one\ndescription: two", "- duplicate key in line 4", "-", "two"],
  ['description: "open', "- a quote that is not closed in line 4", "-", '"open'],
  ['description: "a" b', "- YAML that it cannot read in line 3", "-", '"a" b'],
  ["description: %x", "- YAML that it cannot read in line 3", "-", "%x"],
  ["description: *x", "- a value that begins with * in line 3", "-", "*x"],
  ["description: ok\npaths: **/*.ts", "- a value that begins with * in line 4", "-", "ok"],
  ["description: - x", "- YAML that it cannot read in line 3", "-", "- x"],
  ["description: ? x", "- YAML that it cannot read in line 3", "-", "? x"],
  ["description: > x", "- text after > or | in line 3", "-", "> x"],
  ["description: | x", "- text after > or | in line 3", "-", "| x"],
  ["description: ends:", "- YAML that it cannot read in line 3", "ends:", "ends:"],
  ["description: one\n  two: three", "- YAML that it cannot read in line 4", "-", "one two: three"],
  ["description: ok\nno colon", "- a line without a colon in line 5", "-", "ok"],
  ["description: a \u0007 b", "- a control character in line 3", "-", "a \u0007 b"],
  ["description: [a, b]", "- its description is a list", "", "[a, b]"],
  ["description: {a: b}", "{a: b}", "", "{a: b}"],
  ["description: 42", "42", "", "42"],
  ["description: true", "true", "", "true"],
  ["description: 2024-01-02", "2024-01-02", "", "2024-01-02"],
  ["description: null", "", "", "null"],
  ["description: !x tagged", "tagged", "-", "!x tagged"],
  ["description: !!str tagged", "tagged", "tagged", "tagged"],
  ["x: &x one\ndescription: *x", "one", "one", "one"],
  ["description: >\n  one\n  two", "one two\n", "one two\n", "one two\n"],
])("%s", (lines, strict, matter, line) => {
  const text = file(lines)
  const shown = (reading: ReturnType<typeof readStrictYaml>, hasWhy: boolean) =>
    reading.dropped === undefined ? (reading.description ?? "") : hasWhy ? `- ${reading.dropped}` : "-"
  expect([
    shown(readStrictYaml(text), true),
    shown(readFrontMatter(text), false),
    shown(readLineByLine(text), false),
  ]).toEqual([strict, matter, line])
})

const fences: readonly (readonly [string, string, readonly boolean[]])[] = [
  ["plain", "---\nname: a\ndescription: b\n---\n", [true, true, true]],
  ["CRLF", "---\r\nname: a\r\ndescription: b\r\n---\r\n", [true, true, true]],
  ["CR only", "---\rname: a\rdescription: b\r---\r", [false, false, false]],
  ["spaces after the opening fence", "---  \nname: a\ndescription: b\n---\n", [true, true, false]],
  ["an indented fence", " ---\n name: a\n description: b\n ---\n", [true, false, false]],
  ["no closing fence", "---\nname: a\ndescription: b\n", [false, true, false]],
  ["a fence that says yaml", "---yaml\nname: a\ndescription: b\n---\n", [false, true, false]],
  ["four dashes", "----\nname: a\ndescription: b\n----\n", [false, false, false]],
  ["a blank line first", "\n---\nname: a\ndescription: b\n---\n", [false, false, false]],
  ["a byte order mark", "\ufeff---\nname: a\ndescription: b\n---\n", [false, true, false]],
  ["no header", "# Title\n", [false, false, false]],
  ["nothing between the fences", "---\n---\nBody\n", [false, false, false]],
]

test.each(fences)("fences: %s", (_, text, read) => {
  const isRead = [readStrictYaml, readFrontMatter, readLineByLine].map((reader) => reader(text).dropped === undefined)
  expect(isRead).toEqual(read)
})

test("what every dialect reads as we do takes no room", () => {
  const own = { name: "n", description: "Does a thing, well (mostly)." }
  expect(readDialects(file("description: Does a thing, well (mostly)."), own)).toBeUndefined()
  expect(readDialects(file('description: "Does a thing, well (mostly)."'), own)).toBeUndefined()
  expect(readDialects(file("description: Does a thing, well (mostly).\nmodel: true"), own)).toBeUndefined()
})

test("only the dialects that differ are kept", () => {
  expect(readDialects(file("description: one\ndescription: two"), { name: "n", description: "two" })).toEqual({
    "strict-yaml": { dropped: "duplicate key in line 4" },
    "front-matter": { dropped: "duplicate key in line 4" },
  })
})

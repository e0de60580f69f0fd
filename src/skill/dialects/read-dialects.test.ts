import { expect, test } from "vitest"
import { readDialects } from "./read-dialects.ts"
import { readFrontMatter } from "./front-matter.ts"
import { readLineByLine } from "./line-by-line.ts"
import { readQuotedYaml } from "./quoted-yaml.ts"
import { readStrictYaml } from "./strict-yaml.ts"

/** Frontmatter with these lines after its name. */
const file = (lines: string) => `---\nname: n\n${lines}\n---\nBody\n`

test("a name that is a number for opencode is not text, though it has a colon", () => {
  expect(readFrontMatter("---\nname: 12:30\ndescription: d\n---\nBody\n").dropped).toBe("its name is not text")
})

/** What each dialect reads as the description; `-` if it drops the file, with the reason for the first. */
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
  ["description: ok\nx: 1\nx: 2", "ok", "-", "ok"],
  ["description: ok\nmetadata:\n  a: b: c", "ok", "-", "ok"],
  ["description: ok\n[a]: b", "- a key that is not text in line 4", "ok", "ok"],
  ["description: ok\n\t", "- a tab as indentation in line 4", "ok", "ok"],
  ["description: Use when: x # y", "Use when: x", "Use when: x # y", "Use when: x # y"],
  ["description: !!int x", "x", "-", "!!int x"],
  ["description: 12:30", "12:30", "", "12:30"],
  ["description: a\u2028b", "- a line without a colon in line 5", "a\u2028b", "a\u2028b"],
  ["description: a\u0085b", "- a line without a colon in line 5", "a\u0085b", "a\u0085b"],
  ["description: 0o17", "0o17", "0o17", "0o17"],
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

test("what every dialect reads as we do takes no space", () => {
  const own = { name: "n", description: "Does a thing, well (mostly)." }
  expect(readDialects(file("description: Does a thing, well (mostly)."), own)).toBeUndefined()
  expect(readDialects(file('description: "Does a thing, well (mostly)."'), own)).toBeUndefined()
  expect(readDialects(file("description: Does a thing, well (mostly).\nmodel: true"), own)).toBeUndefined()
})

test("only the dialects that differ are stored", () => {
  expect(readDialects(file("description: one\ndescription: two"), { name: "n", description: "two" })).toEqual({
    "strict-yaml": { dropped: "duplicate key in line 4" },
    "front-matter": { dropped: "duplicate key in line 4" },
  })
})

/** What Claude Code reads as the description; if it gets none, the body's first line is used. */
const claudeReads: readonly (readonly [string, string])[] = [
  ["description: plain text", "plain text"],
  ["description: Use when: it rains", "Use when: it rains"],
  ["description: [unclosed", "[unclosed"],
  ["description: @team asks", "@team asks"],
  ["description: ok\npaths: **/*.ts", "ok"],
  ["description: one\ndescription: two", "two"],
  ["description: True", "true"],
  ["description: 0x1F", "31"],
  ["description: 1_000", "1_000"],
  ["description: 2024-01-02", "2024-01-02"],
  ["description: !tag x", "x"],
  ["description: &anchor x", "x"],
  ["description: a \u0007 b", "a   b"],
  ["description: null", "= Body"],
  ["description: [list]", "= Body"],
  ["description: '  '", "= Body"],
  ['description: "open', "no header = Body"],
  ['description: "closed" trailing', "no header = Body"],
  ["description: ends:", "no header = Body"],
  ["description: - dash", "no header = Body"],
  ["description: ok\na line", "no header = Body"],
  ["description: one\n  two: three", "no header = Body"],
  ["description: Use when: x\r", "no header = Body"],
  ["description: a --- b", "a"],
  ["description: a\nmetadata:\n\tkey: value", "a"],
  ["metadata:\n\tkey:\n\t\t- one\ndescription: a", "a"],
  ["description: >\n\tfolded", "no header = Body"],
  ["description: --- b", "= b"],
]

test.each(claudeReads)("Claude Code reads %j", (lines, expected) => {
  const reading = readQuotedYaml(file(lines))
  if (reading.dropped !== undefined) throw new Error("Claude Code drops no file")
  const { description, opening, isHeadless } = reading
  expect(description ?? `${isHeadless ? "no header " : ""}= ${opening}`).toBe(expected)
})

test.each([
  ["\n---\nname: a\ndescription: b\n---\nBody", "---"],
  ["---\nname: a\n", "---"],
  ["## Title\n", "Title"],
  ["#Tag\n", "#Tag"],
  ["---\rname: a\r---\rB", "---\rname: a\r---\rB"],
])("to Claude Code %j is a body without frontmatter", (text, opening) => {
  expect(readQuotedYaml(text)).toEqual({ isHeadless: true, opening })
})

import fc from "fast-check"
import { expect, test } from "vitest"
import { readOutline } from "./read-outline.ts"

test("a document has its headings, sections, fences, items and tables", () => {
  const text = ["Intro.", "", "# Title #", "text", "", "Second", "---", "- one", "  - two", "", "```js", "# no", "```"]
  expect(readOutline(`${[...text, "| a | b |", "|---|---|", "| 1 | 2 |"].join("\n")}\n`)).toMatchInlineSnapshot(`
    {
      "fences": [
        {
          "closed": true,
          "code": "# no",
          "from": 11,
          "info": "js",
          "to": 13,
        },
      ],
      "headings": [
        {
          "endLine": 3,
          "level": 1,
          "line": 3,
          "text": "Title",
        },
        {
          "endLine": 7,
          "level": 2,
          "line": 6,
          "text": "Second",
        },
      ],
      "items": [
        {
          "depth": 1,
          "line": 8,
          "text": "one",
        },
        {
          "depth": 2,
          "line": 9,
          "text": "two",
        },
      ],
      "lines": [
        "Intro.",
        "",
        "# Title #",
        "text",
        "",
        "Second",
        "---",
        "- one",
        "  - two",
        "",
        "\`\`\`js",
        "# no",
        "\`\`\`",
        "| a | b |",
        "|---|---|",
        "| 1 | 2 |",
      ],
      "sections": [
        {
          "from": 1,
          "text": "Intro.
    ",
          "through": 2,
          "to": 2,
        },
        {
          "from": 3,
          "heading": {
            "endLine": 3,
            "level": 1,
            "line": 3,
            "text": "Title",
          },
          "text": "text
    ",
          "through": 16,
          "to": 5,
        },
        {
          "from": 6,
          "heading": {
            "endLine": 7,
            "level": 2,
            "line": 6,
            "text": "Second",
          },
          "text": "- one
      - two

    \`\`\`js
    # no
    \`\`\`
    | a | b |
    |---|---|
    | 1 | 2 |",
          "through": 16,
          "to": 16,
        },
      ],
      "tables": [
        {
          "from": 14,
          "to": 16,
        },
      ],
    }
  `)
})

test.each([
  ["# a", [[1, "a", 1]]],
  ["###### a ##", [[6, "a", 1]]],
  ["# a#", [[1, "a#", 1]]],
  ["#", [[1, "", 1]]],
  ["   ## a", [[2, "a", 1]]],
  ["#a", []],
  ["####### a", []],
  ["    # a", []],
  ["\t# a", []],
  ["text\n    # a", []],
  ["a\nb\n===", [[1, "a b", 1]]],
  ["a\n-", [[2, "a", 1]]],
  ["\n---", []],
  ["- a\n---", []],
  ["> # a", []],
  ["- # a", []],
  ["> a\n===", []],
  ["<!--\n# a\n-->\n# b", [[1, "b", 4]]],
  ["<div>\n# a\n\n# b", [[1, "b", 4]]],
  [
    "a\r\n# b\r# c",
    [
      [1, "b", 2],
      [1, "c", 3],
    ],
  ],
])("%j has the headings %j", (text, headings) => {
  expect(readOutline(text).headings.map(({ level, text, line }) => [level, text, line])).toEqual(headings)
})

test.each([
  ["```js title\na\n```", [["js title", 1, 3, "a", true]]],
  ["~~~\n```\n~~~", [["", 1, 3, "```", true]]],
  ["````\n```\n````", [["", 1, 3, "```", true]]],
  ["```\na", [["", 1, 2, "a", false]]],
  ["``` a`b\ntext", []],
  ["- ```sh\n  ls\n    -l\n  ```", [["sh", 1, 4, "ls\n  -l", true]]],
  ["- ```sh\n  ls\ntext", [["sh", 1, 2, "ls", false]]],
  ["1. a\n\n   ```\n   b\n   ```\n2. c", [["", 3, 5, "b", true]]],
  ["> ```\n> a\n> ```", [["", 1, 3, "a", true]]],
  [
    "> ```\n> a\ntext\n```",
    [
      ["", 1, 2, "a", false],
      ["", 4, 4, "", false],
    ],
  ],
  ["  ```\n  a\n    b\n  ```", [["", 1, 4, "a\n  b", true]]],
  ["```make\n\tall:\n```", [["make", 1, 3, "\tall:", true]]],
  ["    ```\n    a", []],
])("%j has the fences %j", (text, fences) => {
  expect(readOutline(text).fences.map(({ info, from, to, code, closed }) => [info, from, to, code, closed])).toEqual(
    fences,
  )
})

test("items know their depth, even in quotes, and rules and prose are not items", () => {
  const text = "- a\n  1) b\n     * c\n> + d\n\ntext\n2. not one\n* * *\n-\n"
  expect(readOutline(text).items).toEqual([
    { line: 1, depth: 1, text: "a" },
    { line: 2, depth: 2, text: "b" },
    { line: 3, depth: 3, text: "c" },
    { line: 4, depth: 1, text: "d" },
    { line: 9, depth: 1, text: "" },
  ])
})

test("a section includes those below it", () => {
  const outline = readOutline("# a\n## b\n### c\n## d\n# e\n")
  expect(outline.sections.map(({ heading, through }) => [heading?.text, through])).toEqual([
    ["a", 4],
    ["b", 3],
    ["c", 3],
    ["d", 4],
    ["e", 5],
  ])
})

const line = fc
  .tuple(
    fc.array(fc.constantFrom("", "- ", "  ", "    ", "> ", "* ", "1. ", "2) ", "\t", ">", "-"), { maxLength: 3 }),
    fc.constantFrom("", "a", "# h", "## h ##", "```", "~~~", "```js", "===", "---", "<!-- x", "-->", "<div>", "|-|"),
  )
  .map(([marks, text]) => marks.join("") + text)
const markdown = fc.oneof(
  fc.string({ unit: "binary" }),
  fc.array(line, { maxLength: 12 }).map((lines) => lines.join("\n")),
)

test("in any text every line belongs to one section, and no fence crosses a heading or another fence", () => {
  fc.assert(
    fc.property(markdown, (text) => {
      const { lines, sections, fences, headings } = readOutline(text)
      expect(sections.flatMap(({ from, to }) => range(from, to))).toEqual(range(1, lines.length))
      const coded = fences.flatMap(({ from, to }) => range(from, to))
      expect(new Set(coded).size).toBe(coded.length)
      expect(headings.flatMap(({ line, endLine }) => range(line, endLine)).filter((at) => coded.includes(at))).toEqual(
        [],
      )
    }),
    { numRuns: 2000 },
  )
})

test.each([
  ["items in items", `${"- ".repeat(50_000)}${"\n".repeat(50_000)}`],
  ["quotes in quotes", `${">".repeat(50_000)}\n`.repeat(3)],
  ["blanks", `${" ".repeat(200_000)}#`],
  ["fences", "```\n".repeat(50_001)],
  ["an endless heading", `# ${" #".repeat(50_000)} x`],
])("parsing %s terminates: the time is linear, whatever the text", (_, text) => {
  const { lines, sections } = readOutline(text)
  expect(sections.at(-1)?.to).toBe(lines.length)
})

function range(from: number, to: number): readonly number[] {
  return Array.from({ length: Math.max(0, to - from + 1) }, (_, at) => from + at)
}

import fc from "fast-check"
import { expect, test } from "vitest"
import { MAX_HEADER, splitAny, splitHeader } from "./split.ts"

const codes = (text: string) => splitHeader(text).problems.map(({ code, line }) => `${code}:${line}`)

test.each([
  ["fences as they should be", "---\nname: a\n---\nBody\n", "strict", "name: a", "Body\n", []],
  ["blanks behind the fences", "---  \nname: a\n--- \t\nBody", "strict", "name: a", "Body", []],
  ["CRLF", "---\r\nname: a\r\n---\r\nBody\r\n", "strict", "name: a", "Body\n", []],
  ["a lone CR as line break", "---\rname: a\r---\rBody", "strict", "name: a", "Body", []],
  ["a byte order mark", "\ufeff---\nname: a\n---\nBody", "strict", "name: a", "Body", ["file.bom:1"]],
  ["an empty header", "---\n---\nBody", "strict", "", "Body", []],
  ["empty lines above the header", "\n\n---\nname: a\n---\nBody", "repaired", "name: a", "Body", ["header.fence:3"]],
  [
    "the first field on the fence",
    "---name: a\nb: c\n---\nBody",
    "repaired",
    "name: a\nb: c",
    "Body",
    ["header.fence:1"],
  ],
  [
    "the first field on the fence, after blanks",
    "---      name: a\nb: c\n---\nBody",
    "repaired",
    "name: a\nb: c",
    "Body",
    ["header.fence:1"],
  ],
  ["a comment on the fence", "--- # mine\nname: a\n---\nBody", "repaired", "name: a", "Body", ["header.fence:1"]],
  [
    "more dashes on both sides",
    "-----\nname: a\n-----\nBody",
    "repaired",
    "name: a",
    "Body",
    ["header.fence:1", "header.fence:3"],
  ],
  ["closed with dots", "---\nname: a\n...\nBody", "repaired", "name: a", "Body", ["header.fence:3"]],
  [
    "text on the closing fence",
    "---\nname: a\n---# Title\nBody",
    "repaired",
    "name: a",
    "# Title\nBody",
    ["header.fence:3"],
  ],
  [
    "no opening fence",
    "name: a\ndescription: b\n---\nBody",
    "repaired",
    "name: a\ndescription: b",
    "Body",
    ["header.fence:1"],
  ],
  [
    "the header inside a code fence",
    "```skill\n---\nname: a\n---\nBody\n```\n",
    "repaired",
    "name: a",
    "Body\n",
    ["header.fence:1"],
  ],
  [
    "never closed, a heading follows",
    "---\nname: a\n\n# Title\n\nProse.\n",
    "repaired",
    "name: a\n",
    "# Title\n\nProse.\n",
    ["header.unclosed:4"],
  ],
  [
    "closed only by a rule far below",
    "---\nname: a\n\n# Title\n\nProse.\n\n---\n\nMore",
    "repaired",
    "name: a\n",
    "# Title\n\nProse.\n\n---\n\nMore",
    ["header.unclosed:4"],
  ],
  [
    "the closing fence glued to a value",
    "---\nname: a\nuser-invocable: false---\n\n# Title",
    "repaired",
    "name: a\nuser-invocable: false",
    "\n# Title",
    ["header.unclosed:3"],
  ],
  [
    "a last value that ends in dashes",
    "---\nname: a\npaths: A---\n---\nBody",
    "strict",
    "name: a\npaths: A---",
    "Body",
    [],
  ],
  [
    "never closed, nothing follows",
    "---\nname: a\ndescription: b",
    "repaired",
    "name: a\ndescription: b",
    "",
    ["header.unclosed:4"],
  ],
  [
    "comments are no headings",
    "---\nname: a\n\n# tools\nmodel: b\n---\nBody",
    "strict",
    "name: a\n\n# tools\nmodel: b",
    "Body",
    [],
  ],
  ["no header at all", "# Title\n\nProse.", "none", "", "# Title\n\nProse.", []],
  ["a rule at the top is no header", "---\n\nJust prose.\n\n---\n", "none", "", "---\n\nJust prose.\n\n---\n", []],
  ["prose with a colon is no header", "Note: this\nis prose\n---\n", "none", "", "Note: this\nis prose\n---\n", []],
  ["an empty file", "", "none", "", "", []],
])("%s", (_, text, fence, block, body, problems) => {
  const split = splitHeader(text)
  expect({ fence: split.fence, block: split.block, body: split.body, problems: codes(text) }).toEqual({
    fence,
    block,
    body,
    problems,
  })
})

test.each(["js", "javascript", "coffee", "json", "toml", "yaml", "c++"])("a fence tagged %s is refused", (tag) => {
  expect(splitHeader(`---${tag}\nname: a\n---\n`)).toMatchObject({
    fence: "refused",
    problems: [{ code: "header.tagged-fence", line: 1, column: 4 }],
  })
  expect(splitHeader(`--- ${tag}\nname: a\n---\n`).fence).toBe("refused")
})

test("frontmatter over the limit is refused, however it ends", () => {
  const long = `---\nname: a\nx: ${"y".repeat(MAX_HEADER)}\n`
  expect(splitHeader(`${long}---\nBody`)).toMatchObject({
    fence: "refused",
    problems: [{ code: "header.too-large", line: 1 }],
  })
  expect(splitHeader(long).fence).toBe("refused")
})

const line = fc.oneof(
  fc.constantFrom(
    "---",
    "--- ",
    "----",
    "...",
    "name: a",
    "description: b: c",
    "  - x",
    "# Title",
    "",
    "prose",
    "a---",
    "---x",
    "\t- y",
    "```",
    "key:",
    "---js",
  ),
  fc.string(),
)
const anyText = fc
  .array(line, { maxLength: 12 })
  .chain((lines) => fc.constantFrom("\n", "\r\n").map((ending) => lines.join(ending)))

test("no text is ever lost: frontmatter and body contain every word of the file", () => {
  fc.assert(
    fc.property(anyText, (text) => {
      const split = splitHeader(text)
      const words = (of: string) => of.match(/[\p{L}\p{N}]+/gu) ?? []
      const kept = [...words(split.block), ...words(split.body)]
      expect(kept.length).toBeGreaterThanOrEqual(words(text.replace(/^\s*(`{3,}|~{3,})[\w-]*/, "")).length)
    }),
    { numRuns: 2000 },
  )
})

test("the fast path for valid files agrees with the full one", () => {
  fc.assert(
    fc.property(anyText, (text) => {
      const sound = `---\n${text}\n---\nBody`
      expect(splitHeader(sound)).toEqual(splitAny(sound))
    }),
    { numRuns: 2000 },
  )
})

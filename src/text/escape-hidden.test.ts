import { expect, test } from "vitest"
import { wrapInFence, findFirstHidden, toVisibleLine, escapeHidden } from "./escape-hidden.ts"

test.each([
  ["an escape sequence", "a\u001b[31mred", "a\\u001b[31mred"],
  ["a link by OSC 8", "\u001b]8;;x\u0007y", "\\u001b]8;;x\\u0007y"],
  ["C1 control", "a\u009bm", "a\\u009bm"],
  ["zero width space", "a\u200bb", "a\\u200bb"],
  ["zero width joiner between letters", "a\u200db", "a\\u200db"],
  ["bidirectional override", "a\u202eb", "a\\u202eb"],
  ["bidirectional isolate", "a\u2066b", "a\\u2066b"],
  ["tag characters", "a\u{e0041}b", "a\\u{e0041}b"],
  ["private use", "a\ue000b", "a\\ue000b"],
  ["a run of variation selectors", "a\ufe00\ufe01", "a\\ufe00\\ufe01"],
  ["soft hyphen", "so\u00adft", "so\\u00adft"],
  ["byte order mark inside", "a\ufeffb", "a\\ufeffb"],
  ["line separator", "a\u2028b", "a\\u2028b"],
  ["half a character", "a\ud800b", "a\\u{d800}b"],
  ["carriage return", "a\rb", "a\\u000db"],
])("%s is shown escaped", (_, text, shown) => {
  expect(escapeHidden(text)).toBe(shown)
  expect(escapeHidden(shown)).toBe(shown)
})

test.each([
  ["plain text", "Deploy the shop"],
  ["line breaks and tabs", "a\n\tb"],
  ["accents", "déjà vu, ñandú"],
  ["Chinese, Japanese, Korean", "部署 デプロイ 배포"],
  ["an emoji family", "👩‍👩‍👧‍👦 ok"],
  ["an emoji with a selector", "❤️ and ⚠️"],
  ["flags", "🇩🇪🇯🇵"],
  ["a skin tone", "👍🏽"],
  ["Persian with its joiner", "می‌خواهم"],
  ["Hindi with its joiner", "क्‍ष"],
  ["Arabic", "مرحبا"],
])("%s is left alone", (_, text) => {
  expect(escapeHidden(text)).toBe(text)
  expect(findFirstHidden(text)).toBeUndefined()
})

test("one line of text has no line breaks", () => {
  expect(toVisibleLine("  a\n   b\tc \r\n d ")).toBe("a b c d")
})

test("the first hidden character is located", () => {
  expect(findFirstHidden("ab\u200bcd")).toEqual({ at: 2, shown: "\\u200b" })
})

test("nothing in a text closes the fence around it", () => {
  expect(wrapInFence("a\n````\nIgnore all of this\n````", "text")).toBe(
    "`````text\na\n````\nIgnore all of this\n````\n`````",
  )
  expect(wrapInFence("`a` and ``b``")).toBe("```\n`a` and ``b``\n```")
})

test("a line with very many blanks is read in time linear to its length", () => {
  const blanks = " ".repeat(60_000)
  const begun = performance.now()
  expect(toVisibleLine(`a${blanks}b${blanks}\n${blanks}\tc`)).toBe(`a${blanks}b c`)
  expect(performance.now() - begun).toBeLessThan(3000)
})

import { expect, test } from "vitest"
import { reviewOf } from "../../../../test/review-intake/small-review.ts"
import { checkPatch } from "./check-patch.ts"
import { openReviewedCode } from "./reviewed-code.ts"

const text = "one()\n  two()\nthree()\n  two()\nfive()\n"

function patch(diff: string, { prompt = "", code = text, line = 2 } = {}) {
  const gathered = reviewOf({ "src/a.ts": code })
  const [file] = gathered.files
  return checkPatch(
    { diff, prompt },
    { file: file!, lines: openReviewedCode(gathered).linesOf(file!), at: { line, endLine: line } },
  )
}

const head = "--- a/src/a.ts\n+++ b/src/a.ts\n"

test.each([
  [
    "bare lines",
    "-three()\n+drei()",
    `${head}@@ -1,5 +1,5 @@\n one()\n   two()\n-three()\n+drei()\n   two()\n five()\n`,
  ],
  [
    "a header with wrong numbers",
    "--- a/src/a.ts\n+++ b/src/a.ts\n@@ -77,9 +77,9 @@\n one()\n-  two()\n+  zwei()",
    `${head}@@ -1,5 +1,5 @@\n one()\n-  two()\n+  zwei()\n three()\n   two()\n five()\n`,
  ],
  [
    "a fence",
    "```diff\n-three()\n+drei()\n```",
    `${head}@@ -1,5 +1,5 @@\n one()\n   two()\n-three()\n+drei()\n   two()\n five()\n`,
  ],
  [
    "a blank behind each sign",
    "- three()\n+ drei()",
    `${head}@@ -1,5 +1,5 @@\n one()\n   two()\n-three()\n+drei()\n   two()\n five()\n`,
  ],
  ["lines to add", " one()\n+more()", `${head}@@ -1,4 +1,5 @@\n one()\n+more()\n   two()\n three()\n   two()\n`],
  ["lines to remove", "-three()", `${head}@@ -1,5 +1,4 @@\n one()\n   two()\n-three()\n   two()\n five()\n`],
  [
    "one of two equal places, with what stands around it",
    " three()\n-  two()",
    `${head}@@ -1,5 +1,4 @@\n one()\n   two()\n three()\n-  two()\n five()\n`,
  ],
])("a diff with %s applies, and is rebuilt", (_, diff, expected) => {
  expect(patch(diff)).toEqual({ kind: "diff", diff: expected })
})

test.each([
  ["of code that is not there", "-four()\n+vier()"],
  ["of code that stands there twice", "-  two()\n+  zwei()"],
  ["in two places", "@@ -1 +1 @@\n-one()\n+eins()\n@@ -3 +3 @@\n-three()\n+drei()"],
  ["of another file", "--- a/src/b.ts\n+++ b/src/b.ts\n@@ -1 +1 @@\n-one()\n+eins()"],
  ["of more than ten lines", ` one()\n${"+x()\n".repeat(11)}`],
  ["that changes nothing", "-one()\n+one()"],
  ["without anything to find it by", "+more()"],
  ["with prose in it", "Replace this:\n-one()\n+eins()"],
  ["with hidden characters", "-one()\n+ei\u202ens()"],
])("a diff %s becomes a written instruction", (_, diff) => {
  expect(patch(diff)?.kind).toBe("prompt")
  expect(patch(diff, { prompt: "Do it." })).toEqual({ kind: "prompt", prompt: "Do it." })
})

test("if a file's lines end with carriage returns, so do the diff's", () => {
  expect(patch("-b\n+c", { code: "a\r\nb\r\n" })).toEqual({
    kind: "diff",
    diff: `${head}@@ -1,2 +1,2 @@\n a\r\n-b\r\n+c\r\n`,
  })
})

test("a last line without a line break is marked if it stays, and left to people if it changes", () => {
  expect(patch("-a\n+c", { code: "a\nb" })).toEqual({
    kind: "diff",
    diff: `${head}@@ -1,2 +1,2 @@\n-a\n+c\n b\n\\ No newline at end of file\n`,
  })
  expect(patch("-b\n+c", { code: "a\nb" })?.kind).toBe("prompt")
})

test("of two equal places, the one at the finding is used", () => {
  const code = `a()\n${"b()\n".repeat(9)}a()\n`
  expect(patch("-a()\n+c()", { code, line: 11 })).toEqual({
    kind: "diff",
    diff: `${head}@@ -8,4 +8,4 @@\n b()\n b()\n b()\n-a()\n+c()\n`,
  })
})

test("without a patch there is no change", () => {
  expect(patch("")).toBeUndefined()
})

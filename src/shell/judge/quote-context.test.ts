import { expect, test } from "vitest"
import { findQuoteContext, quoteValue } from "./quote-context.ts"

test.each([
  ["echo ", "plain"],
  ["echo 'a", "single"],
  ['echo "a', "double"],
  ["echo \\'", "plain"],
  ["echo $(", "nowhere"],
  ["echo `", "nowhere"],
  ["cat <<E\n", "nowhere"],
  ["echo $((", "nowhere"],
  ["[[ ", "nowhere"],
  ["echo # ", "nowhere"],
  ["echo $", "nowhere"],
  ["echo \\", "nowhere"],
])("after %j a value is put %s", (before, context) => {
  expect(findQuoteContext(before)).toBe(context)
})

test("a value is quoted for its position and stays one word", () => {
  expect(quoteValue("plain", "it's $x")).toBe("'it'\\''s $x'")
  expect(quoteValue("single", "it's")).toBe("it'\\''s")
  expect(quoteValue("double", 'a"$`\\')).toBe('a\\"\\$\\`\\\\')
})

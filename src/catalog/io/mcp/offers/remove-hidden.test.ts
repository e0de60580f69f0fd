import { expect, test } from "vitest"
import { toPlainLine, removeHidden } from "./remove-hidden.ts"

const texts: readonly (readonly [text: string, plain: string])[] = [
  ["a\tb\nc", "a\tb\nc"],
  ["a\r\nb\rc", "a\nb\nc"],
  ["\u001b[31mred\u0007\u009b", "[31mred"],
  ["zero\u200bwidth\u202ebidi\u2066\u00ad\ufeff", "zerowidthbidi"],
  ["tags\u{e0041}\u{e0042}", "tags"],
  ["private\ue000 half\ud800", "private half"],
  [
    "\u2764\ufe0f\u200d\u{1f525} \u{1f469}\u{1f3fd}\u200d\u{1f4bb}",
    "\u2764\ufe0f\u200d\u{1f525} \u{1f469}\u{1f3fd}\u200d\u{1f4bb}",
  ],
  ["\u200d\u{1f525}\u001b", "\u{1f525}"],
  ["\u0645\u06cc\u200c\u062e\u0648\u0627\u0647\u0645\u0007", "\u0645\u06cc\u200c\u062e\u0648\u0627\u0647\u0645"],
  ["<b>日本語</b>", "<b>日本語</b>"],
]

test.each(texts)("%j without invisible characters", (text, plain) => {
  expect(removeHidden(text)).toBe(plain)
})

const lines: readonly (readonly [text: string, most: number, line: string])[] = [
  ["  one\n- two:\t three ", 100, "one - two: three"],
  ["<system>x</system>", 100, "&lt;system&gt;x&lt;/system&gt;"],
  ["abcdef", 6, "abcdef"],
  ["abcdefg", 6, "abcde…"],
  ["abc<<<<", 8, "abc&lt;…"],
  ["ab<<<<", 9, "ab&lt;…"],
  ["\u{1f525}".repeat(9), 4, "\u{1f525}…"],
]

test.each(lines)("%j on one line of at most %i", (text, most, line) => {
  expect(toPlainLine(text, most)).toBe(line)
  expect(toPlainLine(text, most).length).toBeLessThanOrEqual(most)
})

test("a text of hidden characters alone is cleaned, too", () => {
  expect(removeHidden("\u200b".repeat(256 * 1024))).toBe("")
})

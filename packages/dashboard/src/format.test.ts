import { expect, test } from "vitest"
import { formatSpan, showHidden } from "./format.ts"

test.each([
  ["\u001b[31mred\u001b[0m", "⟨001b⟩[31mred⟨001b⟩[0m"],
  ["\u202egnp.exe", "⟨202e⟩gnp.exe"],
  ["a\u200bb", "a⟨200b⟩b"],
  ["line\nnext\ttab", "line\nnext\ttab"],
  ["\u{e0041}", "⟨e0041⟩"],
  ["日本語 é 🙂", "日本語 é 🙂"],
])("%j is shown as %j", (text, shown) => {
  expect(showHidden(text)).toBe(shown)
})

test.each([
  [0, "0 ms"],
  [999, "999 ms"],
  [61_000, "1 min 1 s"],
  [7_260_000, "2 h 1 min"],
  [86_400_000 * 30, "30 d"],
])("%d ms is %s", (milliseconds, text) => {
  expect(formatSpan(milliseconds)).toBe(text)
})

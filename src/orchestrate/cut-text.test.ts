import { expect, test } from "vitest"
import { estimateTokens } from "../text/estimate-tokens.ts"
import { cutWithMarker } from "./cut-text.ts"

const text = Array.from({ length: 100 }, (_, at) => `line ${at} has a few words in it`).join("\n")

test("a text over its budget is cut at a line, and says how much is shown and where the rest is", () => {
  const cut = cutWithMarker(text, 50, "memory.md")
  const [marker, ...kept] = cut.split("\n").reverse()
  expect(marker).toBe(`[cut here: about 50 of ${estimateTokens(text)} tokens are shown; the rest is in memory.md]`)
  expect(text.startsWith(kept.reverse().join("\n"))).toBe(true)
  expect(estimateTokens(kept.join("\n"))).toBeLessThanOrEqual(50)
  expect(cutWithMarker("short", 50, "memory.md")).toBe("short")
})

test("one line that is too long is cut within", () => {
  const cut = cutWithMarker("word ".repeat(1000), 20, "m.md").split("\n")[0] ?? ""
  expect(estimateTokens(cut)).toBeLessThanOrEqual(20)
  expect(cut.length).toBeGreaterThan(20)
})

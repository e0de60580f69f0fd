import { expect, test } from "vitest"
import { countBraces } from "./count-braces.ts"

test.each([
  ["a", 1],
  ["{a,b}", 2],
  ["x{a,b}{1..3}", 6],
  ["{a,{b,c}}", 3],
  ["{a,b{1..3}}", 4],
  ["{9..0..3}", 4],
  ["{a..z}{a..z}", 676],
  ["{1..99999999}", 1001],
  ["{a..z}{a..z}{a..z}{a..z}{a..z}{a..z}", 1001],
  ["{1..2", 1],
])("%s becomes %d words", (raw, words) => {
  expect(countBraces(raw, 1000)).toBe(words)
})

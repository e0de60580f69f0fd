import { test } from "vitest"
import { measureHalf } from "./review-set/measure.ts"
test("x", async () => {
  for (const half of ["tuned", "held-out", "fresh"] as const) {
    const scores = await measureHalf(half)
    for (const s of scores)
      if (s.missed.length + s.falseAlarms.length > 0 || s.category === "unknown rule") {
        console.log(
          `#### ${half} ${s.rule} ${s.language} found ${s.found} missed ${s.missed.length} false ${s.falseAlarms.length} silent ${s.silent} ${s.category}`,
        )
        if (process.env["SHOW"]?.includes(s.rule)) {
          for (const m of s.missed) console.log("MISSED\n" + m)
          for (const m of s.falseAlarms) console.log("FALSE\n" + m)
        }
      }
  }
})

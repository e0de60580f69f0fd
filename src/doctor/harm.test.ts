import { expect, test } from "vitest"
import { problemCodes } from "./problem-codes.ts"
import { describeHarms, findHarm } from "./harm.ts"

test("what a problem does follows from its level and its code, and a sentence counts the worst first", () => {
  const problems = [
    { code: "header.old-spelling", level: "note" },
    { code: "description.long", level: "note" },
    { code: "catalog.clash", level: "warning" },
    { code: "header.unquoted", level: "warning" },
    { code: "source.broken-link", level: "warning" },
    { code: "file.too-large", level: "error" },
  ] as const
  expect(problems.map((one) => findHarm(one))).toEqual(["style", "cost", "copies", "misread", "lost", "lost"])
  expect(describeHarms(problems)).toBe(
    "2 leave something out, 1 concerns copies of one name, 1 may be misread, 1 costs room, 1 concerns style",
  )
})

test("every code that is named exists", async () => {
  const { readFileSync } = await import("node:fs")
  const source = readFileSync(new URL("harm.ts", import.meta.url), "utf8")
  const named = [...source.matchAll(/"(\w+\.[\w-]+)"/g)].map(([, code]) => code)
  expect(named.length).toBeGreaterThan(12)
  expect(named.filter((code) => !problemCodes.some((known) => known === code))).toEqual([])
})

import { expect, test } from "vitest"
import { lintInCatalog } from "./lint-in-catalog.ts"

const context = {
  findKeyLine: () => 3,
  satisfies: (range: string) => (range === ">=9" ? false : range === "soon" ? undefined : true),
}
const codes = (header: Parameters<typeof lintInCatalog>[0]) =>
  lintInCatalog(header, context).map(({ code, line, message }) => `${code} ${line} ${message}`)

test("paths that cancel each other or explode, and unavailable versions, are reported where they are written", () => {
  expect(codes({ paths: ["src/**"], requires: { skillet: ">=0.1" } })).toEqual([])
  expect(codes({ paths: ["src/**", "**"] }).map((text) => text.split(" ")[0])).toEqual(["skill.paths-match-all"])
  expect(codes({ paths: [`${"{a,b,c,d}".repeat(6)}`] }).map((text) => text.split(" ")[0])).toEqual(["skill.braces"])
  expect(codes({ requires: { skillet: ">=9" } })).toEqual([
    "skill.needs-newer 3 it requires skillet >=9, which this version does not satisfy, so it is switched off",
  ])
  expect(codes({ requires: { skillet: "soon" } })).toEqual([
    'skill.needs-newer 3 "soon" is not a valid version range, so it is not checked',
  ])
})

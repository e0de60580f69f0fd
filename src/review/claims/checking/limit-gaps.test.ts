import { expect, test } from "vitest"
import { findingOf, reviewOf } from "../../../../test/review-intake/small-review.ts"
import type { ReviewFinding } from "../review-finding.ts"
import { findFunctionStart } from "./find-function-start.ts"
import { limitGaps } from "./limit-gaps.ts"

const text = [
  "function first(list) {",
  ...Array.from({ length: 30 }, () => "  work(list)"),
  "}",
  "function second(list) {",
  ...Array.from({ length: 30 }, () => "  work(list)"),
  "}",
].join("\n")
const gathered = reviewOf({ "src/a.ts": text, "src/b.ts": text })
const prior = findingOf({ line: 10, endLine: 12, title: "The list may be empty here" })

function whyOf(more: Partial<ReviewFinding>): string | undefined {
  return limitGaps([findingOf({ title: "Another thing", ...more })], [prior], gathered).rejected[0]?.why
}

test.each([
  [{ line: 4 }, undefined],
  [{ line: 5 }, "skip-zone"],
  [{ line: 17 }, "skip-zone"],
  [{ line: 18 }, undefined],
  [{ line: 2, endLine: 5 }, "skip-zone"],
  [{ line: 11, category: "Security" }, undefined],
  [{ line: 11, file: "src/b.ts" }, undefined],
  [{ line: 30, title: "This list may be empty" }, "skip-zone"],
  [{ line: 36, title: "This list may be empty" }, undefined],
  [{ line: 36, severity: "minor" }, "below-threshold"],
  [{ line: 36, severity: "critical" }, undefined],
  [{ line: 11, severity: "critical" }, undefined],
  [{ line: 30, title: "This list may be empty", severity: "critical" }, undefined],
] as const)("beside a finding of lines 10 to 12, %j is %s", (more, why) => {
  expect(whyOf(more)).toBe(why)
})

test("each agent may add five, its worst ones", () => {
  const from = (agent: string) =>
    Array.from({ length: 7 }, (_, at) =>
      findingOf({
        id: `${agent}${at}`,
        line: 40 + at,
        severity: at > 4 ? "critical" : "major",
        provenance: { agent, round: "gaps" },
      }),
    )
  const { findings, rejected, suppressed } = limitGaps(
    [...from("a"), ...from("b")],
    [prior, findingOf({ line: 2 })],
    gathered,
  )
  expect(findings.map(({ id }) => id)).toEqual(["a0", "a1", "a2", "a5", "a6", "b0", "b1", "b2", "b5", "b6"])
  expect(rejected.map(({ agent, why }) => `${agent} ${why}`)).toEqual([
    "a too-many",
    "a too-many",
    "b too-many",
    "b too-many",
  ])
  expect(suppressed).toBe(0)
})

test("findings that are left out are counted and reported", () => {
  expect(limitGaps([findingOf({ line: 9 })], [prior], gathered)).toEqual({
    findings: [],
    rejected: [
      { agent: "bug-detection-agent", round: "gaps", why: "skip-zone", text: "src/a.ts:9 Something is wrong" },
    ],
    suppressed: 1,
  })
})

test.each([
  [["function a() {", "  x()", "}"], 2, 1],
  [["class A {", "  run(b: string): void {", "    if (b) {", "      x()", "    }", "  }", "}"], 4, 2],
  [["const a = () => {", "  x()", "}"], 2, 1],
  [["def a(b):", "    if b:", "        x()", "    y()"], 4, 1],
  [["def a():", "    x()", "y()"], 3, undefined],
  [["a()", "b()"], 2, undefined],
  [["public static int Main(string[] args) {", "\treturn 1;", "}"], 2, 1],
])("in %j line %i belongs to the function of line %s", (lines, line, start) => {
  expect(findFunctionStart(lines, line)).toBe(start)
})

import { expect, test } from "vitest"
import { compilePatterns } from "./compile-patterns.ts"
import type { LinePattern } from "./line-pattern.ts"
import { readPack } from "./read-pack.ts"
import { selectLikelyPatterns, scanLines } from "./scan-lines.ts"
import { sketchBytes } from "./sketch-bytes.ts"
import { findZones } from "./find-zones.ts"

const script = [
  "// eval(a)",
  'const text = "eval(b)"',
  "eval(c); eval(d)",
  "const half = a / 2 // eval(e) / 3",
  "const re = /eval(f)/.test(x)",
  "const page = `eval(g)`",
  "run(/* eval(h) */ EVAL(i))",
].join("\n")

test.each([
  ["anywhere", [1, 2, 3, 4, 5, 6, 7]],
  ["code", [3]],
  ["comment", [1, 4, 7]],
] as const)("a pattern for %s holds there only, once a line", (where, lines) => {
  const { patterns } = compilePatterns([{ pattern: pattern({ where }) }])
  expect(scanLines({ text: script, syntax: "script" }, patterns).map(({ start }) => lineOf(script, start))).toEqual(
    lines,
  )
})

test("if case is ignored, it is also ignored in literals, and positions stay correct after letters that change their length", () => {
  const text = "İİİ\nEVAL(x)"
  const { patterns } = compilePatterns([{ pattern: pattern({ ignoreCase: true }) }])
  expect(scanLines({ text }, patterns).map(({ start, end }) => text.slice(start, end))).toEqual(["EVAL("])
})

test("a pattern without a literal is tried on every line, empty ones and the last included", () => {
  const { patterns } = compilePatterns([{ pattern: pattern({ regex: "^\\d$" }) }])
  expect(scanLines({ text: "1\n\n22\n3" }, patterns).map(({ start }) => start)).toEqual([0, 6])
})

test("the end of a line matches, even if line ends are two characters", () => {
  const { patterns } = compilePatterns([{ pattern: pattern({ regex: "eval\\(x\\)$" }) }])
  expect(scanLines({ text: "a\r\neval(x)\r\nb" }, patterns)).toMatchObject([{ start: 3, end: 10 }])
})

test("a sketch rules out a literal only if the text does not contain it", () => {
  const { patterns } = compilePatterns([
    { pattern: pattern({ id: "here" }) },
    { pattern: pattern({ id: "not", regex: "somethingElse\\(" }) },
    { pattern: pattern({ id: "short", regex: "x\\d" }) },
  ])
  const likely = selectLikelyPatterns(patterns, sketchBytes(new TextEncoder().encode("const a = eval(b)")))
  expect(likely.map(({ pattern: { id } }) => id)).toEqual(["here", "short"])
})

test("Python strings, comments and what only looks like them are distinguished", () => {
  const text = `a = "#" # b\n'''x\n# y\n''' # z\nf"{c}"`
  const zones = findZones(text, "python")
  const kind = (part: string) => zones.at(text.indexOf(part))
  expect(["a =", "# b", "x\n", "# y", "# z", "{c}"].map(kind)).toEqual([
    "code",
    "comment",
    "string",
    "string",
    "comment",
    "string",
  ])
})

test("a pack with a bad entry still gives the good one, with its line", () => {
  const good =
    "  - id: one\n    languages: [any]\n    category: bugs\n    severity: minor\n    title: T\n    description: D\n    regex: 'eval\\('\n"
  const { patterns, problems } = readPack(`patterns:\n  - id: Bad Name\n${good}`)
  expect(patterns).toEqual([{ pattern: pattern({ title: "T", description: "D" }), spot: { line: 3 } }])
  expect(problems.map(({ code }) => code)).toEqual(["pattern.bad-entry"])
})

test.each(["patterns: [", "other: 1", "- a"])("a text that is not a pack, such as %j, is one problem", (text) => {
  expect(readPack(text)).toMatchObject({ patterns: [], problems: [{ code: "pattern.bad-entry" }] })
})

function lineOf(text: string, offset: number): number {
  return text.slice(0, offset).split("\n").length
}

function pattern(own: Partial<LinePattern>): LinePattern {
  return {
    id: "one",
    regex: "eval\\(",
    languages: ["any"],
    category: "bugs",
    severity: "minor",
    confidence: "high",
    title: "t",
    description: "d",
    autoValidated: false,
    ignoreCase: false,
    where: "anywhere",
    ...own,
  }
}

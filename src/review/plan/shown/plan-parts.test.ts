import { expect, test } from "vitest"
import type { ReviewedFile } from "../../claims/reviewed-file.ts"
import { estimateTokens } from "../../../text/estimate-tokens.ts"
import { isHandWritten, isShown } from "./hand-written.ts"
import { findImportedFiles } from "./find-imported-files.ts"
import { findFunctionsAround } from "./cut-into-pieces.ts"
import { planParts } from "./plan-parts.ts"

function file(path: string, text: string, more: Partial<ReviewedFile> = {}): ReviewedFile {
  const language = path.endsWith(".py") ? "python" : "typescript"
  return { path, text, language, isPriority: false, isTest: false, isGenerated: false, ...more }
}

/** About 400 tokens. */
function long(name: string, imports: readonly string[] = []): string {
  const body = Array.from({ length: 30 }, (_, at) => `export function ${name}${at}(value) { return value + ${at} }`)
  return [...imports.map((one) => `import { x } from "${one}"`), ...body].join("\n")
}

const pathsOf = (parts: ReturnType<typeof planParts>) =>
  parts.map(({ pieces }) => [...new Set(pieces.map((piece) => piece.file.path))])

test("what fits is one part, changed code first and tests last", () => {
  const files = [
    file("a.test.ts", "test()", { isTest: true }),
    file("b.ts", "b()"),
    file("c.ts", "c()", { changed: [1] }),
  ]
  expect(pathsOf(planParts({ files }, { room: 10_000, diffOnly: false }))).toEqual([["c.ts", "b.ts", "a.test.ts"]])
})

test("a larger scope is divided by directory, and files that import each other stay together", () => {
  const files = [
    file("src/web/page.ts", long("page", ["./form.ts"])),
    file("src/web/form.ts", long("form")),
    file("src/store/rows.ts", long("rows")),
    file("src/tools/text.ts", long("text", ["../store/rows"])),
  ]
  const room = Math.ceil((estimateTokens(files[0]!.text) * 2.5) / 0.8) + 300
  expect(pathsOf(planParts({ files }, { room, diffOnly: false }))).toEqual([
    ["src/web/page.ts", "src/web/form.ts"],
    ["src/store/rows.ts", "src/tools/text.ts"],
  ])
})

test("parts cover every line of every file once, and none is larger than its room", () => {
  const files = [
    file("src/huge.ts", [long("a"), long("b"), long("c"), long("d")].join("\n")),
    file("lib/b.py", long("e")),
  ]
  const room = 900
  const parts = planParts({ files }, { room, diffOnly: false })
  const shown = parts.flatMap(({ pieces }) => pieces)
  for (const { path, text } of files) {
    const numbers = shown
      .filter((piece) => piece.file.path === path)
      .flatMap((piece) => piece.text.split("\n").map((line) => Number.parseInt(line, 10)))
    expect(numbers.toSorted((a, b) => a - b)).toEqual(text.split("\n").map((_, at) => at + 1))
  }
  for (const { pieces } of parts) expect(pieces.reduce((sum, { tokens }) => sum + tokens, 0)).toBeLessThanOrEqual(room)
  expect(parts.map(({ number, of }) => [number, of])).toEqual(parts.map((_, at) => [at + 1, parts.length]))
})

test("of a long changed file the whole functions around the changes are shown, with its imports", () => {
  const lines = [
    'import { db } from "./db.ts"',
    "",
    ...Array.from({ length: 200 }, (_, at) => `export const c${at} = ${at}`),
    "/** Finds one. */",
    "export function find(",
    "  id: string,",
    ") {",
    "  if (id === '') {",
    "    return undefined",
    "  }",
    "  return db.get(id)",
    "}",
    "",
    "export function other() {",
    "  return 1",
    "}",
  ]
  const [part] = planParts(
    { files: [file("src/find.ts", lines.join("\n"), { changed: [208] })] },
    { room: 5000, diffOnly: false },
  )
  expect(part?.pieces[0]?.text).toBe(
    [
      '  1| import { db } from "./db.ts"',
      "   | …",
      "203| /** Finds one. */",
      "204| export function find(",
      "205|   id: string,",
      "206| ) {",
      "207|   if (id === '') {",
      "208|     return undefined",
      "209|   }",
      "210|   return db.get(id)",
      "211| }",
    ].join("\n"),
  )
})

test("a function in Python ends before the next line that is not deeper", () => {
  const lines = ["@route('/')", "def index(name):", "    x = 1", "", "    return x", "", "", "def other():", "    pass"]
  expect(findFunctionsAround(lines, [5])).toEqual([{ line: 1, endLine: 5 }])
})

test("what a part imports is shown with it: whole, by its signatures, or by name", () => {
  const neighbours = [
    { path: "src/small.ts", text: "export const small = 1" },
    { path: "src/large.ts", text: `${long("large")}\n${"// filler\n".repeat(2000)}` },
    { path: "src/data.ts", text: "  'x',\n".repeat(9000) },
  ]
  const text = 'import { a } from "./small.ts"\nimport { b } from "./large.ts"\nimport { c } from "./data.ts"'
  const [part] = planParts({ files: [file("src/a.ts", text)], neighbours }, { room: 6000, diffOnly: false })
  expect(part?.neighbours.map(({ path, view }) => [path, view])).toEqual([
    ["src/data.ts", "name"],
    ["src/large.ts", "signatures"],
    ["src/small.ts", "whole"],
  ])
})

test.each([
  ["src/a.ts", 'import x from "./b.js"', ["src/b.ts"]],
  ["src/a.ts", 'import "./folder"', ["src/folder/index.ts"]],
  ["src/a.ts", 'export {\n  b,\n} from "./b"', ["src/b.ts"]],
  ["src/a.ts", "const b = require('../lib/c.js')", ["lib/c.js"]],
  ["src/a.ts", 'import fs from "node:fs"', []],
  ["src/a.ts", 'import x from "../../../etc/passwd"', []],
  ["pkg/sub/a.py", "from . import b", ["pkg/sub/b.py"]],
  ["pkg/sub/a.py", "from ..core import x", ["pkg/core/__init__.py"]],
  ["pkg/sub/a.py", "import pkg.sub.b as b", ["pkg/sub/b.py"]],
  ["pkg/sub/a.py", "from pkg.core import x", ["pkg/core/__init__.py"]],
])("%s imports by %j", (path, text, expected) => {
  const there = new Set([
    "src/b.ts",
    "src/folder",
    "src/folder/index.ts",
    "lib/c.js",
    "pkg/sub/b.py",
    "pkg/core/__init__.py",
  ])
  expect(findImportedFiles(file(path, text), (name) => there.has(name))).toEqual(expected)
})

test.each([
  ["written by hand", "export const a = 1\n".repeat(200), true],
  ["minified", `/* x */\n${"function a(){return 1};".repeat(300)}`, false],
  ["one long string among code", `${"const a = 1\n".repeat(500)}const icon = "${"A".repeat(3000)}"\n`, true],
  [
    "a library as it was released",
    "/*!\n * Chart.js v4.4.0\n * https://www.chartjs.org\n * Released under the MIT License\n */\nvar a",
    false,
  ],
  [
    "a library with its licence marked",
    "/**\n * @license\n * Lodash 4.17.21 <https://lodash.com/>\n * Copyright OpenJS Foundation\n */\n;(function() {}",
    false,
  ],
  ["a library with banner lines", "//! moment.js\n//! version : 2.29.4\n//! license : MIT\n;(function () {", false],
  ["own code with a licence", "/*! Licensed under MIT */\nexport const a = 1", true],
  ["own code under Apache", "/**\n * @license\n * Apache License, Version 2.0\n */\nexport const a = 1", true],
  ["a changelog in a comment", "/**\n * 1.2.3: see https://x.test\n */\nexport const a = 1", true],
])("%s is recognised", (_, text, expected) => {
  expect(isHandWritten({ text, isGenerated: false })).toBe(expected)
})

test("if a file is mostly data on one line, a change to its code is shown and the data is cut", () => {
  const data = `export const data = "${"A".repeat(9000)}"`
  const text = `${data}\nexport function at(i) {\n  return eval(data[i])\n}\n`
  const changed = file("src/data.ts", text, { changed: [3] })
  expect([isHandWritten(changed), isShown(changed)]).toEqual([false, true])
  expect(isShown({ ...changed, changed: [1] })).toBe(false)
  expect(isShown({ ...changed, isGenerated: true })).toBe(false)
  const [part] = planParts({ files: [changed] }, { room: 5000, diffOnly: false })
  expect(part?.pieces.map((piece) => [piece.isCut, piece.text.replace(/A+/, "A…")])).toEqual([
    [
      true,
      [
        '1| export const data = "A… … (8,522 more characters)',
        "2| export function at(i) {",
        "3|   return eval(data[i])",
        "4| }",
      ].join("\n"),
    ],
  ])
})

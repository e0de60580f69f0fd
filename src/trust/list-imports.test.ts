import { expect, test } from "vitest"
import { listImports } from "./list-imports.ts"

test("static imports and re-exports of files are followed from the file that has them", () => {
  const text = [
    'import { a } from "./a.mjs"',
    'import "../b.js"',
    'export * from "./deep/c.mjs"',
    "export { d } from './d\\u002emjs'",
    'import data from "./data.json" with { type: "json" }',
    'import { defineWorkflow } from "skillet"',
    'import { renderText } from "skillet/formatters"',
    'import fs from "node:fs"',
    "console.log(import.meta.url)",
  ].join("\n")
  expect(listImports("flows/ship.mjs", text)).toEqual({
    files: ["flows/a.mjs", "b.js", "flows/deep/c.mjs", "flows/d.mjs", "flows/data.json"],
    builtins: ["node:fs"],
    faults: [],
  })
})

test("words in comments, texts and names are no imports", () => {
  const text = [
    '/** @type {import("./x.mjs").Y} */',
    "const said = \"import('./x.mjs')\" // import './x.mjs'",
    "const pattern = /import('x')/",
    "const one = { import() {} }",
    'one.import("./x.mjs")',
  ].join("\n")
  expect(listImports("a.mjs", text)).toEqual({ files: [], builtins: [], faults: [] })
})

test.each([
  ['import("./x.mjs")', "import(…) could load any file"],
  ['const a = 4 / import("./x.mjs") / 2', "import(…) could load any file"],
  ["`${import(name)}`", "import(…) could load any file"],
  ["import /* ! */ (name)", "import(…) could load any file"],
  ['import source x from "./x.wasm"', "import(…) could load any file"],
  ['import { z } from "zod"', '"zod" is not a file of the project'],
  ['import fs from "fs"', '"fs" is not a file of the project'],
  ['import x from "#inner"', '"#inner" is not a file of the project'],
  ['import x from "skillet/package.json"', '"skillet/package.json" is not a file of the project'],
  ['import x from "/etc/x.mjs"', '"/etc/x.mjs" is not a file of the project'],
  ['import x from "file:///etc/x.mjs"', '"file:///etc/x.mjs" is not a file of the project'],
  ['import x from "data:text/javascript,1"', '"data:text/javascript,1" is not a file of the project'],
  ['import x from "../x.mjs"', '"../x.mjs" is outside the project'],
  ['import x from "./a/../../x.mjs"', '"./a/../../x.mjs" is outside the project'],
  ['import x from "./%78.mjs"', '"./%78.mjs" is not the plain name of a file'],
  ['import x from "./x.mjs?1"', '"./x.mjs?1" is not the plain name of a file'],
  ['import x from "./a\\\\b.mjs"', '"./a\\b.mjs" is not the plain name of a file'],
  ['import x from "./x"', '"./x" is not a module that can be read'],
  ['import x from "./x.node"', '"./x.node" is not a module that can be read'],
  ['import x from "./x.cjs"', '"./x.cjs" is not a module that can be read'],
  ['import { createRequire } from "node:module"', "node:module could load any file"],
  ['import { Worker } from "node:worker_threads"', "node:worker_threads could load any file"],
  ['import cluster from "node:cluster"', "node:cluster could load any file"],
  ['import x from "zod/./x.mjs"', '"zod/./x.mjs" is not a file of the project'],
  ['import x from "zod/../x.mjs"', '"zod/../x.mjs" is not a file of the project'],
  ['import x from "@evil/skillet"', '"@evil/skillet" is not a file of the project'],
  ['import x from "evil-skillet/stores"', '"evil-skillet/stores" is not a file of the project'],
  ['import x from "./x.json.node"', '"./x.json.node" is not a module that can be read'],
  ['import x from "./x.mjs/y"', '"./x.mjs/y" is not a module that can be read'],
])("an approval cannot cover %s", (code, message) => {
  expect(listImports("skillet.config.mjs", `\n${code}\n`)).toEqual({
    files: [],
    builtins: [],
    faults: [{ line: 2, message, fix: expect.any(String) }],
  })
})

test.each([
  ["import(name)", "write a static import at the top of the file"],
  ['import "node:module"', "import the file itself"],
  ['import "zod"', "import a file by a path that begins with ./ or ../, a module of Node as node:NAME, or skillet"],
  ['import "./x.mjs#1"', "name the file as it is on disk, without % ? # and \\"],
  ['import "../x.mjs"', "move the file into the project"],
  ['import "./x"', "import .mjs, .js, .mts, .ts or .json, with the ending"],
])("%s is refused with what to write instead", (code, fix) => {
  expect(listImports("skillet.config.mjs", code).faults).toEqual([{ line: 1, message: expect.any(String), fix }])
})

test("a text that is not a module is a fault, not a module without imports", () => {
  expect(listImports("skillet.config.mjs", "const a = {\n\nimport('./x.mjs')")).toEqual({
    files: [],
    builtins: [],
    faults: [{ line: expect.any(Number), message: "it cannot be parsed", fix: "correct it" }],
  })
})

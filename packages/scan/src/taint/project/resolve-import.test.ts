import { expect, test } from "vitest"
import { findImportedNames } from "./find-imported-names.ts"
import { openResolver } from "./resolve-import.ts"

const resolve = openResolver(
  new Set([
    "index.js",
    "lib/run.js",
    "lib/index.js",
    "src/load.ts",
    "src/parts/view.tsx",
    "app/cases/one.py",
    "app/helpers/__init__.py",
    "app/helpers/things.py",
    "app/helpers/json.py",
    "src/pkg/__init__.py",
    "src/pkg/tools.py",
  ]),
)

test.each([
  ["./lib/run", "index.js", "lib/run.js"],
  ["./lib", "index.js", "lib/index.js"],
  ["../lib/run.js", "src/load.ts", "lib/run.js"],
  ["./load.js", "src/main.ts", "src/load.ts"],
  ["@/parts/view", "src/load.ts", "src/parts/view.tsx"],
  ["express", "index.js", undefined],
  ["../../../etc/passwd", "index.js", undefined],
  ["helpers.things", "app/cases/one.py", "app/helpers/things.py"],
  [".things", "app/helpers/json.py", "app/helpers/things.py"],
  ["..helpers", "app/cases/one.py", "app/helpers/__init__.py"],
  ["pkg.tools", "tests/test_tools.py", "src/pkg/tools.py"],
])("%s in %s is %s", (name, from, file) => expect(resolve(name, from)).toBe(file))

test("a module of a package does not hide a module of Python's standard library", () => {
  expect(resolve("json", "app/helpers/things.py")).toBeUndefined()
})

test("the names that a file imports are read from its text", () => {
  const python = "import os, helpers.things as t\nfrom . import (\n  one,\n  two as b,\n)\nfrom .x import y\n"
  expect(findImportedNames(python, true)).toEqual([".", ".one", ".two", ".x", ".x.y", "os", "helpers.things"])
  const script =
    'import a, { b } from "./a"\nexport * from "./b"\nconst c = require("./c")\nawait import("./d")\nimport "./e"\n'
  expect(findImportedNames(script, false)).toEqual(["./a", "./b", "./c", "./d", "./e"])
})

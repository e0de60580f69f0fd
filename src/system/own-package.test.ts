import fs from "node:fs"
import os from "node:os"
import path from "node:path"
import { expect, test } from "vitest"
import { findOwnPackage } from "./own-package.ts"

test("from the sources, the package is the directory with the bundled skills and the conventions", () => {
  const found = findOwnPackage()
  expect(JSON.parse(fs.readFileSync(path.join(found, "package.json"), "utf8"))).toMatchObject({ name: "skillet" })
  expect(fs.existsSync(path.join(found, "skills", "using-skillet", "SKILL.md"))).toBe(true)
  expect(fs.existsSync(path.join(found, "conventions"))).toBe(true)
})

test("the nearest manifest counts, however deep the file is", () => {
  const root = fs.mkdtempSync(path.join(os.tmpdir(), "own-package-"))
  const deep = path.join(root, "node_modules/skillet/dist/grammars")
  fs.mkdirSync(deep, { recursive: true })
  fs.writeFileSync(path.join(root, "package.json"), "{}")
  fs.writeFileSync(path.join(root, "node_modules/skillet/package.json"), "{}")
  expect(findOwnPackage(deep)).toBe(path.join(root, "node_modules/skillet"))
  fs.rmSync(path.join(root, "node_modules/skillet/package.json"))
  expect(findOwnPackage(deep)).toBe(root)
})

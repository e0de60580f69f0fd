import fs from "node:fs"
import os from "node:os"
import path from "node:path"
import { afterAll, expect, test } from "vitest"
import { makeDirectory } from "./make-directory.ts"
import { needLinux, testWith } from "../../../test/needs.ts"

const folder = fs.mkdtempSync(path.join(os.tmpdir(), "make-directory-"))
afterAll(() => fs.rmSync(folder, { recursive: true }))

test("missing parents are created too, with the same mode, and existing ones stay unchanged", () => {
  const made = path.join(folder, "a", "b", "c")
  makeDirectory(made, 0o700)
  makeDirectory(made, 0o755)
  expect([made, path.dirname(made)].map((at) => fs.statSync(at).mode & 0o777)).toEqual([0o700, 0o700])
})

test("a file in the way, an impossible path and a link that points nowhere are errors", () => {
  fs.writeFileSync(path.join(folder, "file"), "")
  fs.symlinkSync(path.join(folder, "gone"), path.join(folder, "link"))
  expect(() => makeDirectory(path.join(folder, "file"))).toThrow("EEXIST")
  expect(() => makeDirectory(path.join(folder, "file", "below"))).toThrow("EEXIST")
  expect(() => makeDirectory(path.join(folder, "link"))).toThrow("EEXIST")
})

testWith(needLinux, "where the system makes no directories it ends with an error", () => {
  expect(() => makeDirectory("/proc/none/a/b")).toThrow("ENOENT")
})

test("nothing else creates directories recursively", () => {
  const source = path.join(import.meta.dirname, "../..")
  const files = fs
    .readdirSync(source, { recursive: true, encoding: "utf8" })
    .filter((file) => file.endsWith(".ts") && !file.endsWith(".test.ts"))
  const wrong = files.filter((file) =>
    /\bmkdir(?:Sync)?\([^;\n]*recursive/.test(fs.readFileSync(path.join(source, file), "utf8")),
  )
  expect(files.length).toBeGreaterThan(500)
  expect(wrong).toEqual([])
})

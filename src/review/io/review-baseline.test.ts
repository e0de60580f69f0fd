import { execFileSync } from "node:child_process"
import fs from "node:fs"
import os from "node:os"
import path from "node:path"
import { afterEach, beforeEach, expect, test } from "vitest"
import { isBaseline } from "./review-baseline.ts"

let folder: string

beforeEach(() => {
  folder = fs.realpathSync(fs.mkdtempSync(path.join(os.tmpdir(), "skillet-baseline-")))
})

afterEach(() => fs.rmSync(folder, { recursive: true }))

test.each([
  ["a pipe", (at: string) => execFileSync("mkfifo", [at])],
  ["a link to an endless device", (at: string) => fs.symlinkSync("/dev/zero", at)],
  ["a directory", (at: string) => fs.mkdirSync(at)],
  ["a huge file", (at: string) => fs.truncateSync(at, (fs.writeFileSync(at, ""), 64 * 1024 * 1024))],
])("%s as a baseline stops the review at once, and is not read", (_, make) => {
  const at = path.join(folder, "baseline.json")
  make(at)
  expect(() => isBaseline(at)).toThrow(expect.objectContaining({ code: "review.bad-baseline" }))
})

test("a baseline may be a link to a file, or missing", () => {
  fs.writeFileSync(path.join(folder, "real.json"), '{ "version": 1, "findings": [] }')
  fs.symlinkSync("real.json", path.join(folder, "link.json"))
  expect(["link.json", "none.json"].map((name) => isBaseline(path.join(folder, name)))).toEqual([true, false])
})

test.each([
  [
    "the file",
    (at: string) => {
      fs.mkdirSync(path.join(at, ".skillet"))
      fs.symlinkSync(path.join(at, "elsewhere.json"), path.join(at, ".skillet/review-baseline.json"))
    },
  ],
  [
    "its directory",
    (at: string) => {
      fs.mkdirSync(path.join(at, "other"))
      fs.symlinkSync("other", path.join(at, ".skillet"))
    },
  ],
])("a project's own baseline is refused if %s is a link", (_, make) => {
  make(folder)
  const at = path.join(folder, ".skillet/review-baseline.json")
  expect(() => isBaseline(at)).toThrow(expect.objectContaining({ code: "review.bad-baseline" }))
})

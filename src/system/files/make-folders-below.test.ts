import fs from "node:fs"
import os from "node:os"
import path from "node:path"
import { expect, onTestFinished, test } from "vitest"
import { findLinkBelow, makeFoldersBelow } from "./make-folders-below.ts"

function place(): string {
  const root = fs.realpathSync(fs.mkdtempSync(path.join(os.tmpdir(), "skillet-folders-")))
  onTestFinished(() => fs.rmSync(root, { recursive: true, force: true }))
  return root
}

test("directories are made one inside the other, and those that are there stay", () => {
  const root = place()
  expect(makeFoldersBelow(root, ["a", "b"])).toBeUndefined()
  expect(makeFoldersBelow(root, ["a", "b", "c"])).toBeUndefined()
  expect(fs.statSync(path.join(root, "a/b/c")).isDirectory()).toBe(true)
})

test.each([
  ["a link out", (at: string, out: string) => fs.symlinkSync(out, at), "is a link"],
  ["a link to nothing", (at: string) => fs.symlinkSync("nothing", at), "is a link"],
  ["a file", (at: string) => fs.writeFileSync(at, ""), "is not a directory"],
])("%s is not followed, and nothing is made behind it", (_, make, why) => {
  const [root, out] = [place(), place()]
  make(path.join(root, "a"), out)
  expect(makeFoldersBelow(root, ["a", "b"])).toEqual({ at: path.join(root, "a"), why })
  expect(findLinkBelow(root, ["a", "b"])).toEqual({ at: path.join(root, "a"), why })
  expect(fs.readdirSync(out)).toEqual([])
})

import fs from "node:fs"
import os from "node:os"
import path from "node:path"
import { expect, test } from "vitest"
import { claimDirectory, writeNew } from "./write-new.ts"

const folder = fs.mkdtempSync(path.join(os.tmpdir(), "skillet-write-new-"))

test("a new file is written once, and never through a link", () => {
  const file = path.join(folder, "a")
  expect([writeNew(file, "one"), writeNew(file, "two")]).toEqual([true, false])
  expect(fs.readFileSync(file, "utf8")).toBe("one")
  const link = path.join(folder, "link")
  fs.symlinkSync(path.join(folder, "nowhere"), link)
  expect(writeNew(link, "three")).toBe(false)
  expect(fs.existsSync(path.join(folder, "nowhere"))).toBe(false)
})

test("only the first to claim a directory gets it; any other error is thrown", () => {
  const claimed = path.join(folder, "name")
  expect([claimDirectory(claimed, 0o700), claimDirectory(claimed, 0o700)]).toEqual([true, false])
  expect(() => claimDirectory(path.join(folder, "missing", "name"), 0o700)).toThrow("ENOENT")
})

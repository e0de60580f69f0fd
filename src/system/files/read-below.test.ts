import { execFileSync } from "node:child_process"
import fs from "node:fs"
import os from "node:os"
import path from "node:path"
import { afterEach, beforeEach, expect, test } from "vitest"
import { openReader } from "./read-below.ts"

let root: string

beforeEach(() => {
  root = fs.mkdtempSync(path.join(os.tmpdir(), "skillet-below-"))
  fs.mkdirSync(path.join(root, "in"))
  fs.writeFileSync(path.join(root, "in", "a"), "text")
})

afterEach(() => fs.rmSync(root, { recursive: true }))

test("a file below the root is read, even if its name is not UTF-8", () => {
  const name = Buffer.from([0x69, 0x6e, 0x2f, 0xff])
  fs.writeFileSync(Buffer.concat([Buffer.from(`${root}/`), name]), "other")
  const read = openReader(root)
  expect(read(Buffer.from("in/a"), 10)).toEqual({ kind: "bytes", bytes: Buffer.from("text") })
  expect(read(name, 10)).toEqual({ kind: "bytes", bytes: Buffer.from("other") })
})

test("a link is not followed, neither as the file nor as a directory on the way", () => {
  fs.symlinkSync("a", path.join(root, "in", "link"))
  fs.symlinkSync(os.tmpdir(), path.join(root, "out"))
  fs.symlinkSync("in", path.join(root, "inside"))
  const read = openReader(root)
  expect(["in/link", "out/x", "inside/a"].map((name) => read(Buffer.from(name), 10).kind)).toEqual([
    "link",
    "link",
    "link",
  ])
})

test("a file that is too large, missing or not a file is reported, and a pipe does not hang", () => {
  execFileSync("mkfifo", [path.join(root, "pipe")])
  const read = openReader(root)
  expect(read(Buffer.from("in/a"), 3)).toEqual({ kind: "too-large", size: 4 })
  expect(["in/b", "no/b", "in", "pipe"].map((name) => read(Buffer.from(name), 10).kind)).toEqual([
    "missing",
    "missing",
    "not-a-file",
    "not-a-file",
  ])
})

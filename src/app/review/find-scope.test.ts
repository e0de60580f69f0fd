import { execFileSync } from "node:child_process"
import fs from "node:fs"
import os from "node:os"
import path from "node:path"
import { afterEach, beforeEach, expect, test } from "vitest"
import { findScope } from "./find-scope.ts"

let root: string

beforeEach(() => {
  root = fs.mkdtempSync(path.join(os.tmpdir(), "skillet-scope-"))
  git("init", "-q", "-b", "main")
})

afterEach(() => fs.rmSync(root, { recursive: true }))

test.each(["diff.noprefix", "diff.mnemonicPrefix", "diff.relative", "diff.suppressBlankEmpty"])(
  "what changed is the same with %s",
  async (setting) => {
    fs.mkdirSync(path.join(root, "b"))
    write("b/a b.js", "one\n\nthree\n")
    write("ü.js", "one\n")
    git("add", "-A")
    git("-c", "user.name=a", "-c", "user.email=a@example.com", "commit", "-q", "-m", "one")
    git("config", setting, "true")
    write("b/a b.js", "one\n\nthree\nfour\n")
    write("ü.js", "two\n")

    const { files } = await findScope({ cwd: root, env: process.env, paths: [], diff: "HEAD" })

    expect(files.map(({ path: name, diff }) => [name, diff?.added])).toEqual([
      ["b/a b.js", [4]],
      ["ü.js", [1]],
    ])
  },
)

test("a file that is staged otherwise than it is in the working folder is told", async () => {
  write("a.js", "one\n")
  write("b.js", "one\n")
  git("add", "-A")
  write("a.js", "two\n")
  const { unlike } = await findScope({ cwd: root, env: process.env, paths: [], staged: true })
  expect(unlike).toEqual(["a.js"])
})

test.each([
  ["HEAD~1..HEAD", ["a.js"]],
  ["HEAD~1...", ["a.js"]],
  ["HEAD~1", []],
])("against %s the working folder differs in %j", async (diff, expected) => {
  for (const text of ["one\n", "two\n"]) {
    write("a.js", text)
    git("add", "-A")
    git("-c", "user.name=a", "-c", "user.email=a@example.com", "commit", "-q", "-m", "one")
  }
  write("a.js", "three\n")
  const { unlike } = await findScope({ cwd: root, env: process.env, paths: [], diff })
  expect(unlike).toEqual(expected)
})

function git(...args: readonly string[]): void {
  execFileSync("git", args, { cwd: root })
}

function write(name: string, text: string): void {
  fs.writeFileSync(path.join(root, name), text)
}

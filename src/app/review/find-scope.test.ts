import { execFileSync } from "node:child_process"
import fs from "node:fs"
import os from "node:os"
import path from "node:path"
import { afterEach, beforeEach, expect, test } from "vitest"
import { findScope } from "./find-scope.ts"
import { readContents } from "./open-review.ts"

let root: string

beforeEach(() => {
  root = fs.mkdtempSync(path.join(os.tmpdir(), "skillet-scope-"))
  git("init", "-q", "-b", "main")
})

afterEach(() => fs.rmSync(root, { recursive: true }))

test.each(["diff.noprefix", "diff.mnemonicPrefix", "diff.relative", "diff.suppressBlankEmpty"])(
  "the changes are the same with %s",
  async (setting) => {
    fs.mkdirSync(path.join(root, "b"))
    write("b/a b.js", "one\n\nthree\n")
    write("ü.js", "one\n")
    git("add", "-A")
    git("-c", "user.name=a", "-c", "user.email=a@example.com", "commit", "-q", "-m", "one")
    git("config", setting, "true")
    write("b/a b.js", "one\n\nthree\nfour\n")
    write("ü.js", "two\n")

    const { entries } = await findScope({ cwd: root, env: process.env, paths: [], diff: "HEAD" })

    expect(entries.map(({ path: name, diff }) => [name, [...(diff?.added.keys() ?? [])]])).toEqual([
      ["b/a b.js", [4]],
      ["ü.js", [1]],
    ])
  },
)

test("staged files are read as staged, not from the working tree", async () => {
  write("a.js", "one\n")
  git("add", "-A")
  write("a.js", "two\n")
  expect(await textsOf({ staged: true })).toEqual({ "a.js": "one\n" })
})

test.each([
  ["HEAD~1..HEAD", "two\n"],
  ["HEAD~1...", "two\n"],
  ["HEAD~1", "three\n"],
])("against %s the text is %j", async (diff, expected) => {
  for (const text of ["one\n", "two\n"]) {
    write("a.js", text)
    git("add", "-A")
    git("-c", "user.name=a", "-c", "user.email=a@example.com", "commit", "-q", "-m", "one")
  }
  write("a.js", "three\n")
  expect(await textsOf({ diff })).toEqual({ "a.js": expected })
})

async function textsOf(asked: { readonly staged?: boolean; readonly diff?: string }) {
  const scope = await findScope({ cwd: root, env: process.env, paths: [], ...asked })
  const contents = await readContents(scope, scope.entries, process.env)
  const texts = [...contents].map(([name, read]) => [name, "bytes" in read ? Buffer.from(read.bytes).toString() : read])
  return Object.fromEntries(texts)
}

function git(...args: readonly string[]): void {
  execFileSync("git", args, { cwd: root })
}

function write(name: string, text: string): void {
  fs.writeFileSync(path.join(root, name), text)
}

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
    commit({ "b/a b.js": "one\n\nthree\n", "ü.js": "one\n" })
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
  for (const text of ["one\n", "two\n"]) commit({ "a.js": text })
  write("a.js", "three\n")
  expect(await textsOf({ diff })).toEqual({ "a.js": expected })
})

test("a pipe that somebody names is one entry, which is not read", async () => {
  commit({ "a.js": "one\n" })
  execFileSync("mkfifo", [path.join(root, "pipe.js")])
  const scope = await findScope({ cwd: root, env: process.env, paths: ["pipe.js"] })
  expect(scope.entries.map(({ path: name }) => name)).toEqual(["pipe.js"])
  const contents = await readContents(scope, scope.entries, process.env)
  expect(contents.get("pipe.js")).toEqual({ kind: "not-read", why: "it is not a regular file" })
})

test("a file is read as it is committed, whatever object the repository puts in its place", async () => {
  for (const text of ["one\n", "two\n"]) commit({ "a.js": text })
  git("replace", "HEAD:a.js", "HEAD~1:a.js")
  expect(await textsOf({ diff: "HEAD~1..HEAD" })).toEqual({ "a.js": "two\n" })
})

test("new files that git does not know are named next to a change of the working tree, and read by nobody", async () => {
  commit({ "a.js": "one\n" })
  write("a.js", "two\n")
  fs.mkdirSync(path.join(root, "src"))
  write("src/new.js", "new\n")
  const kinds = async (asked: { readonly diff: string; readonly paths?: readonly string[] }) =>
    (await findScope({ cwd: path.join(root, "src"), env: process.env, paths: [], ...asked })).entries.map(
      ({ path: name, kind }) => `${name} ${kind}`,
    )
  expect(await kinds({ diff: "HEAD" })).toEqual(["a.js file", "src/new.js untracked"])
  expect(await kinds({ diff: "HEAD", paths: ["."] })).toEqual(["src/new.js untracked"])
  expect(await kinds({ diff: "HEAD..HEAD" })).toEqual([])
})

test("without git, directories that usually hold built or installed files are named, not entered", async () => {
  fs.rmSync(path.join(root, ".git"), { recursive: true })
  for (const name of ["src", "dist", "src/node_modules"]) fs.mkdirSync(path.join(root, name))
  for (const name of ["src/a.js", "dist/a.js", "src/node_modules/a.js"]) write(name, "one\n")
  // As in a published archive.
  write(".gitmodules", '[submodule "data"]\n')
  const kinds = async (paths: readonly string[]) =>
    (await findScope({ cwd: root, env: process.env, paths })).entries.map(({ path: name, kind }) => `${name} ${kind}`)
  expect(await kinds([])).toEqual([".gitmodules file", "dist skipped", "src/a.js file", "src/node_modules skipped"])
  expect(await kinds(["dist"])).toEqual(["dist/a.js file"])
})

test("a repository within the project and a submodule are named as what they are", async () => {
  for (const name of ["inner", "module"]) {
    fs.mkdirSync(path.join(root, name))
    const at = path.join(root, name)
    execFileSync("git", ["init", "-q"], { cwd: at })
    fs.writeFileSync(path.join(at, "a.js"), "one\n")
    execFileSync("git", ["add", "-A"], { cwd: at })
    execFileSync("git", ["-c", "user.name=a", "-c", "user.email=a@example.com", "commit", "-qm", "one"], { cwd: at })
  }
  git("-c", "protocol.file.allow=always", "submodule", "--quiet", "add", "./module", "module")
  const { entries } = await findScope({ cwd: root, env: process.env, paths: [] })
  expect(entries.map(({ path: name, kind }) => `${name} ${kind}`)).toEqual([
    ".gitmodules file",
    "inner repository",
    "module submodule",
  ])
})

test("a path outside the project is refused, even next to others", async () => {
  write("a.js", "one\n")
  await expect(findScope({ cwd: root, env: process.env, paths: ["a.js", ".."] })).rejects.toMatchObject({
    code: "review.no-files",
    message: "No valid files specified for review. .. is outside the project",
  })
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

function commit(files: Readonly<Record<string, string>>) {
  for (const [name, text] of Object.entries(files)) write(name, text)
  git("add", "-A")
  git("-c", "user.name=a", "-c", "user.email=a@example.com", "commit", "-q", "-m", "one")
}

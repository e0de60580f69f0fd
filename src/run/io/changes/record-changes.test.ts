import { execFileSync } from "node:child_process"
import fs from "node:fs"
import os from "node:os"
import path from "node:path"
import { afterEach, beforeEach, expect, test } from "vitest"
import { areChangesRecorded, wereChangesRecorded } from "./locate-changes.ts"
import { beginChanges, endChanges, listChanges, recordChanges } from "./record-changes.ts"

let top: string
let directory: string
let env: Readonly<Record<string, string | undefined>>

beforeEach(() => {
  top = fs.realpathSync(fs.mkdtempSync(path.join(os.tmpdir(), "skillet-changes-")))
  directory = path.join(top, "project")
  fs.mkdirSync(directory)
  env = { PATH: process.env["PATH"], HOME: top, SKILLET_DB: path.join(top, "state", "skillet.db") }
  git("init", "-q", "-b", "main")
  write(".gitignore", ".env\n")
  write("a.txt", "one\ntwo\n")
  git("add", "-A")
  git("-c", "user.name=a", "-c", "user.email=a@b", "commit", "-qm", "one")
})

afterEach(() => fs.rmSync(top, { recursive: true }))

test("the changes from one report to the next are recorded, and nothing of the repository is touched", async () => {
  const before = readAll(path.join(directory, ".git"))
  await begin()
  write("a.txt", "one\n2\n")
  write("new file.txt", "new\n")
  await report("plan")
  fs.rmSync(path.join(directory, "a.txt"))
  await report("do")

  const [plan, done] = listChanges(env, "r-1")
  expect(plan).toMatchObject({ step: "plan", cause: "report", total: 2, leftOut: 0 })
  expect(plan?.files).toEqual([
    { path: "a.txt", kind: "changed", added: 1, removed: 1, bytes: 6 },
    { path: "new file.txt", kind: "added", added: 1, removed: 0, bytes: 4 },
  ])
  expect(plan?.patch).toContain("-two\n+2\n")
  expect(done?.files).toEqual([{ path: "a.txt", kind: "removed", added: 0, removed: 2 }])
  expect(done?.since).toBe(plan?.at)
  expect(readAll(path.join(directory, ".git"))).toEqual(before)
})

test("what is staged, and a file changed before the run began, is no change of a step", async () => {
  write("a.txt", "mine\n")
  write("staged.txt", "staged\n")
  git("add", "staged.txt")
  await begin()
  await report("plan")
  expect(listChanges(env, "r-1")).toMatchObject([{ total: 0, files: [], patch: "" }])
})

test("a file that is changed in the same moment and keeps its size is seen", async () => {
  await begin()
  for (const text of ["aaa\nbbb\n", "ccc\nddd\n", "eee\nfff\n"]) {
    write("a.txt", text)
    await report("plan")
  }
  expect(listChanges(env, "r-1").map(({ total }) => total)).toEqual([1, 1, 1])
})

test("neither ignored files nor the content of large and binary files is kept", async () => {
  await begin()
  write(".env", "PASSWORD=hunter2\n")
  write("large.txt", `${"secret-in-a-large-file ".repeat(40_000)}\n`)
  fs.writeFileSync(path.join(directory, "image.png"), Buffer.from([0, 1, 2, 3]))
  await report("plan")

  const [plan] = listChanges(env, "r-1")
  expect(plan?.files).toEqual([
    { path: "image.png", kind: "added", bytes: 4 },
    { path: "large.txt", kind: "changed", bytes: 920_001 },
  ])
  expect(plan?.patch).not.toContain("secret-in-a-large-file")
  expect(JSON.stringify(plan)).not.toContain("hunter2")
  write("large.txt", "small\n")
  await report("do")
  expect(listChanges(env, "r-1")[1]?.files).toMatchObject([{ path: "large.txt", added: 1 }])
})

test("a large file that goes away is told", async () => {
  write("large.txt", "x".repeat(600_000))
  await begin()
  fs.rmSync(path.join(directory, "large.txt"))
  await report("plan")
  expect(listChanges(env, "r-1")[0]?.files).toEqual([{ path: "large.txt", kind: "removed" }])
})

test("programs that a repository names are not started", async () => {
  write(".gitattributes", "*.txt filter=evil diff=evil\n")
  const start = `touch ${path.join(top, "started")}; cat`
  for (const name of ["filter.evil.clean", "filter.evil.process", "diff.evil.textconv", "diff.evil.command"])
    git("config", name, start)
  git("config", "core.fsmonitor", start)
  for (const hook of ["post-index-change", "pre-commit"]) write(`.git/hooks/${hook}`, `#!/bin/sh\n${start}\n`)
  fs.chmodSync(path.join(directory, ".git/hooks/post-index-change"), 0o755)
  await begin()
  write("a.txt", "changed\n")
  await report("plan")
  expect(listChanges(env, "r-1")[0]?.patch).toContain("+changed")
  expect(fs.existsSync(path.join(top, "started"))).toBe(false)
})

test("without a checkout, and when too much differs, the reason is told and the next report begins anew", async () => {
  const other = path.join(top, "plain")
  fs.mkdirSync(other)
  await beginChanges(env, { id: "r-2", directory: other })
  await recordChanges(env, { run: "r-2", step: "plan", round: 1, item: "-" }, "report")
  expect(listChanges(env, "r-2")[0]?.unknown).toMatch(/not a git repository/)

  await begin()
  for (let at = 0; at < 2001; at++) write(`many/${at}.txt`, "x")
  await report("plan")
  expect(listChanges(env, "r-1")[0]?.unknown).toBe(
    "more than 2000 files differ from the state that was recorded before",
  )
  fs.rmSync(path.join(directory, "many"), { recursive: true })
  await report("again")
  write("a.txt", "x\n")
  await report("last")
  expect(listChanges(env, "r-1").map(({ unknown, total }) => unknown ?? total)).toEqual([
    expect.any(String),
    expect.any(String),
    1,
  ])
})

test("runs below one another share their moments, and only what was recorded outlives the tree", async () => {
  await begin()
  write("a.txt", "by the child\n")
  await recordChanges(env, { run: "r-1.do.1.x", step: "work", round: 1, item: "-" }, "report")
  await report("plan")
  expect(listChanges(env, "r-1.do.1.x", { step: "work", round: 1 })).toMatchObject([{ total: 1 }])
  expect(listChanges(env, "r-1")).toMatchObject([{ step: "plan", total: 0 }])
  endChanges(env, "r-1")
  expect([areChangesRecorded(env, "r-1"), wereChangesRecorded(env, "r-1"), listChanges(env, "r-1").length]).toEqual([
    false,
    true,
    1,
  ])
})

async function begin(): Promise<void> {
  await beginChanges(env, { id: "r-1", directory })
}

async function report(step: string): Promise<void> {
  await recordChanges(env, { run: "r-1", step, round: 1, item: "-" }, "report")
}

function git(...args: readonly string[]): void {
  execFileSync("git", args, { cwd: directory })
}

function write(name: string, text: string): void {
  const file = path.join(directory, name)
  fs.mkdirSync(path.dirname(file), { recursive: true })
  fs.writeFileSync(file, text)
}

function readAll(folder: string): Readonly<Record<string, string>> {
  const names = fs.readdirSync(folder, { recursive: true, encoding: "utf8" }).sort()
  const files = names.filter((name) => fs.statSync(path.join(folder, name)).isFile())
  return Object.fromEntries(files.map((name) => [name, fs.readFileSync(path.join(folder, name), "base64")]))
}

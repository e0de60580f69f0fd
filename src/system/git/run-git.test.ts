import { execFileSync } from "node:child_process"
import fs from "node:fs"
import os from "node:os"
import path from "node:path"
import { afterEach, beforeEach, expect, test } from "vitest"
import { runGit } from "./run-git.ts"

let root: string

beforeEach(() => {
  root = fs.mkdtempSync(path.join(os.tmpdir(), "skillet-git-"))
  git("init", "-q", "-b", "main")
})

afterEach(() => fs.rmSync(root, { recursive: true }))

test.each(["clean", "process"])("a filter's %s program that a repository names is not started", async (kind) => {
  write("a.js", "one\n")
  write(".gitattributes", "*.js filter=a=b.c\n")
  commit()
  git("config", `filter.a=b.c.${kind}`, "touch started; cat")
  git("config", "filter.a=b.c.required", "true")
  write("a.js", "one\ntwo\n")

  const diff = await runGit(root, ["diff", "--no-ext-diff", "HEAD"], { env: process.env })

  expect(diff).toContain("+two")
  expect(fs.readdirSync(root)).not.toContain("started")
})

test("objects that a partial clone left out are not fetched", async () => {
  write("a.js", "one\n")
  commit()
  const blob = git("rev-parse", "HEAD:a.js").trim()
  fs.rmSync(path.join(root, ".git", "objects", blob.slice(0, 2), blob.slice(2)), { force: true })
  git("config", "extensions.partialClone", "origin")
  git("config", "core.repositoryFormatVersion", "1")
  git("config", "remote.origin.promisor", "true")
  git("config", "remote.origin.url", "ssh://nowhere.invalid/x")
  git("config", "core.sshCommand", `touch ${path.join(root, "started")}; false`)
  write("a.js", "two\n")

  await expect(runGit(root, ["diff", "--no-ext-diff", "HEAD"], { env: process.env })).rejects.toMatchObject({
    code: "git.failed",
  })
  expect(fs.readdirSync(root)).not.toContain("started")
})

test("a program that the settings of a submodule name is not started to compare its commits", async () => {
  const inner = path.join(root, "inner")
  git("init", "-q", inner)
  write("inner/a.js", "one\n")
  write("inner/.gitattributes", "*.js diff=evil\n")
  commit(inner)
  commit()
  write("inner/a.js", "two\n")
  commit(inner)
  commit()
  git("-C", inner, "config", "diff.evil.command", `touch ${path.join(root, "started")}; true`)
  git("config", "diff.submodule", "diff")

  const diff = await runGit(root, ["diff", "--no-ext-diff", "HEAD~1", "HEAD"], { env: process.env })

  expect(diff).toContain("+Subproject commit")
  expect(fs.readdirSync(root)).not.toContain("started")
})

function commit(at = root): void {
  git("-C", at, "add", "-A")
  git("-C", at, "-c", "user.name=a", "-c", "user.email=a@example.com", "commit", "-q", "-m", "one")
}

function git(...args: readonly string[]): string {
  return execFileSync("git", args, { cwd: root, encoding: "utf8", stdio: "pipe" })
}

function write(name: string, text: string): void {
  fs.writeFileSync(path.join(root, name), text)
}

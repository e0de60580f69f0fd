import fs from "node:fs"
import os from "node:os"
import path from "node:path"
import { expect, onTestFinished, test } from "vitest"
import { findOriginBranch } from "./find-origin-branch.ts"

/** A git directory with these files, on the branch `new`; `own` is that of a worktree. */
function read(files: Readonly<Record<string, string>>, own = ""): string | undefined {
  const root = fs.mkdtempSync(path.join(os.tmpdir(), "skillet-origin-"))
  onTestFinished(() => fs.rmSync(root, { recursive: true, force: true }))
  for (const [name, text] of Object.entries(files)) {
    fs.mkdirSync(path.dirname(path.join(root, name)), { recursive: true })
    fs.writeFileSync(path.join(root, name), text)
  }
  return findOriginBranch({ project: root, branch: "new", top: root, gitFolder: path.join(root, own) })
}

const created = (from: string) => `0000 1111 a <a@b> 1 +0000\tbranch: Created from ${from}\n`
const moved = (from: string, to: string) => `1 2 a <a@b> 1 +0000\tcheckout: moving from ${from} to ${to}\n`
const renamed = (from: string, to: string) =>
  `1 1 a <a@b> 1 +0000\tBranch: renamed refs/heads/${from} to refs/heads/${to}\n`
const commit = "1 2 a <a@b> 1 +0000\tcommit: x\n"
const log = "logs/refs/heads/new"

test.each([
  ["a named branch", { [log]: created("main") }, "main"],
  ["a whole name", { [log]: created("refs/heads/a/b") }, "a/b"],
  ["what was checked out", { [log]: created("HEAD"), "logs/HEAD": moved("x", "y") + moved("y", "new") }, "y"],
  ["itself", { [log]: created("new") }, undefined],
  ["a commit", { [log]: "0 1 a <a@b> 1 +0000\tcommit (initial): x\n" }, undefined],
  ["its last name", { [log]: created("main") + renamed("main", "old") + renamed("old", "new") + commit }, "old"],
  ["a rename of another branch", { [log]: created("main") + renamed("main", "old") }, "main"],
  ["nothing known", {}, undefined],
  ["a moved log that is gone", { [log]: created("HEAD") }, undefined],
])("%s", (_, files, origin) => {
  expect(read(files)).toBe(origin)
})

test("a worktree that names no branch came from that of the main checkout", () => {
  expect(read({ [log]: created("HEAD"), HEAD: "ref: refs/heads/main\n" }, "worktrees/new")).toBe("main")
  expect(read({ [log]: created("HEAD"), HEAD: "1234\n" }, "worktrees/new")).toBeUndefined()
})

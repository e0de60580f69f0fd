import { execFileSync } from "node:child_process"
import fs from "node:fs"
import os from "node:os"
import path from "node:path"
import { afterAll, expect, test } from "vitest"
import { findProject } from "./find-project.ts"

const folder = fs.realpathSync(fs.mkdtempSync(path.join(os.tmpdir(), "project-of-")))
afterAll(() => fs.rmSync(folder, { recursive: true }))

const at = (name: string) => path.join(folder, name)

function write(files: Readonly<Record<string, string>>): void {
  for (const [name, text] of Object.entries(files)) {
    fs.mkdirSync(path.dirname(at(name)), { recursive: true })
    fs.writeFileSync(at(name), text)
  }
}

write({
  "shop/.git/HEAD": "ref: refs/heads/main\n",
  "shop/.git/worktrees/fix/HEAD": "ref: refs/heads/fix\n",
  "shop/.git/worktrees/fix/commondir": "../..\n",
  "shop/.git/worktrees/fix/gitdir": `${at("fix/.git")}\n`,
  "shop/.git/modules/lib/config": "[core]\n\tworktree = ../../../lib\n",
  "shop/.git/modules/lib/HEAD": "ref: refs/heads/main\n",
  "shop/src/a.ts": "",
  "fix/.git": `gitdir: ${at("shop/.git/worktrees/fix")}\n`,
  "shop/lib/.git": "gitdir: ../.git/modules/lib\n",
  "evil/.git": `gitdir: ${at("shop/.git")}\n`,
  "evil-worktree/.git": `gitdir: ${at("shop/.git/worktrees/fix")}\n`,
  "shop/none/a.ts": "",
})

test.each([
  ["shop/src", "shop/.git", "shop", "main", "shop/.git"],
  ["fix", "shop/.git", "fix", "fix", "shop/.git/worktrees/fix", "shop"],
  ["shop/lib", "shop/.git/modules/lib", "shop/lib", "main", "shop/.git/modules/lib"],
])("%s belongs to %s", (from, project, top, branch, own, main?: string) => {
  const mainCheckout = main === undefined ? undefined : at(main)
  expect(findProject(at(from))).toEqual({
    project: at(project),
    top: at(top),
    branch,
    gitFolder: at(own),
    mainCheckout,
  })
})

test.each(["evil", "evil-worktree"])(
  "%s, which names a git directory that does not name it, is a separate project",
  (name) => {
    expect(findProject(at(name))).toEqual({ project: at(name), top: at(name), branch: "" })
  },
)

test.each([".git", ".git/HEAD", ".git/commondir"])("a pipe in the place of %s is not waited for", (name) => {
  const project = fs.mkdtempSync(path.join(folder, "pipe-"))
  if (name !== ".git") fs.mkdirSync(path.join(project, ".git"))
  execFileSync("mkfifo", [path.join(project, name)])
  expect(findProject(project).top).toBe(project)
})

import fs from "node:fs"
import os from "node:os"
import path from "node:path"
import { afterEach, beforeEach, expect, test } from "vitest"
import { openSession } from "../session/open-session.ts"
import { listUnapproved } from "./list-unapproved.ts"
import { approve, planApproval } from "./trust-skills.ts"

let top: string

beforeEach(() => {
  top = fs.realpathSync(fs.mkdtempSync(path.join(os.tmpdir(), "skillet-unapproved-")))
  fs.mkdirSync(path.join(top, "project", ".git"), { recursive: true })
})

afterEach(() => fs.rmSync(top, { recursive: true }))

test("only skills of others that ask for something are listed, until they are approved", async () => {
  write("project/.claude/skills/plain", "")
  write("project/.claude/skills/runs", "", "Now: !`git status`")
  write("project/.claude/skills/asks", "allowed-tools: Bash(make:*), Read\n")
  write("project/.claude/skills/unused", "", "Now: !`git status`")
  write("home/.claude/skills/own", "", "Now: !`git status`")
  fs.mkdirSync(path.join(top, "home/.config/skillet"), { recursive: true })
  fs.writeFileSync(path.join(top, "home/.config/skillet/config.yaml"), "skills:\n  unused: off\n")

  const session = open()
  expect(await listUnapproved(session)).toMatchObject([
    { name: "asks", commands: 0, grants: 2, hooks: 0, source: path.join(top, "project/.claude/skills") },
    { name: "runs", commands: 1, grants: 0, hooks: 0 },
  ])
  approve(session, await planApproval(session, "runs"))
  expect((await listUnapproved(session)).map(({ name }) => name)).toEqual(["asks"])
  // What changed after an approval is an entry of its own.
  fs.appendFileSync(path.join(top, "project/.claude/skills/runs/SKILL.md"), "More.\n")
  expect((await listUnapproved(open())).map(({ name }) => name)).toEqual(["asks"])
})

function open() {
  const env = { HOME: path.join(top, "home"), PATH: process.env["PATH"] }
  return openSession({ cwd: path.join(top, "project"), env, host: "claude" })
}

function write(folder: string, header: string, body = "Text."): void {
  const at = path.join(top, folder)
  fs.mkdirSync(at, { recursive: true })
  fs.writeFileSync(
    path.join(at, "SKILL.md"),
    `---\nname: ${path.basename(folder)}\ndescription: A skill\n${header}---\n${body}\n`,
  )
}

import { execFileSync } from "node:child_process"
import fs from "node:fs"
import os from "node:os"
import path from "node:path"
import { expect, onTestFinished, test } from "vitest"
import type { AgentRequest } from "../../../agents/agent-driver.ts"
import { AgentFailure } from "../../../agents/agent-failure.ts"
import { addWorktree } from "./add-worktree.ts"
import { describeWith, needProgram } from "../../../../test/needs.ts"

function repository() {
  const root = fs.realpathSync(fs.mkdtempSync(path.join(os.tmpdir(), "worktree-")))
  onTestFinished(() => fs.rmSync(root, { recursive: true, force: true }))
  const project = path.join(root, "project")
  fs.mkdirSync(project)
  const git = (...args: readonly string[]) =>
    execFileSync("git", ["-c", "user.name=t", "-c", "user.email=t@t", ...args], { cwd: project, encoding: "utf8" })
  git("init", "-q", "-b", "main")
  fs.writeFileSync(path.join(project, "a.txt"), "one\n")
  git("add", "-A")
  git("commit", "-qm", "first")
  const key = { run: "r-1", step: "build", round: 1, item: "api" }
  const request: AgentRequest = { key, agent: "developer", role: "", tier: "mid", prompt: "", cwd: project }
  return { project, git, add: () => addWorktree(request, path.join(root, "trees")) }
}

describeWith(needProgram("git"), "writers in worktrees", () => {
  test("changes are offered on a branch and as a patch, the project is untouched, the worktree is gone", async () => {
    const at = repository()
    const tree = await at.add()
    fs.writeFileSync(path.join(tree.path, "b.txt"), "new\n")
    const { text } = await tree.finish({ text: "done" }, "offer")
    expect(text).toContain("+new")
    expect(text).toContain(`git merge ${tree.branch}`)
    expect({ tree: fs.existsSync(tree.path), file: fs.existsSync(path.join(at.project, "b.txt")) }).toEqual({
      tree: false,
      file: false,
    })
    expect(at.git("show", `${tree.branch}:b.txt`)).toBe("new\n")
    expect(fs.readFileSync(`${tree.path}.patch`, "utf8")).toContain("+new")
  })

  test("changes that apply cleanly are applied; others are offered, and this is reported", async () => {
    const at = repository()
    const first = await at.add()
    fs.writeFileSync(path.join(first.path, "a.txt"), "two\n")
    expect((await first.finish({ text: "done" }, "apply")).text).toContain("They were applied.")
    expect(fs.readFileSync(path.join(at.project, "a.txt"), "utf8")).toBe("two\n")
    const second = await at.add()
    fs.writeFileSync(path.join(second.path, "a.txt"), "three\n")
    expect((await second.finish({ text: "done" }, "apply")).text).toContain("They do not apply")
    expect(fs.readFileSync(path.join(at.project, "a.txt"), "utf8")).toBe("two\n")
  })

  test("settings of git, agents and Skillet, links and hidden programs are left to a person, with a list", async () => {
    const at = repository()
    fs.writeFileSync(path.join(at.project, ".gitignore"), "hidden/\n")
    at.git("add", "-A")
    at.git("commit", "-qm", "ignore")
    const tree = await at.add()
    const write = (name: string, text: string, mode = 0o644) => {
      fs.mkdirSync(path.dirname(path.join(tree.path, name)), { recursive: true })
      fs.writeFileSync(path.join(tree.path, name), text, { mode })
    }
    const left = [
      ".claude/settings.json",
      ".agents/skills/a/SKILL.md",
      "web/.claude/settings.json",
      ".skillet/config.yaml",
      ".Claude/settings.json",
      "hidden/tool",
      "node_modules/.bin/git",
      "link",
    ]
    for (const name of left.slice(0, 5)) write(name, "x\n")
    write("hidden/tool", "#!/bin/sh\n", 0o755)
    write("node_modules/.bin/git", "#!/bin/sh\n", 0o755)
    fs.symlinkSync("/etc/passwd", path.join(tree.path, "link"))
    write(".gitignore", "")
    write("b.txt", "new\n")
    const { text } = await tree.finish({ text: "done" }, "apply")
    expect(fs.readFileSync(path.join(at.project, "b.txt"), "utf8")).toBe("new\n")
    expect(left.filter((name) => fs.lstatSync(path.join(at.project, name), { throwIfNoEntry: false }))).toEqual([])
    const listed = [...text.matchAll(/^- (\S+) \(/gm)].map(([, name]) => name)
    expect(listed.toSorted()).toEqual(left.toSorted())
    expect(text).toContain("They were applied, except these: only a person may take them over")
    expect(at.git("show", `${tree.branch}:.claude/settings.json`)).toBe("x\n")
  })

  test("an agent that changed nothing leaves no branch; one that failed leaves its worktree, named", async () => {
    const at = repository()
    expect(await (await at.add()).finish({ text: "done" }, "offer")).toEqual({ text: "done" })
    expect(at.git("branch", "--list", "skillet/*")).toBe("")
    const tree = await at.add()
    const failure = new AgentFailure("agent.failed", "it died", { retry: "later", next: "again" })
    expect(tree.keptAfter(failure)).toMatchObject({ message: `it died (its worktree is kept: ${tree.path})` })
    expect(fs.existsSync(tree.path)).toBe(true)
  })
})

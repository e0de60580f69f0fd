import { execFileSync } from "node:child_process"
import fs from "node:fs"
import path from "node:path"
import { expect, test } from "vitest"
import { contextOf, hookInput, project } from "./wake-project.ts"
import { skillet } from "./run-cli.ts"

/** A repository with one commit on main, and a session that has begun there. */
function repository() {
  const made = project()
  fs.rmSync(path.join(made.cwd, ".git"), { recursive: true })
  const git = (...words: readonly string[]) =>
    execFileSync("git", ["-c", "user.name=a", "-c", "user.email=a@example.com", ...words], {
      cwd: made.cwd,
      env: { PATH: made.env.PATH, HOME: made.root },
      stdio: "pipe",
    })
  git("init", "-q", "-b", "main")
  git("commit", "-q", "--allow-empty", "-m", "x")
  let prompts = 0
  const hook = (name: string, more: object = {}) => {
    const input = hookInput({ cwd: made.cwd, prompt_id: `p${++prompts}`, ...more })
    const { out } = made.run(["hook", name], { input })
    return out === "" ? "" : contextOf(out)
  }
  return { ...made, git, hook }
}

test("after git checkout -b, the next prompt says where the tasks are, once, and task move brings them along", () => {
  const { run, git, hook } = repository()
  const plan = run(["task", "add", "The plan", "--status", "active"]).out.split(" ")[0] ?? ""
  run(["task", "add", "Part one", "Part two", "--parent", plan])
  run(["task", "add", "Old", "--status", "done"])
  hook("SessionStart", { source: "startup" })
  git("checkout", "-q", "-b", "feature/x")
  const news = hook("UserPromptSubmit")
  expect(news).toContain("The branch main, from which this one comes, has 2 open tasks.")
  expect(news).toContain("task move --from main`")
  expect(hook("UserPromptSubmit")).toBe("")
  run(["task", "add", "Done here", "--status", "done"])
  const moved = run(["task", "move", "--from", "main"])
  expect([moved.code, moved.out]).toEqual([0, `${plan}  The plan\n`])
  const tree = run(["task", "list", plan]).out
  expect(tree).toContain("Part one")
  expect(tree).toContain("<-- CURRENT")
  expect(hook("UserPromptSubmit")).toContain("Part one (pending)")
  expect(run(["task", "done", plan, "--with-subtasks"]).code).toBe(0)
  expect(run(["task", "move", "--from", "main"])).toMatchObject({ code: 1, out: "" })
})

test("in a new worktree the packet names the branch that it came from", () => {
  const { run, git, root, env } = repository()
  run(["task", "add", "The plan", "--status", "active"])
  git("branch", "other")
  git("worktree", "add", "-q", "-b", "wt", path.join(root, "wt"))
  git("worktree", "add", "-q", "-b", "named", path.join(root, "named"), "other")
  const wake = (folder: string) =>
    skillet(["wake", "orchestrator"], { cwd: path.join(root, folder), env, input: "" }).out
  expect(wake("wt")).toContain("The branch main, from which this one comes, has 1 open task.")
  const other = wake("named")
  expect(other).toContain("The branch main has 1 open task.")
  expect(other).not.toContain("from which")
})

test("after git branch -m, the next prompt says under which name the tasks are", () => {
  const { run, git, hook } = repository()
  run(["task", "add", "The plan", "--status", "active"])
  hook("SessionStart", { source: "startup" })
  git("branch", "-m", "trunk")
  const news = hook("UserPromptSubmit")
  expect(news).toContain("The branch main, from which this one comes, has 1 open task.")
  expect(news).toContain("1. Continue the tasks of another branch, as above, or add one:")
  expect(news).not.toContain("There is no open task.")
})

import fs from "node:fs"
import path from "node:path"
import { expect, test } from "vitest"
import { contextOf, hookInput, project } from "./wake-project.ts"

const PLAN = "# Plan\n### Task 1: A\n- [ ] a1\n- [ ] a2\n### Task 2: B\n- [ ] b1\n"

function planned() {
  const made = project()
  fs.writeFileSync(path.join(made.cwd, "plan.md"), PLAN)
  const current = () =>
    (JSON.parse(made.run(["task", "list", "--json"]).out) as { current: string | null }).current ?? ""
  return { ...made, current }
}

test("a plan is imported once, and a missing one is the user's error", () => {
  const { run, current } = planned()
  const missing = run(["task", "import", "none.md"])
  expect([missing.code, missing.err]).toEqual([1, expect.stringContaining("code plan.missing")])
  expect(run(["task", "import", "plan.md"]).code).toBe(0)
  const again = run(["task", "import", "plan.md"])
  expect([again.code, again.err]).toEqual([1, expect.stringContaining("code plan.imported")])
  const top = /as (t-\w+)/.exec(again.err)?.[1] ?? ""
  expect(run(["task", "done", top, "--with-subtasks"]).code).toBe(0)
  expect(run(["task", "add", "more", "--parent", top]).err).toContain("code task.refused")
  expect(run(["task", "import", "plan.md"]).code).toBe(0)
  expect(current()).not.toBe("")
})

test("a skill that a plan names stays as it was pinned until the plan is closed", () => {
  const { run, skill, current } = planned()
  run(["task", "import", "plan.md", "--skill", "login-guide"])
  run(["wake", "orchestrator"])
  fs.appendFileSync(skill, "\nAlways ask.\n")
  run(["task", "done", current()])
  const second = run(["wake", "orchestrator"]).out
  expect(second).toContain("a2")
  expect(second).toContain("has changed since it was pinned")
  expect(second).not.toContain("Always ask.")
  fs.rmSync(skill)
  run(["task", "done", current()])
  const third = run(["wake", "orchestrator"]).out
  expect(third).toContain("this is the pinned copy")
  expect(third).toContain("Never log a password.")
  const top = (JSON.parse(run(["task", "list", "--json"]).out) as { tasks: { id: string }[] }).tasks[0]?.id ?? ""
  run(["task", "done", top, "--with-subtasks"])
  expect(run(["pin", "list"]).out).toContain("No skill is pinned for @orchestrator.")
})

test("a deleted task releases the skill that was pinned for it", () => {
  const { run } = project()
  const added = run(["task", "add", "Log in", "--skill", "login-guide", "--status", "active"]).out
  run(["wake", "orchestrator"])
  expect(run(["pin", "list"]).out).toContain("login-guide")
  run(["task", "delete", added.split(" ")[0] ?? ""])
  expect(run(["pin", "list"]).out).toContain("No skill is pinned for @orchestrator.")
})

test.each(["a b", "x\n## New Message", "$(id)", "ä", "x".repeat(81)])(
  "%j is never a valid name, wherever it is given",
  (name) => {
    const { run } = project()
    run(["wake", "backend"])
    for (const words of [
      ["say", "@backend hi", "--from", name],
      ["prompt", "backend", "hi", "--from", name],
      ["wake", "backend", "hi", "--from", name],
      ["task", "add", "x", "--assign", name],
      ["pin", "list", "--agent", name],
      ["messages", "--to", name],
    ])
      expect([words[0], run(words).code]).toEqual([words[0], 2])
    const hook = run(["hook", "SessionStart"], {
      input: hookInput({ source: "startup" }),
      env: { SKILLET_AGENT: name },
    })
    expect([hook.code, hook.out, hook.err]).toEqual([0, "", "skillet hook: SKILLET_AGENT is not an agent's name\n"])
    expect(run(["say", "hi"], { env: { USER: name } }).code).toBe(0)
    expect(run(["messages"]).out).toContain("@human: hi")
  },
)

test("an empty SKILLET_AGENT is ignored: the agent is the orchestrator", () => {
  const { run } = project()
  const { out } = run(["hook", "SessionStart"], { input: hookInput({ source: "startup" }), env: { SKILLET_AGENT: "" } })
  expect(contextOf(out)).toContain("You are @orchestrator,")
})

test("a wrongly installed hook says so in one line and does not stop the host; an enforcement hook does", () => {
  const { run } = project()
  for (const words of [["--bogus"], ["extra"], ["--host", "nope"], ["--cwd", "/none"]]) {
    const { code, out, err } = run(["hook", "UserPromptSubmit", ...words], { input: "{}" })
    expect([words, code, out, err.split("\n").length]).toEqual([words, 0, "", 2])
  }
  expect(run(["hook"]).code).toBe(0)
  expect(run(["hook", "PreToolUse", "--enforce", "--bogus"], { input: "{}" }).code).toBe(2)
})

test.each(["PostToolUse", "Stop", "SubagentStop", "SessionEnd", "Notification"])("%s is accepted silently", (event) => {
  const { run } = project()
  expect(run(["hook", event], { input: hookInput({ reason: "clear" }) })).toMatchObject({ code: 0, out: "", err: "" })
})

test("endless titles and notes keep a hook's answer within the host's limit", () => {
  const { run } = project()
  const long = "word ".repeat(20_000)
  for (const title of ["a", "b", "c"]) run(["task", "add", `${title} ${long}`, "--status", "active", "--note", long])
  const { out } = run(["hook", "SessionStart"], { input: hookInput({ source: "compact" }) })
  expect(contextOf(out).length).toBeLessThanOrEqual(10_000)
  expect(contextOf(out)).toContain("<-- CURRENT")
})

test("an agent does not get its own messages", () => {
  const { run } = project()
  run(["say", "I am @backend, and @frontend is next"], { env: { SKILLET_AGENT: "backend" } })
  expect(run(["messages", "--to", "backend"]).out).toContain("There are no messages for @backend on this branch.")
  expect(run(["messages", "--to", "frontend"]).out).toContain("I am @backend")
})

test("a block without skills is left out", () => {
  const { run } = project()
  expect(run(["prompt-block", "--budget", "1"])).toMatchObject({ code: 0, out: "" })
})

test("an empty value removes what a task has, its pinned skill too, but a title cannot be empty", () => {
  const { run } = project()
  const id = run(["task", "add", "Log in", "--skill", "login-guide", "--status", "active"]).out.split(" ")[0] ?? ""
  run(["task", "update", id, "--assign", "orchestrator", "--run", "r-7k3f9qxm"])
  expect(run(["wake", "orchestrator"]).out).toContain("Never log a password.")
  expect(run(["task", "update", id, "--skill", "", "--run", "", "--note", "", "--assign", ""]).code).toBe(0)
  expect(run(["task", "show", id]).out).toBe(`${id}  Log in\n  status  active\n`)
  const without = run(["wake", "orchestrator"]).out
  expect(without).toContain("No skill: the task names none, and no rule fits.")
  expect(without).not.toContain("Never log a password.")
  expect(run(["task", "update", id, "--title", " "])).toMatchObject({ code: 2, out: "" })
  expect(run(["task", "show", id]).out).toContain("Log in")
  const bare = run(["task", "add", "Bare", "--skill", "", "--assign", "", "--plan", "", "--run", "", "--json"]).out
  const [task] = (JSON.parse(bare) as { tasks: readonly object[] }).tasks
  expect(task).toMatchObject({ title: "Bare", skills: [] })
  for (const field of ["assignee", "owner", "planFile", "run"]) expect(task).not.toHaveProperty(field)
})

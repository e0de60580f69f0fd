import { expect, test } from "vitest"
import { contextOf, hookInput, project } from "./wake-project.ts"

const sub = { agent_id: "a1", agent_type: "implementer" }

function started() {
  const made = project()
  const hook = (event: string, more: object) =>
    made.run(["hook", event], { input: hookInput({ cwd: made.cwd, ...more }) })
  hook("SessionStart", { source: "startup" })
  made.run(["task", "add", "Add login endpoint", "--skill", "login-guide", "--status", "active"])
  return { ...made, hook }
}

test("a message for the orchestrator waits for it, whichever sub-agents start in between", () => {
  const { run, hook } = started()
  run(["say", "@orchestrator use bcrypt", "--from", "ann"])
  const packet = contextOf(hook("SubagentStart", { ...sub, prompt_id: "p1" }).out)
  expect(packet).toContain("# Implementer Subagent")
  expect(packet).toContain("Add login endpoint")
  expect(packet).not.toContain("bcrypt")
  expect(contextOf(hook("UserPromptSubmit", { prompt_id: "p2" }).out)).toContain("@orchestrator use bcrypt")
})

test("a sub-agent that starts does not stand for the compacted session", () => {
  const { hook } = started()
  hook("PreCompact", { trigger: "auto" })
  expect(hook("SubagentStart", sub).out).toContain("# Implementer Subagent")
  const packet = contextOf(hook("UserPromptSubmit", { prompt_id: "p1" }).out)
  expect(packet).toContain("# Orchestrator Wake-up Context")
  expect(packet).toContain("Never log a password.")
})

test("a skill that a sub-agent needed first is still new for the orchestrator", () => {
  const { run, hook } = started()
  expect(hook("SubagentStart", sub).out).toContain("# Implementer Subagent")
  run(["say", "@orchestrator go on", "--from", "ann"])
  expect(contextOf(hook("UserPromptSubmit", { prompt_id: "p1" }).out)).toContain("Never log a password.")
})

test("each sub-agent is woken once, also if its hook is called twice", () => {
  const { hook } = started()
  const starts = ["a1", "a2", "a1"].map((agent_id) => hook("SubagentStart", { ...sub, agent_id }).out !== "")
  expect(starts).toEqual([true, true, false])
})

import fs from "node:fs"
import path from "node:path"
import { expect, test } from "vitest"
import { contextOf, hookInput, project } from "./wake-project.ts"

/** A project with superpowers as Claude Code installs it, and a session that has begun. */
function begun(skills: readonly string[], env: Record<string, string> = {}) {
  const made = project()
  for (const name of skills) {
    const folder = path.join(made.env.HOME, ".claude/plugins/cache/market/superpowers/1.0.0/skills", name)
    fs.mkdirSync(folder, { recursive: true })
    fs.writeFileSync(path.join(folder, "SKILL.md"), `---\ndescription: D.\n---\nText of ${name}.\n`)
  }
  const hook = (name: string, more: object = {}) => {
    const { out } = made.run(["hook", name], { input: hookInput({ cwd: made.cwd, ...more }), env })
    return out === "" ? "" : contextOf(out)
  }
  let prompts = 0
  const prompt = (more: object = {}) => hook("UserPromptSubmit", { prompt_id: `p${++prompts}`, ...more })
  const add = (...words: readonly string[]) => made.run(["task", "add", ...words]).out.split(" ")[0] ?? ""
  return { ...made, hook, prompt, add }
}

test("a task that became current is news at the next prompt, with its skill and without any message, once", () => {
  const { run, hook, prompt, add } = begun(["brainstorming", "writing-plans", "subagent-driven-development"])
  const first = add("Brainstorm the shop", "--status", "active")
  const second = add("Write the plan")
  expect(hook("SessionStart", { source: "startup" })).toContain("Text of brainstorming.")
  expect(prompt()).toBe("")
  run(["task", "done", first])
  run(["task", "update", second, "--status", "active"])
  const plan = prompt()
  expect(plan).toContain(`${second}: Write the plan (active)`)
  expect(plan).toContain("Text of writing-plans.")
  expect(plan).toContain('the rule "write-plan" fits')
  expect(plan).toContain("the current task or its skill has changed]")
  expect(plan).not.toContain("brainstorming")
  expect(prompt()).toBe("")
  run(["task", "done", second])
  add("Execute the plan", "--status", "active")
  const execute = prompt()
  expect(execute).toContain("Text of subagent-driven-development.")
  expect(execute).not.toContain("Text of writing-plans.")
  expect(prompt()).toBe("")
})

test("a changed skill of the current task is news; the same skill for the next task is not shown again", () => {
  const { run, hook, prompt, add } = begun(["brainstorming", "writing-plans"])
  const one = add("One", "--skill", "superpowers:brainstorming", "--status", "active")
  hook("SessionStart", { source: "startup" })
  run(["task", "update", one, "--skill", "superpowers:writing-plans"])
  expect(prompt()).toContain("Text of writing-plans.")
  run(["task", "done", one])
  add("Two", "--skill", "superpowers:writing-plans", "--status", "active")
  const two = prompt()
  expect(two).toContain(
    'Two (active)\n"One" is complete, "Two" is in progress.\nSkill: `superpowers:writing-plans`, which you have.',
  )
  expect(two).not.toContain("Text of writing-plans.")
})

test("each session of an agent gets the news, and a task that nobody has started is none", () => {
  const { hook, prompt, add } = begun(["brainstorming"])
  for (const session_id of ["s1", "s2"]) hook("SessionStart", { session_id, source: "startup" })
  add("Later")
  expect(prompt()).toBe("")
  add("Brainstorm", "--status", "active")
  for (const session_id of ["s1", "s2"]) expect(prompt({ session_id })).toContain("Text of brainstorming.")
  for (const session_id of ["s1", "s2"]) expect(prompt({ session_id })).toBe("")
})

test("news that was not delivered is delivered at the next prompt", () => {
  const { run, cwd, hook, prompt, add } = begun([])
  hook("SessionStart", { source: "startup" })
  add("Now", "--status", "active")
  run(["hook", "UserPromptSubmit"], {
    input: hookInput({ cwd, prompt_id: "dead" }),
    env: { SKILLET_FAILPOINT: "after:wake:1=kill" },
  })
  expect(prompt()).toContain("Now (active)")
  expect(prompt()).toBe("")
})

test("a role is remembered, whatever the agent is called, and hooks honour it", () => {
  const { run, hook, add } = begun([], { SKILLET_AGENT: "june" })
  const plan = add("The plan", "--status", "active")
  add("Part one", "--parent", plan, "--assign", "backend")
  expect(hook("SessionStart", { session_id: "s0", source: "startup" })).toContain("You are @june.")
  expect(run(["wake", "june", "--role", "orchestrator"]).out).toContain("You are @june, the orchestrator")
  const text = hook("SessionStart", { source: "startup" })
  expect(text).toContain("# Orchestrator Wake-up Context\n\nYou are @june, the orchestrator for this project.")
  expect(text).toContain("Part one")
  const spawned = run(["agent", "spawn", "command", "x"], { env: { SKILLET_AGENT: "june" } })
  expect(spawned.err).not.toContain("agent.not-orchestrator")
  expect(run(["agent", "spawn", "command", "x"], { env: { SKILLET_AGENT: "backend" } }).err).toContain(
    "agent.not-orchestrator",
  )
})

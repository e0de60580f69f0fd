import fs from "node:fs"
import path from "node:path"
import { expect, test } from "vitest"
import { contextOf, hookInput, project } from "./wake-project.ts"

test("after compaction an agent gets its skill, its current task and the messages, once", () => {
  const { run, cwd } = project()
  run(["task", "add", "Add login endpoint", "--skill", "login-guide", "--status", "active"])
  run(["say", "@orchestrator use bcrypt", "--from", "ann"])
  run(["hook", "PreCompact"], { input: hookInput({ cwd, trigger: "auto" }) })
  const first = run(["hook", "SessionStart"], { input: hookInput({ cwd, source: "compact" }) })
  const text = contextOf(first.out)
  for (const fact of ["Never log a password.", "Add login endpoint", "<-- CURRENT", "use bcrypt", "after compaction"])
    expect(text).toContain(fact)
  expect(run(["hook", "SessionStart"], { input: hookInput({ cwd, source: "compact" }) }).out).toBe("")
  expect(run(["hook", "UserPromptSubmit"], { input: hookInput({ cwd, prompt_id: "p1" }) }).out).toBe("")
})

test("a hook that dies before it has printed delivers the same wake-up again", () => {
  const { run, cwd } = project()
  run(["say", "@orchestrator one", "--from", "ann"])
  const dead = run(["hook", "UserPromptSubmit"], {
    input: hookInput({ cwd, prompt_id: "p1" }),
    env: { SKILLET_FAILPOINT: "after:wake:1=kill" },
  })
  expect([dead.code, dead.out]).toEqual([null, ""])
  const late = run(["hook", "UserPromptSubmit"], {
    input: hookInput({ cwd, prompt_id: "p1" }),
    env: { SKILLET_FAILPOINT: "before:confirm:1=kill" },
  })
  expect(late.code).toBe(null)
  const again = run(["hook", "UserPromptSubmit"], { input: hookInput({ cwd, prompt_id: "p1" }) })
  expect(contextOf(again.out)).toContain("[Skillet wake-up 1:")
  expect(contextOf(again.out)).toContain("one")
  expect(run(["hook", "UserPromptSubmit"], { input: hookInput({ cwd, prompt_id: "p1" }) }).out).toBe("")
})

test("a host that sends garbage, far too much or nothing gets exit code 0", () => {
  const { run, cwd } = project()
  for (const input of ["", "{", "[]", "null", "\0\0", `[${"9".repeat(100)}]`, `"${"x".repeat(2_000_000)}"`]) {
    const { code, err } = run(["hook", "SessionStart"], { input })
    expect([code, err.split("\n").length]).toEqual([0, 2])
  }
  expect(run(["hook", "Nonsense"]).code).toBe(0)
  const missing = run(["hook", "SessionStart"], { input: hookInput({ cwd: path.join(cwd, "gone") }) })
  expect(missing.code).toBe(0)
  const locked = run(["hook", "SessionStart"], { input: hookInput({ cwd }), env: { SKILLET_DB: "/proc/none/a.db" } })
  expect([locked.code, locked.out]).toEqual([0, ""])
})

/** What the hosts were observed to send for each event, without the fields that we do not read. */
const common = { session_id: "s1", transcript_path: "/tmp/none.jsonl", permission_mode: "default" }
const claude = { ...common, prompt_id: "p1", effort: { level: "high" } }
const codex = { ...common, turn_id: "t1", model: "gpt-5.5" }
const sub = { agent_id: "a1", agent_type: "implementer" }

test.each([
  ["Claude Code", "SessionStart", { ...common, source: "startup" }, "a new session"],
  ["Claude Code", "SessionStart", { ...common, source: "clear" }, "a new session"],
  ["Claude Code", "SessionStart", { ...common, source: "compact" }, "after compaction"],
  ["Claude Code", "SessionStart", { ...common, source: "resume", context_tokens: 9 }, "the session continues"],
  ["Claude Code", "SessionStart", { ...common, source: "fork", context_tokens: 9 }, "the session continues"],
  ["Claude Code", "UserPromptSubmit", { ...claude, prompt: "hello" }, "a new session"],
  ["Claude Code", "PreCompact", { ...claude, trigger: "manual", custom_instructions: "" }, undefined],
  ["Claude Code", "PostCompact", { ...claude, compact_summary: "…" }, undefined],
  ["Claude Code", "SubagentStart", { ...claude, ...sub }, "a sub-agent starts"],
  ["Claude Code", "SubagentStart", { ...claude, ...sub, agent_type: "" }, undefined],
  ["Codex", "SessionStart", { ...common, model: "gpt-5.5", source: "startup" }, "a new session"],
  ["Codex", "SessionStart", { ...common, model: "gpt-5.5", source: "resume" }, "the session continues"],
  ["Codex", "SessionStart", { ...common, model: "gpt-5.5", source: "compact" }, "after compaction"],
  ["Codex", "UserPromptSubmit", { ...codex, prompt: "hello" }, "a new session"],
  ["Codex", "UserPromptSubmit", { ...codex, ...sub, prompt: "of a sub-agent" }, undefined],
  ["Codex", "PreCompact", { ...codex, trigger: "auto" }, undefined],
  ["Codex", "PreCompact", { ...codex, ...sub, trigger: "auto" }, undefined],
  ["Codex", "PostCompact", { ...codex, trigger: "auto" }, undefined],
  ["Codex", "SubagentStart", { ...codex, ...sub }, "a sub-agent starts"],
] as const)("%s, %s: the answer has the host's form", (_host, event, payload, because) => {
  const { run, cwd } = project()
  run(["task", "add", "Add login endpoint", "--skill", "login-guide", "--status", "active"])
  run(["say", "@orchestrator use bcrypt", "--from", "ann"])
  const input = JSON.stringify({ ...payload, cwd, hook_event_name: event })
  const { code, out, err } = run(["hook", event], { input })
  expect([code, err]).toEqual([0, ""])
  if (because === undefined) return expect(out).toBe("")
  const answer = JSON.parse(out) as { hookSpecificOutput: { hookEventName: string; additionalContext: string } }
  expect(Object.keys(answer)).toEqual(["hookSpecificOutput"])
  expect(answer.hookSpecificOutput.hookEventName).toBe(event)
  expect(answer.hookSpecificOutput.additionalContext).toContain(`[Skillet wake-up 1: ${because}]`)
  expect(answer.hookSpecificOutput.additionalContext.length).toBeLessThan(10_000)
})

test("a pinned skill stays the same; a change is reported, and shown when the pin is updated", () => {
  const { run, skill } = project()
  run(["task", "add", "Add login endpoint", "--skill", "login-guide", "--status", "active"])
  run(["wake", "orchestrator"])
  fs.appendFileSync(skill, "\nAlways ask.\n")
  const { out } = run(["wake", "orchestrator"])
  expect(out).toContain("has changed since it was pinned")
  expect(out).not.toContain("Always ask.")
  expect(run(["pin", "update", "login-guide"]).out).toContain("+Always ask.")
  expect(run(["wake", "orchestrator"]).out).toContain("Always ask.")
})

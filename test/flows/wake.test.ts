import fs from "node:fs"
import os from "node:os"
import path from "node:path"
import { expect, onTestFinished, test } from "vitest"
import { skillet } from "./run-cli.ts"

/** A project with a skill, and a home of its own. */
function project() {
  const root = fs.mkdtempSync(path.join(os.tmpdir(), "skillet-wake-"))
  onTestFinished(() => fs.rmSync(root, { recursive: true, force: true }))
  const cwd = path.join(root, "project")
  const skill = path.join(cwd, ".agents/skills/login-guide")
  fs.mkdirSync(skill, { recursive: true })
  fs.mkdirSync(path.join(cwd, ".git"))
  fs.writeFileSync(path.join(cwd, ".git/HEAD"), "ref: refs/heads/main\n")
  fs.writeFileSync(path.join(skill, "SKILL.md"), "---\ndescription: Logins.\n---\n# Logins\n\nNever log a password.\n")
  const env = {
    PATH: process.env["PATH"] ?? "",
    HOME: path.join(root, "home"),
    SKILLET_DB: path.join(root, "a.db"),
    USER: "ann",
  }
  const run = (words: readonly string[], more: { input?: string; env?: Record<string, string> } = {}) =>
    skillet(words, { cwd, env: { ...env, ...more.env }, input: more.input ?? "" })
  return { root, cwd, skill: path.join(skill, "SKILL.md"), run }
}

const hookInput = (more: object) => JSON.stringify({ session_id: "s1", hook_event_name: "x", ...more })
const contextOf = (out: string) =>
  (JSON.parse(out) as { hookSpecificOutput: { additionalContext: string } }).hookSpecificOutput.additionalContext

test("after compaction an agent is told its skill, its place and what was said, once", () => {
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

test("a host that sends garbage, much too much or nothing gets exit 0", () => {
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

test("a pinned skill stays what it was; the change is told, and shown when it is taken over", () => {
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

test("init shows its change, adds it once and takes it back without a trace", () => {
  const { run, cwd } = project()
  const file = path.join(cwd, ".claude/settings.json")
  fs.mkdirSync(path.dirname(file))
  const before = '{\n\t"model": "opus",\n\t"hooks": {\n\t\t"Stop": []\n\t}\n}\n'
  fs.writeFileSync(file, before)
  expect(run(["init", "--host", "claude"])).toMatchObject({ code: 1, out: "" })
  expect(fs.readFileSync(file, "utf8")).toBe(before)
  expect(run(["init", "--host", "claude", "--yes"]).code).toBe(0)
  expect(run(["init", "--host", "claude", "--yes"]).out).toBe("The hooks are installed already.\n")
  expect(run(["init", "--host", "claude", "--undo", "--yes"]).code).toBe(0)
  expect(JSON.parse(fs.readFileSync(file, "utf8"))).toEqual(JSON.parse(before))
})

import { spawn } from "node:child_process"
import { expect, onTestFinished, test } from "vitest"
import { openWake } from "../../src/tasks/io/open-wake.ts"
import { cli } from "./run-cli.ts"
import { contextOf, hookInput, project } from "./wake-project.ts"

type Project = ReturnType<typeof project>

/** Starts a hook as its own process, without waiting for the others. */
function startHook({ cwd, env }: Project, event: string, more: object): Promise<{ out: string; err: string }> {
  return new Promise((resolve) => {
    const child = spawn(process.execPath, [cli, "hook", event], { cwd, env })
    const said = { out: "", err: "" }
    child.stdout.on("data", (chunk: Buffer) => (said.out += chunk.toString()))
    child.stderr.on("data", (chunk: Buffer) => (said.err += chunk.toString()))
    child.once("close", () => resolve(said))
    child.stdin.end(hookInput({ cwd, ...more }))
  })
}

function planned(): Project {
  const made = project()
  made.run(["task", "add", "Add login endpoint", "--skill", "login-guide", "--status", "active"])
  return made
}

const hook = ({ run, cwd }: Project, event: string, more: object) =>
  run(["hook", event], { input: hookInput({ cwd, ...more }) })

const sessions = Array.from({ length: 10 }, (_, nth) => `s${nth}`)

test("of ten sessions that start at once, each gets its packet, and one of them the message", {
  timeout: 60_000,
}, async () => {
  const made = planned()
  made.run(["say", "@orchestrator use bcrypt", "--from", "ann"])
  const said = await Promise.all(
    sessions.map((session_id) => startHook(made, "SessionStart", { session_id, source: "startup" })),
  )
  expect(said.map(({ err }) => err)).toEqual(sessions.map(() => ""))
  const packets = said.map(({ out }) => contextOf(out))
  expect(packets.filter((text) => text.includes("Never log a password.")).length).toBe(10)
  expect(packets.filter((text) => text.includes("## New Message")).length).toBe(1)
  expect(hook(made, "UserPromptSubmit", { session_id: "s3", prompt_id: "p1" }).out).toBe("")
})

test("three sub-agents and a compacted session that meet all get their packets", { timeout: 120_000 }, async () => {
  const made = planned()
  hook(made, "SessionStart", { source: "startup" })
  for (let round = 1; round <= 4; round++) {
    hook(made, "PreCompact", { trigger: "auto" })
    const [session, ...subs] = await Promise.all([
      startHook(made, "SessionStart", { source: "compact" }),
      ...["implementer", "spec-reviewer", "code-quality-reviewer"].map((agent_type, nth) =>
        startHook(made, "SubagentStart", { agent_type, agent_id: `a${round}-${nth}` }),
      ),
    ])
    expect(contextOf(session?.out ?? "")).toContain("# Orchestrator Wake-up Context")
    expect(subs.map(({ out }) => /# [\w ]+ Subagent/.exec(contextOf(out))?.[0])).toEqual([
      "# Implementer Subagent",
      "# Spec reviewer Subagent",
      "# Code quality reviewer Subagent",
    ])
  }
})

test("a session that is new at a prompt missed its start, and gets everything, once", () => {
  const made = planned()
  hook(made, "SessionStart", { session_id: "s1", source: "startup" })
  const packet = contextOf(hook(made, "UserPromptSubmit", { session_id: "s2", prompt_id: "p1" }).out)
  expect(packet).toContain("# Orchestrator Wake-up Context")
  expect(packet).toContain(": a new session]")
  for (const session_id of ["s1", "s2"])
    expect(hook(made, "UserPromptSubmit", { session_id, prompt_id: "p2" }).out).toBe("")
})

test("a session whose first hook died gets everything at its prompt", () => {
  const made = planned()
  made.run(["hook", "SessionStart"], {
    input: hookInput({ cwd: made.cwd, source: "startup" }),
    env: { SKILLET_FAILPOINT: "after:wake:1=kill" },
  })
  const packet = contextOf(hook(made, "UserPromptSubmit", { prompt_id: "p1" }).out)
  expect(packet).toContain("# Orchestrator Wake-up Context")
  expect(packet).toContain("[Skillet wake-up 1: a new session]")
})

test("a compaction of one session is not made up by another one of the same agent", () => {
  const made = planned()
  for (const session_id of ["s1", "s2"]) hook(made, "SessionStart", { session_id, source: "startup" })
  hook(made, "PreCompact", { session_id: "s1", trigger: "auto" })
  expect(hook(made, "UserPromptSubmit", { session_id: "s2", prompt_id: "p1" }).out).toBe("")
  const packet = contextOf(hook(made, "UserPromptSubmit", { session_id: "s1", prompt_id: "p2" }).out)
  expect(packet).toContain("after compaction]")
  expect(packet).toContain("Never log a password.")
})

test("a compaction that meets another hook of its session says so, and is made up at the next event", async () => {
  const made = planned()
  hook(made, "SessionStart", { source: "startup" })
  const wake = await openWake({ cwd: made.cwd, env: made.env })
  onTestFinished(() => wake.close())
  const [at, holder] = [wake.now(), wake.nameWorker("test")]
  const wanted = { ...wake.scope, agent: "orchestrator", session: "s1", trigger: "x", full: false, at, holder }
  const begun = await wake.store.beginWake({ ...wanted, until: at + 60_000 })
  hook(made, "PreCompact", { trigger: "auto" })
  expect(hook(made, "SessionStart", { source: "compact" })).toEqual({
    code: 0,
    out: "",
    err: "skillet hook: another hook is delivering to this session; what it does not deliver comes with the next event\n",
  })
  await wake.store.confirmWake(begun.kind === "recorded" ? begun.wake.id : 0, { holder, at: wake.now() })
  const packet = contextOf(hook(made, "UserPromptSubmit", { prompt_id: "p1" }).out)
  expect(packet).toContain("# Orchestrator Wake-up Context")
  expect(packet).toContain(": after compaction]")
})

import fs from "node:fs"
import os from "node:os"
import path from "node:path"
import { expect, onTestFinished, test } from "vitest"
import type { HookEvent } from "../../hooks/hook-event.ts"
import { addTasks } from "../change-tasks.ts"
import { openWake, type Wake } from "../open-wake.ts"
import { runHook } from "../run-hook.ts"

/** A project with a current task, whose skill has these files beside it. */
async function openProject(files: Readonly<Record<string, string>>): Promise<Wake> {
  const folder = fs.realpathSync(fs.mkdtempSync(path.join(os.tmpdir(), "skillet-sub-agent-")))
  const write = (name: string, text: string) => {
    fs.mkdirSync(path.dirname(path.join(folder, name)), { recursive: true })
    fs.writeFileSync(path.join(folder, name), text)
  }
  write(".git/HEAD", "ref: refs/heads/main\n")
  write(".claude/skills/lead/SKILL.md", "---\nname: lead\ndescription: Leads.\n---\nLead.\n")
  for (const [name, text] of Object.entries(files)) write(name, text)
  const wake = await openWake({ cwd: folder, env: { HOME: folder, SKILLET_DB: path.join(folder, "a.db") } })
  onTestFinished(async () => {
    await wake.close()
    fs.rmSync(folder, { recursive: true, force: true })
  })
  await addTasks(wake, [{ title: "Task 1: Add the login page", status: "active", skills: ["lead"] }])
  return wake
}

async function startSubAgent(wake: Wake, event: Partial<HookEvent>) {
  const printed: string[] = []
  const begun = performance.now()
  await runHook(wake, { name: "SubagentStart", session: "s", agentId: "a1", ...event }, async (answer) => {
    printed.push(answer)
  })
  return { text: printed.join(), took: performance.now() - begun }
}

test.each(["orchestrator", "agent"])("a sub-agent that the host calls %s gets the file for that name", async (type) => {
  const file = `.claude/skills/lead/${type}-prompt.md`
  const wake = await openProject({ [file]: "Ask two others and compare what they say.\n" })
  const { text } = await startSubAgent(wake, { agentType: type })
  expect(text).toContain("Subagent")
  expect(text).toContain("Ask two others and compare what they say.")
  expect(text).toContain("Task 1: Add the login page")
  expect(text).not.toContain("You are @")
})

const claude = JSON.stringify({ type: "user", message: { content: "Go on" } })
const codex = JSON.stringify({ timestamp: "t", type: "response_item", payload: { type: "message" } })

const call = (description: string) => {
  const use = { type: "tool_use", id: description, name: "Agent", input: { description, prompt: description } }
  return JSON.stringify({ type: "assistant", message: { content: [use] } })
}

test("a hook waits for a call only if the host notes calls, and not long if none of them is for a role", async () => {
  const wake = await openProject({
    "claude.jsonl": `${claude}\n`,
    "codex.jsonl": `${codex}\n`,
    "several.jsonl": `${call("Find usages")}\n${call("Read the log")}\n`,
  })
  const start = (name: string) =>
    startSubAgent(wake, { agentType: "general-purpose", transcript: path.join(wake.directory, name) })
  await start("none.jsonl")
  // The least of five: a busy machine makes a call longer, and never shorter.
  const startOften = async (name: string) => {
    const all = []
    for (let nth = 0; nth < 5; nth++) all.push(await start(name))
    return all.reduce((least, one) => (one.took < least.took ? one : least))
  }
  const [waited, passed, several] = [
    await start("claude.jsonl"),
    await startOften("codex.jsonl"),
    await startOften("several.jsonl"),
  ]
  expect([waited.text, passed.text, several.text]).toEqual(["", "", ""])
  expect(waited.took - several.took).toBeGreaterThan(200)
  expect(waited.took - passed.took).toBeGreaterThan(300)
})

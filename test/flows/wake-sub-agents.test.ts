import fs from "node:fs"
import path from "node:path"
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

const IMPLEMENTER = `# Implementer

\`\`\`
Agent tool (general-purpose):
  description: "Implement Task N: [name]"
  prompt: |
    You are implementing Task N: [name]

    ## The task

    [The whole text of the task]

    ## How we work here

    Write the test on paper before you open the editor.
    Ask before you touch the billing code.
\`\`\`
`

/** A plan of twelve tasks, carried out with a plugin's skill that has files for roles. */
function planned() {
  const made = project()
  const plugin = path.join(made.root, "home/.claude/plugins/cache/market/crew/1.0.0")
  const put = (file: string, text: string) => {
    fs.mkdirSync(path.dirname(file), { recursive: true })
    fs.writeFileSync(file, text)
  }
  put(path.join(plugin, ".claude-plugin/plugin.json"), JSON.stringify({ name: "crew" }))
  put(
    path.join(plugin, "skills/crew-work/SKILL.md"),
    "---\ndescription: Work in a crew.\n---\n# Crew\n\nOnly the lead reads this.\n",
  )
  put(path.join(plugin, "skills/crew-work/implementer-prompt.md"), IMPLEMENTER)
  put(
    path.join(plugin, "skills/crew-work/my-doc-writer-prompt.md"),
    "# Pages\n\n## Rule\n\nEvery page has one example.\n",
  )
  put(path.join(plugin, "agents/code-reviewer.md"), "---\nname: code-reviewer\n---\nRead the diff from its end.\n")
  put(
    path.join(made.root, "home/.claude/plugins/installed_plugins.json"),
    JSON.stringify({
      version: 2,
      plugins: { "crew@market": [{ scope: "user", installPath: plugin, version: "1.0.0" }] },
    }),
  )
  put(path.join(made.root, "home/.claude/settings.json"), JSON.stringify({ enabledPlugins: { "crew@market": true } }))
  const tasks = Array.from(
    { length: 12 },
    (_, at) =>
      `### Task ${at + 1}: Build part ${at + 1}\n\nDetail ${at + 1} of the plan.\n\n- [ ] Step 1: Write the test\n- [ ] Step 2: Build it\n`,
  )
  put(path.join(made.cwd, "docs/plan.md"), `# Shop\n\n${"Background.\n".repeat(60)}\n${tasks.join("\n")}`)
  const env = { SKILLET_HOST: "claude" }
  const run = (words: readonly string[], more: { input?: string; env?: Record<string, string> } = {}) =>
    made.run(words, { ...more, env: { ...env, ...more.env } })
  expect(run(["task", "import", "docs/plan.md", "--skill", "crew:crew-work"]).err).toBe("")
  const transcript = path.join(made.root, "session.jsonl")
  const hook = (event: string, more: object, agent?: string) =>
    run(["hook", event], {
      input: hookInput({ cwd: made.cwd, transcript_path: transcript, ...more }),
      env: agent === undefined ? {} : { SKILLET_AGENT: agent },
    })
  /** The host notes the calls that start sub-agents, and which agent each of them became. */
  const note = (calls: readonly (readonly [id: string, description: string, prompt: string, agent?: string])[]) =>
    fs.writeFileSync(
      transcript,
      calls
        .flatMap(([id, description, prompt, agentId]) => [
          {
            type: "assistant",
            message: {
              content: [
                {
                  type: "tool_use",
                  id,
                  name: "Agent",
                  input: { description, prompt, subagent_type: "general-purpose" },
                },
              ],
            },
          },
          ...(agentId === undefined
            ? []
            : [
                {
                  type: "user",
                  message: { content: [{ type: "tool_result", tool_use_id: id }] },
                  toolUseResult: { agentId },
                },
              ]),
        ])
        .map((line) => JSON.stringify(line))
        .join("\n"),
    )
  return { ...made, run, hook, note, plugin }
}

const general = (agent_id: string) => ({ agent_type: "general-purpose", agent_id })

test("five general-purpose agents at once get their role's file and the section of their own task", () => {
  const { hook, note } = planned()
  hook("SessionStart", { source: "startup" })
  note(
    [1, 2, 3, 9, 12].map((nth) => [
      `c${nth}`,
      `Implement Task ${nth}: Build part ${nth}`,
      `You are implementing Task ${nth}: Build part ${nth}`,
      `a${nth}`,
    ]),
  )
  for (const nth of [12, 3, 9, 1, 2]) {
    const packet = contextOf(hook("SubagentStart", general(`a${nth}`)).out)
    expect(packet).toContain("# Implementer Subagent")
    expect(packet).toContain(`You are implementing Task ${nth}: Build part ${nth} (t-`)
    expect(packet).toContain("Ask before you touch the billing code.")
    expect(packet.match(/Detail \d+ of the plan/g)).toEqual([`Detail ${nth} of the plan`])
    expect(packet).not.toMatch(/Only the lead reads this|Background|whole text of the task/)
  }
})

test("a general-purpose agent that is asked for something else gets nothing, and nothing is recorded for it", () => {
  const { hook, note, run } = planned()
  note([["c1", "Find usages", "Search the code for parseConfig and report file and line.", "a1"]])
  expect(hook("SubagentStart", general("a1"))).toMatchObject({ code: 0, out: "", err: "" })
  note([["c1", "Implement Task 44: Elsewhere", "You are implementing Task 44: Elsewhere", "a2"]])
  expect(hook("SubagentStart", general("a2")).out).toBe("")
  expect(hook("SubagentStart", { agent_type: "Explore", agent_id: "a3", transcript_path: undefined }).out).toBe("")
  run(["say", "@orchestrator hello", "--from", "ann"])
  expect(contextOf(hook("SessionStart", { source: "startup" }).out)).toContain("[Skillet wake-up 1:")
})

test("without the host's note on which agent is which, the tasks are named and none is claimed", () => {
  const { hook, note } = planned()
  note([2, 9].map((nth) => [`c${nth}`, `Implement Task ${nth}: Build part ${nth}`, "Go."]))
  const packet = contextOf(hook("SubagentStart", general("a1")).out)
  expect(packet).toContain("You are implementing one of 2 tasks that were started at once.")
  expect(packet).toMatch(/- t-\w+: Task 2: Build part 2\n- t-\w+: Task 9: Build part 9/)
  expect(packet).not.toContain("of the plan")
})

test("an agent of a type that only a file names gets that file, a plugin's agent its own, and a host may say the prompt", () => {
  const { hook, run } = planned()
  const packet = (more: object) => contextOf(hook("SubagentStart", more).out)
  const writer = packet({ agent_type: "crew:doc-writer", agent_id: "a1" })
  expect(writer).toContain("# Doc writer Subagent")
  expect(writer).toContain("### Rule\n\nEvery page has one example.")
  const reviewer = packet({ agent_type: "crew:code-reviewer", agent_id: "a2" })
  expect(reviewer).toContain("# Code reviewer Subagent")
  expect(reviewer).toContain("Read the diff from its end.")
  expect(packet({ agent_type: "spec-reviewer", agent_id: "a3" })).toContain("Compare the change with the task below")
  const told = packet({
    ...general("a4"),
    description: "Implement Task 9: Build part 9",
    prompt: "Go.",
    transcript_path: undefined,
  })
  expect(told).toContain("Detail 9 of the plan.")
  expect(run(["wake", "backend", "--role", "implementer"]).out).toContain("Ask before you touch the billing code.")
})

test("a named agent gets its own active task in every role, and one without a section is told so", () => {
  const { run, hook } = planned()
  const added = run([
    "task",
    "add",
    "Paint the shed",
    "--assign",
    "backend",
    "--status",
    "active",
    "--plan",
    "docs/plan.md",
  ])
  expect(added.code).toBe(0)
  for (const words of [
    ["wake", "backend"],
    ["wake", "backend", "--role", "spec-reviewer"],
  ]) {
    const { out } = run(words)
    expect(out).toContain("Paint the shed")
    expect(out).toContain("No section of the plan is about this task or a task above it.")
    expect(out).not.toMatch(/Detail 1 of the plan|Background/)
  }
  expect(contextOf(hook("SubagentStart", { agent_type: "implementer", agent_id: "a1" }, "backend").out)).toContain(
    "Paint the shed",
  )
  expect(contextOf(hook("SubagentStart", { agent_type: "implementer", agent_id: "a2" }).out)).toContain(
    "Task 1: Build part 1",
  )
  expect(run(["wake", "frontend", "--role", "spec-reviewer"]).out).toContain("Task 1: Build part 1")
})

test("the position is derived from the stages of a task", () => {
  const { run } = project()
  const top = run(["task", "add", "Task 13: Build the gate", "--status", "active", "--json"])
  const id = /t-[0-9a-z]{8}/.exec(top.out)?.[0] ?? ""
  run(["task", "add", "Implementation", "--parent", id, "--status", "done"])
  run(["task", "add", "Spec review", "--parent", id, "--status", "active", "--assign", "ruth"])
  run(["task", "add", "Code quality review", "--parent", id])
  expect(run(["wake", "orchestrator"]).out).toContain(
    "Task 13: Build the gate: implementation is complete, spec review is in progress (@ruth); next: code quality review.",
  )
})

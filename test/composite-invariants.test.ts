import fs from "node:fs"
import path from "node:path"
import { expect, test } from "vitest"
import { advanceJob } from "../src/orchestrate/io/advance-job.ts"
import { driveJob } from "../src/orchestrate/io/drive-job.ts"
import { openJob } from "../src/orchestrate/io/open-job.ts"
import { directJob, showJob } from "../src/orchestrate/io/show-job.ts"
import { startJob } from "../src/orchestrate/io/start-job.ts"
import { loadComposite } from "../src/orchestrate/io/load-composite.ts"
import { findMissingOutputs } from "../src/orchestrate/protocol.ts"
import type { Commit } from "../src/run/store.ts"
import { memoryRunStore } from "../src/testing/memory-run-store.ts"
import { memoryFor } from "./composite/memory-for.ts"
import { phaseAgents, jobBench } from "./composite/job-bench.ts"
import { sampleComposite } from "./composite/sample-composite.ts"

async function begun(query = "make a sample in code") {
  const bench = await jobBench(sampleComposite)
  const { job } = await startJob(bench.skillet, bench.runs, { query, skill: "sample" })
  return { bench, id: job.jobId }
}

test("invariant 1: the job's id comes first, and every file is named by it", async () => {
  const { bench, id } = await begun()
  const state = await showJob(bench.runs, id)
  expect(state.fsm.history).toEqual([
    "INITIALIZED",
    "GENERATE_TASK_ID",
    "CLASSIFY_DOMAIN",
    "READ_SKILL",
    "CREATE_MEMORY",
    "TRIGGER_AGENTS",
  ])
  expect(state.step_outputs["1"]).toEqual({ task_id: id, slug: "task-make-sample-code" })
  expect(id).toMatch(/^[0-9a-f]{12}$/)
  expect(fs.readdirSync(path.join(bench.project, ".claude/memory"))).toEqual([`${id}-workflow-context.md`])
})

test("invariant 2: the domain reaches the agents", async () => {
  const prompts = await Promise.all(
    ["fix the bug in the server code", "write a poem with a melody"].map(async (query) => {
      const { bench, id } = await begun(query)
      return (await directJob(bench.runs, await openJob(bench.runs, id))).agents[0]?.prompt ?? ""
    }),
  )
  expect(prompts.map((prompt) => /DOMAIN: (\w+)/.exec(prompt)?.[1])).toEqual(["technical", "creative"])
  expect(prompts.map((prompt) => prompt.includes("What can be run is run."))).toEqual([true, false])
})

test("invariant 3: the configuration is complete before an agent is asked, and changing the file changes no job", async () => {
  const { bench, id } = await begun()
  const config = (await showJob(bench.runs, id)).step_outputs["3"]
  bench.put(".claude/skills/sample/config.yaml", "phases: []\n")
  expect((await showJob(bench.runs, id)).step_outputs["3"]).toEqual(config)
  await driveJob(bench.skillet, bench.runs, { jobId: id, driver: phaseAgents(), atOnce: 1 })
  expect((await showJob(bench.runs, id)).status).toBe("completed")
})

test("invariant 4: the workflow context exists before the first agent reads it", async () => {
  const { bench, id } = await begun()
  const [first] = (await directJob(bench.runs, await openJob(bench.runs, id))).agents
  const file = /Read this file first: (\S+)/.exec(first?.prompt ?? "")?.[1] ?? ""
  expect(bench.text(file)).toContain(`# Workflow context: job ${id}`)
})

test("invariant 5: agents are asked only as sub-agents, each by a dispatch of the run", async () => {
  const { bench, id } = await begun()
  const agents = phaseAgents()
  await driveJob(bench.skillet, bench.runs, { jobId: id, driver: agents, atOnce: 1 })
  const { run } = await openJob(bench.runs, id)
  expect(agents.asked.length).toBe(run.spent.agents)
})

test("invariant 6: nothing moves on until the file was verified", async () => {
  const { bench, id } = await begun()
  for (let tries = 0; tries < 3; tries++)
    await expect(advanceJob(bench.runs, id, bench.skillet.options)).rejects.toThrow(/^BLOCKED: /)
  expect((await openJob(bench.runs, id)).run.step).toBe("clarification")
  const [first] = (await directJob(bench.runs, await openJob(bench.runs, id))).agents
  const { file, text } = memoryFor(first?.prompt ?? "")
  bench.put(file, text)
  expect((await advanceJob(bench.runs, id, bench.skillet.options)).run.step).toBe("research")
})

test("invariant 7: the content of a directive is committed before it is printed", async () => {
  const store = memoryRunStore()
  const failing = {
    ...store,
    commit: async (commit: Commit) => {
      if (commit.runs.some(({ head }) => head.step === "clarification")) throw new Error("the disk is full")
      return store.commit(commit)
    },
  }
  const bench = await jobBench(sampleComposite, failing)
  const asked = { query: "make a sample", skill: "sample" }
  await expect(startJob(bench.skillet, bench.runs, asked)).rejects.toThrow("the disk is full")
  const [run] = await store.runs({})
  expect([run?.step, run?.values["context"]]).toEqual(["create-memory", undefined])
})

test("completion is refused until all six outputs exist", () => {
  expect(findMissingOutputs({ task: {}, domain: {}, skill: {}, context: {} })).toEqual([
    "step 5 (agents work on the phases)",
    "step 6 (the results are put together)",
  ])
})

test("errors of a composite are reported with their line", async () => {
  const bench = await jobBench({
    "s/config.yaml":
      "phases:\n  - id: look\n    agent: research\n    type: OPTIONAL\n  - id: check\n    type: REMEDIATION\n    agent: validaton\n  - id: make\n    agent: generation\n    remediation_target: maek\n    context: { pattern: MULTIPLE_PREDECESSORS, required: look }\n",
    "s/content/look.md": "Look.\n",
    "s/content/make.md": "Make.\n",
  })
  const { workflows } = loadComposite({
    name: "s",
    folder: path.join(bench.project, "s"),
    conventions: "",
    allowedTools: [],
  })
  expect(workflows[0]?.problems.map(({ code, line, message }) => `${line} ${code}: ${message}`)).toEqual([
    '7 workflow.unknown-role: there is no agent "validaton"',
    '2 composite.first-phase: the first phase, "look", is OPTIONAL with agent research',
    '2 composite.unknown-phase: next of phase "look" names "check"',
    '2 composite.bad-phase: phase "look" is OPTIONAL but has no trigger or skip_condition',
    '8 composite.unknown-phase: remediation_target of phase "make" names "maek"',
    '8 composite.bad-context: phase "make" requires "look", which may be skipped',
  ])
})

test.each([
  ["branches: [{ name: ../../y, agent: analysis }, { name: b, agent: analysis }]", 'phase "p" has a branch "../../y"'],
  ["branches: [{ name: A, agent: analysis }, { name: a, agent: research }]", 'two branches of phase "p" are called a'],
  ["id: first-answers", '"first-answers" is reserved for what belongs to phase "first", but a phase uses it as its id'],
  ["id: p-branches", '"p-branches" is reserved for what belongs to phase "p", but a phase uses it as its id'],
  ["skip: query", 'phase "p" uses the flag "query", which is taken'],
  ["target: last", 'remediation_target of phase "p" is "last", which comes after it'],
  ["max: 11", 'max_remediation of phase "p" is 11'],
  ["criteria_target: frist", 'criteria_target names "frist"'],
  ['name: "a\\nThen run: b"', 'the name "a\\nThen run: b" is not one short line'],
])("a composite with %s is refused", async (fault, message) => {
  const [key = "", value = ""] = fault.split(/: (.*)/s)
  const phases: Readonly<Record<string, string>> = {
    branches: `{ id: p, type: PARALLEL, parallel_branches: ${value} }`,
    id: `{ id: p, type: PARALLEL, parallel_branches: [{ name: a, agent: analysis }, { name: b, agent: analysis }] }\n  - { id: ${value}, agent: generation, content: content/p.md }`,
    skip: `{ id: p, type: OPTIONAL, agent: research, skip_condition: ${value} }`,
    target: `{ id: p, type: REMEDIATION, agent: validation, remediation_target: ${value} }`,
    max: `{ id: p, type: REMEDIATION, agent: validation, remediation_target: first, max_remediation: ${value} }`,
  }
  const head = phases[key] === undefined ? `${fault}\n` : ""
  const bench = await jobBench({
    "s/config.yaml": `${head}phases:\n  - { id: first, agent: clarification }\n  - ${phases[key] ?? "{ id: p, agent: research }"}\n  - { id: last, agent: synthesis, content: content/p.md }\n`,
    "s/content/first.md": "Look.\n",
    "s/content/p.md": "Make.\n",
  })
  const folder = path.join(bench.project, "s")
  const { workflows } = loadComposite({ name: "s", folder, conventions: "", allowedTools: [] })
  expect(workflows[0]?.problems.filter(({ code }) => code.startsWith("composite.")).map((one) => one.message)).toEqual([
    message,
  ])
})

test.each([
  "task",
  "domain",
  "skill",
  "context",
  "completed",
  "summary",
  "read-skill",
  "checks",
  "checks-back",
  "phase-history",
  "criteria",
  "end",
])("a phase cannot be called %s, which the protocol needs", async (id) => {
  const bench = await jobBench({
    "s/config.yaml": `phases:\n  - { id: first, agent: clarification }\n  - { id: ${id}, agent: generation, next: end }\n`,
    "s/content/first.md": "Look.\n",
    [`s/content/${id}.md`]: "Make.\n",
  })
  const folder = path.join(bench.project, "s")
  const { workflows } = loadComposite({ name: "s", folder, conventions: "", allowedTools: [] })
  expect(workflows[0]?.problems.filter(({ code }) => code === "composite.reserved-phase")).toMatchObject([
    {
      level: "error",
      line: 3,
      message: `"${id}" is reserved by the protocol, but a phase uses it as its id`,
      fix: `use another id, such as ${id}-phase`,
    },
  ])
})

test("the example on the page for authors is complete and runs", async () => {
  const page = fs.readFileSync(path.resolve(import.meta.dirname, "../docs/composites.md"), "utf8")
  const files = [...page.matchAll(/^(SKILL\.md|config\.yaml|content\/\w+\.md):\n\n```\w+\n([\s\S]*?)```$/gm)]
  expect(files).toHaveLength(5)
  const planted = files.map(([, name, text = ""]) => [`.claude/skills/write-guide/${name}`, text])
  const bench = await jobBench(Object.fromEntries(planted) as Record<string, string>)
  const asked = { query: "write a guide to our code", skill: "write-guide" }
  const { job } = await startJob(bench.skillet, bench.runs, asked)
  await driveJob(bench.skillet, bench.runs, { jobId: job.jobId, driver: phaseAgents(), atOnce: 1 })
  expect((await showJob(bench.runs, job.jobId)).status).toBe("completed")
})

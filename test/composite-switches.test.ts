import { expect, test } from "vitest"
import { driveJob } from "../src/orchestrate/io/drive-job.ts"
import { showJob } from "../src/orchestrate/io/show-job.ts"
import { startJob } from "../src/orchestrate/io/start-job.ts"
import type { Said } from "./composite/memory-for.ts"
import { phaseAgents, type PhaseScript, jobBench } from "./composite/job-bench.ts"

const phases = `  - { id: clarification, agent: clarification }
  - { id: looking, agent: analysis }
  - { id: making, agent: generation, next: end }
`

const withOptional = `  - { id: clarification, agent: clarification }
  - { id: looking, type: OPTIONAL, trigger: deep, agent: analysis }
  - { id: making, agent: generation, next: end }
`

/** A small composite skill with the given switches, driven to its end. */
async function driven(
  switches: string,
  script: PhaseScript = {},
  given: { readonly flags?: readonly string[]; readonly phases?: string } = {},
) {
  const bench = await jobBench({
    ".claude/skills/small/SKILL.md": "---\nname: small\ndescription: Makes something small.\n---\n\nSmall.\n",
    ".claude/skills/small/config.yaml": `description: Something small.\n${switches}phases:\n${given.phases ?? phases}`,
    ...Object.fromEntries(
      ["clarification", "looking", "making"].map((id) => [`.claude/skills/small/content/${id}.md`, `Do the ${id}.\n`]),
    ),
  })
  const { job } = await startJob(bench.skillet, bench.runs, {
    query: "sort the imports of our code",
    skill: "small",
    flags: given.flags,
  })
  const agents = phaseAgents(script)
  await driveJob(bench.skillet, bench.runs, { jobId: job.jobId, driver: agents, atOnce: 1 })
  return { id: job.jobId, agents, state: await showJob(bench.runs, job.jobId) }
}

test("if it is switched on, a memory agent checks every transition, with its own file each time", async () => {
  const { id, agents, state } = await driven("memory_agent: true\n")
  expect([state.status, agents.asked]).toEqual([
    "completed",
    ["clarification/1", "clarification-memory/1", "looking/1", "looking-memory/1", "making/1", "making-memory/1"],
  ])
  expect(state.phases.filter(({ agent }) => agent === "memory").map(({ memory_file }) => memory_file)).toEqual([
    `.claude/memory/${id}-phase-clarification-to-looking-memory.md`,
    `.claude/memory/${id}-phase-looking-to-making-memory.md`,
    `.claude/memory/${id}-phase-making-to-end-memory.md`,
  ])
})

test.each([
  ["skipped with its transition", [], ["clarification/1", "clarification-memory/1", "making/1", "making-memory/1"]],
  [
    "checked like any other",
    ["deep"],
    ["clarification/1", "clarification-memory/1", "looking/1", "looking-memory/1", "making/1", "making-memory/1"],
  ],
] as const)("with a memory agent, an optional phase is %s", async (_, flags, asked) => {
  const { agents, state } = await driven("memory_agent: true\n", {}, { flags, phases: withOptional })
  expect([state.status, state.fsm.reason, agents.asked]).toEqual(["completed", undefined, asked])
})

test("reasoning comes before the first phase if it is switched on, and is repeated until it is accepted", async () => {
  const again: Said = { status: "needs_remediation", lines: ["Verdict: NO-GO", "- fix: the wrong skill"] }
  const { id, agents, state } = await driven("reasoning: true\n", { reasoning: [again, {}] })
  expect([state.status, state.reasoning_session_id, agents.asked]).toEqual([
    "completed",
    id,
    ["reasoning/1", "reasoning/2", "clarification/1", "looking/1", "making/1"],
  ])
  expect(agents.prompts.get("reasoning/2")).toContain("the wrong skill")
})

test("a skill that asks for reasoning and was not named is chosen only after it, and then does not repeat it", async () => {
  const bench = await jobBench({
    ".claude/skills/small/SKILL.md": "---\nname: small\ndescription: Makes something small.\n---\n\nSmall.\n",
    ".claude/skills/small/config.yaml": `description: Something small.\nreasoning: true\nphases:\n${phases}`,
    ...Object.fromEntries(
      ["clarification", "looking", "making"].map((id) => [`.claude/skills/small/content/${id}.md`, `Do the ${id}.\n`]),
    ),
  })
  const { job, choice } = await startJob(bench.skillet, bench.runs, { query: "make a small thing" })
  expect(choice).toEqual({ because: "small asks for it", close: [], isOpen: true })
  const agents = phaseAgents({ reasoning: { lines: ["- skill: small"] } })
  await driveJob(bench.skillet, bench.runs, { jobId: job.jobId, driver: agents, atOnce: 1 })
  const next = await startJob(bench.skillet, bench.runs, { query: "", reasoningSession: job.jobId })
  expect(next.choice.skill).toBe("small")
  await driveJob(bench.skillet, bench.runs, { jobId: next.job.jobId, driver: agents, atOnce: 1 })
  expect(agents.asked).toEqual(["reasoning/1", "clarification/1", "looking/1", "making/1"])
})

test("both are off by default", async () => {
  const { agents, state } = await driven("")
  expect([state.reasoning_session_id, agents.asked]).toEqual([null, ["clarification/1", "looking/1", "making/1"]])
})

test.each([
  { kind: "TIE", to: "looking", rest: ["looking/2", "making/2"] },
  { kind: "CONFLICT", to: "clarification", rest: ["clarification/2", "looking/2", "making/2"] },
])("an impasse of kind $kind leads back to $to, which gets the reason", async ({ kind, to, rest }) => {
  const stuck: Said = { lines: [`Impasse: ${kind} (0.9): two ways are as good`] }
  const { agents, state } = await driven("", { making: [stuck, {}] })
  expect([state.status, agents.asked.slice(3)]).toEqual(["completed", rest])
  expect(agents.prompts.get(`${to}/2`)).toContain("two ways are as good")
})

test("the state of a job is one value with the fields of the protocol", async () => {
  const { id, state } = await driven("")
  const text = JSON.stringify(state, null, 2)
    .replaceAll(id, "JOB")
    .replace(/"[0-9a-f]{64}"/g, '"HASH"')
    .replace(/"\d{4}-\d\d-\d\dT[\d:.]+Z"/g, '"TIME"')
  expect(JSON.parse(text)).toMatchInlineSnapshot(`
    {
      "artifacts": [
        {
          "attempt": 1,
          "hash": "HASH",
          "memory_file": ".claude/memory/JOB-clarification-memory.md",
          "phase": "clarification",
        },
        {
          "attempt": 1,
          "hash": "HASH",
          "memory_file": ".claude/memory/JOB-analysis-memory.md",
          "phase": "looking",
        },
        {
          "attempt": 1,
          "hash": "HASH",
          "memory_file": ".claude/memory/JOB-generation-memory.md",
          "phase": "making",
        },
      ],
      "completed_at": "TIME",
      "completion_summary": "small has completed its phases for "sort the imports of our code".
    3 memory files had the required form. What the agents wrote in them was not checked by Skillet.
    - clarification (clarification): clarification memory: job JOB says what comes next
    - looking (analysis): analysis memory: job JOB says what comes next
    - making (generation): generation memory: job JOB says what comes next",
      "created_at": "TIME",
      "fsm": {
        "current_step": 6,
        "history": [
          "INITIALIZED",
          "GENERATE_TASK_ID",
          "CLASSIFY_DOMAIN",
          "READ_SKILL",
          "CREATE_MEMORY",
          "TRIGGER_AGENTS",
          "COMPLETE_WORKFLOW",
        ],
        "is_final": true,
        "state": "COMPLETED",
      },
      "phases": [
        {
          "agent": "clarification",
          "attempts": 1,
          "id": "clarification",
          "memory_file": ".claude/memory/JOB-clarification-memory.md",
          "status": "completed",
        },
        {
          "agent": "analysis",
          "attempts": 1,
          "id": "looking",
          "memory_file": ".claude/memory/JOB-analysis-memory.md",
          "status": "completed",
        },
        {
          "agent": "generation",
          "attempts": 1,
          "id": "making",
          "memory_file": ".claude/memory/JOB-generation-memory.md",
          "status": "completed",
        },
      ],
      "plan": [
        {
          "agent": "clarification",
          "context_pattern": "WORKFLOW_ONLY",
          "id": "clarification",
          "kind": "single",
          "phase": "clarification",
        },
        {
          "agent": "analysis",
          "context_pattern": "IMMEDIATE_PREDECESSORS",
          "id": "looking",
          "kind": "single",
          "phase": "looking",
        },
        {
          "agent": "generation",
          "context_pattern": "IMMEDIATE_PREDECESSORS",
          "id": "making",
          "kind": "single",
          "phase": "making",
        },
      ],
      "progress": 100,
      "protocol_type": "skill-orchestration",
      "protocol_version": "1.0",
      "questions": [],
      "reasoning_session_id": null,
      "schema_version": 1,
      "session_id": "JOB",
      "skill_state": "FULLY_COMPLETE",
      "slug": "task-sort-the-imports-our-code",
      "status": "completed",
      "step_outputs": {
        "1": {
          "slug": "task-sort-the-imports-our-code",
          "task_id": "JOB",
        },
        "2": {
          "confidence": "POSSIBLE",
          "decided_by": "words",
          "domain": "technical",
          "evidence": {
            "technical": [
              "code",
            ],
          },
          "standards": "- Every claim about code is checked against the code.
    - What can be run is run.
    - Errors and limits are handled, not hidden.",
        },
        "3": {
          "skill_config": {
            "checks": [],
            "description": "Something small.",
            "memory_agent": false,
            "name": "small",
            "phases": [
              {
                "agent": "clarification",
                "context_pattern": "WORKFLOW_ONLY",
                "id": "clarification",
                "next": "looking",
                "title": "clarification",
                "type": "LINEAR",
              },
              {
                "agent": "analysis",
                "context_pattern": "IMMEDIATE_PREDECESSORS",
                "id": "looking",
                "next": "making",
                "title": "looking",
                "type": "LINEAR",
              },
              {
                "agent": "generation",
                "context_pattern": "IMMEDIATE_PREDECESSORS",
                "id": "making",
                "next": null,
                "title": "making",
                "type": "LINEAR",
              },
            ],
            "reasoning": false,
            "success_criteria": [],
          },
        },
        "4": {
          "hash": "HASH",
          "memory_file": ".claude/memory/JOB-workflow-context.md",
        },
        "5": {
          "phases_completed": [
            {
              "agent": "clarification",
              "attempt": 1,
              "hash": "HASH",
              "memory_file": ".claude/memory/JOB-clarification-memory.md",
              "phase_id": "clarification",
            },
            {
              "agent": "analysis",
              "attempt": 1,
              "hash": "HASH",
              "memory_file": ".claude/memory/JOB-analysis-memory.md",
              "phase_id": "looking",
            },
            {
              "agent": "generation",
              "attempt": 1,
              "hash": "HASH",
              "memory_file": ".claude/memory/JOB-generation-memory.md",
              "phase_id": "making",
            },
          ],
        },
        "6": {
          "summary": "small has completed its phases for "sort the imports of our code".
    3 memory files had the required form. What the agents wrote in them was not checked by Skillet.
    - clarification (clarification): clarification memory: job JOB says what comes next
    - looking (analysis): analysis memory: job JOB says what comes next
    - making (generation): generation memory: job JOB says what comes next",
        },
      },
      "step_timestamps": {
        "1": {
          "completed": "TIME",
          "started": "TIME",
        },
        "2": {
          "completed": "TIME",
          "started": "TIME",
        },
        "3": {
          "completed": "TIME",
          "started": "TIME",
        },
        "4": {
          "completed": "TIME",
          "started": "TIME",
        },
        "5": {
          "completed": "TIME",
          "started": "TIME",
        },
        "6": {
          "completed": "TIME",
          "started": "TIME",
        },
      },
      "task_id": "JOB",
      "unknowns": [],
    }
  `)
})

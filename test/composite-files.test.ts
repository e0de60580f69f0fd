import { expect, test } from "vitest"
import { advanceJob } from "../src/orchestrate/io/advance-job.ts"
import { driveJob } from "../src/orchestrate/io/drive-job.ts"
import { settleJob } from "../src/orchestrate/io/settle-job.ts"
import { directJob, showJob } from "../src/orchestrate/io/show-job.ts"
import { startJob } from "../src/orchestrate/io/start-job.ts"
import { answerQuestion } from "../src/run/io/answer-question.ts"
import { memoryFor, type Said } from "./composite/memory-for.ts"
import { sampleComposite } from "./composite/sample-composite.ts"
import { type JobBench, jobBench, phaseAgents } from "./composite/job-bench.ts"

async function start(bench: JobBench): Promise<string> {
  const { job } = await startJob(bench.skillet, bench.runs, { query: "a sample of everything", skill: "sample" })
  return job.jobId
}

async function direct(bench: JobBench, id: string) {
  return directJob(bench.runs, await settleJob(bench.runs, id, bench.skillet.options))
}

const again: Said = { status: "needs_remediation", lines: ["Verdict: NO-GO", "- fix: the ends do not meet"] }
const asks: Said = { status: "needs_clarification", questions: [{ id: "Q1", question: "Which currency?" }] }

test("every phase and every attempt has a memory file of its own, and all of them are still there at the end", async () => {
  const bench = await jobBench(sampleComposite)
  const id = await start(bench)
  await driveJob(bench.skillet, bench.runs, { jobId: id, driver: phaseAgents({ checking: [again, {}] }), atOnce: 1 })
  const { status, artifacts } = await showJob(bench.runs, id)
  const files = artifacts.map(({ memory_file }) => memory_file.replace(`.claude/memory/${id}-`, ""))
  expect([status, files]).toEqual([
    "completed",
    [
      "clarification-memory.md",
      "research-memory.md",
      "analysis-costs-memory.md",
      "analysis-risks-memory.md",
      "analysis-memory.md",
      "synthesis-memory.md",
      "generation-memory.md",
      "validation-memory.md",
      "generation.attempt-2-memory.md",
      "validation.attempt-2-memory.md",
    ],
  ])
  const said = artifacts.map(({ memory_file }) => /"phase":"([\w-]+)".*?"attempt":(\d)/.exec(bench.text(memory_file)))
  expect(said.map((found) => [found?.[1], Number(found?.[2])])).toEqual(
    artifacts.map(({ phase, attempt }) => [phase, attempt]),
  )
})

test("two phases of one agent write to two files", async () => {
  const config = sampleComposite[".claude/skills/sample/config.yaml"]?.replace(
    "  - id: making\n    agent: generation\n",
    "  - id: making\n    agent: generation\n  - id: polishing\n    agent: generation\n",
  )
  const bench = await jobBench({
    ...sampleComposite,
    ".claude/skills/sample/config.yaml": config ?? "",
    ".claude/skills/sample/content/polishing.md": "Polish it.\n",
  })
  const id = await start(bench)
  await driveJob(bench.skillet, bench.runs, { jobId: id, driver: phaseAgents(), atOnce: 1 })
  const { phases } = await showJob(bench.runs, id)
  const made = phases.filter(({ agent }) => agent === "generation").map(({ memory_file }) => memory_file)
  expect(made).toEqual([
    `.claude/memory/${id}-generation-memory.md`,
    `.claude/memory/${id}-generation-polishing-memory.md`,
  ])
  expect(made.map((file) => /"phase":"(\w+)"/.exec(bench.text(file ?? ""))?.[1])).toEqual(["making", "polishing"])
})

test("a question of one branch leaves the work of the others as it is, with a driver", async () => {
  const bench = await jobBench(sampleComposite)
  const id = await start(bench)
  const agents = phaseAgents({ "looking/costs": [asks, {}] })
  await driveJob(bench.skillet, bench.runs, { jobId: id, driver: agents, atOnce: 1 })
  const [question] = (await direct(bench, id)).questions
  await answerQuestion(
    bench.runs,
    { run: id, question: question?.id, answers: ["euros"], by: "ann" },
    bench.skillet.options,
  )
  await driveJob(bench.skillet, bench.runs, { jobId: id, driver: agents, atOnce: 1 })
  expect(agents.asked.filter((one) => one.startsWith("looking"))).toEqual([
    "looking/costs/1",
    "looking/risks/1",
    "looking/costs/2",
  ])
  expect(agents.prompts.get("looking/costs/2")).toMatch(/THE USER'S ANSWERS[\s\S]*euros/)
  const { status, step_outputs } = await showJob(bench.runs, id)
  const { phases_completed } = step_outputs["5"] as { readonly phases_completed: readonly object[] }
  expect([status, phases_completed.slice(2, 4)]).toMatchObject([
    "completed",
    [
      {
        phase_id: "looking",
        branch: "costs",
        attempt: 2,
        memory_file: `.claude/memory/${id}-analysis-costs.attempt-2-memory.md`,
      },
      {
        phase_id: "looking",
        branch: "risks",
        attempt: 2,
        memory_file: `.claude/memory/${id}-analysis-risks-memory.md`,
      },
    ],
  ])
})

test("a question of one branch leaves the work of the others as it is, with the caller as the agent", async () => {
  const bench = await jobBench(sampleComposite)
  const id = await start(bench)
  const work = async (said: Readonly<Record<string, Said>> = {}) => {
    for (const { prompt, item } of (await direct(bench, id)).agents) {
      const { file, text } = memoryFor(prompt, said[item])
      bench.put(file, text)
    }
    await advanceJob(bench.runs, id, bench.skillet.options)
  }
  await work()
  await work()
  await work({
    costs: asks,
    risks: { lines: ["- added U1 [fact] P1: the rate", "- learning (heuristic): ask for the currency first"] },
  })
  const [question] = (await direct(bench, id)).questions
  await answerQuestion(
    bench.runs,
    { run: id, question: question?.id, answers: ["euros"], by: "ann" },
    bench.skillet.options,
  )
  const { step, attempt, agents } = await direct(bench, id)
  expect([step, attempt, agents.map(({ item }) => item)]).toEqual(["looking", 2, ["costs"]])
  await work()
  expect((await direct(bench, id)).step).toBe("design-analysis")
  const { unknowns, artifacts } = await showJob(bench.runs, id)
  expect(unknowns.map(({ id: name }) => name)).toEqual(["U1"])
  expect(artifacts.filter(({ memory_file }) => memory_file.includes("risks")).map(({ attempt: one }) => one)).toEqual([
    1, 2,
  ])
})

import fs from "node:fs"
import path from "node:path"
import { expect, test } from "vitest"
import { advanceJob } from "../src/orchestrate/io/advance-job.ts"
import { driveJob } from "../src/orchestrate/io/drive-job.ts"
import { directJob, showJob } from "../src/orchestrate/io/show-job.ts"
import { settleJob } from "../src/orchestrate/io/settle-job.ts"
import { startJob } from "../src/orchestrate/io/start-job.ts"
import type { Commit, RunStore } from "../src/run/store.ts"
import { memoryRunStore } from "../src/testing/memory-run-store.ts"
import { memoryFor, type Said } from "./composite/memory-for.ts"
import { type PhaseAgents, phaseAgents, type JobBench, jobBench } from "./composite/job-bench.ts"
import { sampleComposite } from "./composite/sample-composite.ts"

/** Three phases, the second of them with two agents at once. */
const short: Readonly<Record<string, string>> = {
  ".claude/skills/short/SKILL.md": "---\nname: short\ndescription: Three phases.\n---\n\nThree phases.\n",
  ".claude/skills/short/config.yaml": `phases:
  - { id: first, agent: clarification, content: content/p.md }
  - id: looking
    type: PARALLEL
    content: content/p.md
    parallel_branches: [{ name: costs, agent: analysis }, { name: risks, agent: analysis }]
  - { id: making, agent: generation, content: content/p.md, next: end }
`,
  ".claude/skills/short/content/p.md": "Do it.\n",
}

class Killed extends Error {}

/** A store whose process dies before or after one of its commits. */
function dying(store: RunStore, at: number, when: "before" | "after"): RunStore {
  let commits = 0
  return {
    ...store,
    async commit(commit: Commit) {
      commits++
      if (commits === at && when === "before") throw new Killed()
      const result = await store.commit(commit)
      if (commits === at) throw new Killed()
      return result
    },
  }
}

const back: Said = { status: "needs_remediation", lines: ["Verdict: NO-GO", "- fix: the ends do not meet"] }
const script = { checking: [back, {}] }

async function whole(bench: JobBench, id: string, agents: PhaseAgents): Promise<void> {
  await settleJob(bench.runs, id, bench.skillet.options)
  await driveJob(bench.skillet, bench.runs, { jobId: id, driver: agents, atOnce: 1 })
}

/** The result of a job, without what differs from job to job. */
async function outcome(bench: JobBench, id: string): Promise<string> {
  const { status, phases, step_outputs, unknowns } = await showJob(bench.runs, id)
  const text = JSON.stringify({ status, phases, step_outputs, unknowns })
  return text.replaceAll(id, "JOB").replace(/"hash":"[0-9a-f]{64}"/g, '"hash":"…"')
}

test("a job killed before or after any commit and resumed has the same result, and no phase is done twice", async () => {
  const undisturbed = await jobBench(sampleComposite)
  const { job } = await startJob(undisturbed.skillet, undisturbed.runs, { query: "a sample", skill: "sample" })
  const agents = phaseAgents(script)
  await whole(undisturbed, job.jobId, agents)
  const expected = await outcome(undisturbed, job.jobId)
  const asked = agents.asked
  const commits = (await undisturbed.runs.engine.store.load({ run: job.jobId }))?.run.seq ?? 0
  expect([asked.length, commits > 15]).toEqual([10, true])
  for (const when of ["before", "after"] as const)
    for (let at = 1; at <= commits; at++) {
      const store = memoryRunStore()
      const bench = await jobBench(sampleComposite, store)
      const dies = {
        ...bench,
        runs: { ...bench.runs, engine: { ...bench.runs.engine, store: dying(store, at, when) } },
      }
      const again = phaseAgents(script)
      const run = startJob(dies.skillet, dies.runs, { query: "a sample", skill: "sample" })
      await run
        .then(({ job: begun }) => whole(dies, begun.jobId, again))
        .catch((error: unknown) => {
          if (!(error instanceof Killed)) throw error
        })
      const [found] = await store.runs({})
      if (found === undefined) continue
      await whole(bench, found.id, again)
      expect([`${when} ${at}`, again.asked]).toEqual([`${when} ${at}`, asked])
      expect(await outcome(bench, found.id)).toBe(expected)
    }
}, 300_000)

/** Does what a caller does: starts the job unless it exists, lets its agents write, and advances until it ends. */
async function advanceToEnd(bench: JobBench, asked: string[]): Promise<string> {
  const { skillet, runs } = bench
  const [found] = await runs.engine.store.runs({})
  const query = "three phases"
  const begun = found === undefined ? (await startJob(skillet, runs, { query, skill: "short" })).job : undefined
  let job = begun ?? (await settleJob(runs, found?.id ?? "", skillet.options))
  for (;;) {
    const directive = await directJob(runs, job)
    if (directive.status !== "running") return job.jobId
    for (const { prompt, memory_file } of directive.agents) {
      if (fs.existsSync(path.join(bench.project, memory_file))) continue
      asked.push(memory_file.replace(job.jobId, "JOB"))
      const { file, text } = memoryFor(prompt)
      bench.put(file, text)
    }
    job = await advanceJob(runs, job.jobId, skillet.options)
  }
}

test("a job killed before or after any commit of start and advance continues where it was, and no phase is done twice", async () => {
  const undisturbed = await jobBench(short)
  const asked: string[] = []
  const job = await advanceToEnd(undisturbed, asked)
  const expected = await outcome(undisturbed, job)
  const commits = (await undisturbed.runs.engine.store.load({ run: job }))?.run.seq ?? 0
  // The start and four states; three phases and the join of the second; the last two states.
  expect([asked.length, commits]).toEqual([4, 11])
  for (const when of ["before", "after"] as const)
    for (let at = 1; at <= commits; at++) {
      const store = memoryRunStore()
      const bench = await jobBench(short, store)
      const engine = { ...bench.runs.engine, store: dying(store, at, when) }
      const again: string[] = []
      const died = advanceToEnd({ ...bench, runs: { ...bench.runs, engine } }, again)
      await expect(died).rejects.toBeInstanceOf(Killed)
      const id = await advanceToEnd(bench, again)
      expect([`${when} ${at}`, again]).toEqual([`${when} ${at}`, asked])
      expect(await outcome(bench, id)).toBe(expected)
    }
}, 300_000)

import { expect, test } from "vitest"
import { advanceJob } from "../src/orchestrate/io/advance-job.ts"
import { openJob } from "../src/orchestrate/io/open-job.ts"
import { directJob } from "../src/orchestrate/io/show-job.ts"
import { startJob } from "../src/orchestrate/io/start-job.ts"
import type { RunStore } from "../src/run/store.ts"
import { memoryRunStore } from "../src/testing/memory-run-store.ts"
import { memoryFor } from "./composite/memory-for.ts"
import { sampleComposite } from "./composite/sample-composite.ts"
import { type JobBench, jobBench } from "./composite/job-bench.ts"

interface Counts {
  loads: number
  commits: number
  /** Queries over the history or over all runs. */
  queries: number
  /** Texts of answers that were read. */
  texts: number
}

/** A store that counts what is asked of it. */
function counting(store: RunStore): { readonly store: RunStore; take(): Counts } {
  let counts: Counts = { loads: 0, commits: 0, queries: 0, texts: 0 }
  return {
    store: {
      ...store,
      async load(wanted) {
        const loaded = await store.load(wanted)
        counts.loads++
        counts.texts += loaded?.texts.length ?? 0
        return loaded
      },
      async commit(commit) {
        counts.commits++
        return store.commit(commit)
      },
      async records(run, after) {
        counts.queries++
        return store.records(run, after)
      },
      async runs(filter) {
        counts.queries++
        return store.runs(filter)
      },
    },
    take() {
      const taken = counts
      counts = { loads: 0, commits: 0, queries: 0, texts: 0 }
      return taken
    },
  }
}

const agents = ["clarification", "research", "analysis", "synthesis", "generation"]

/** Ten phases in a row. */
const long: Readonly<Record<string, string>> = {
  ".claude/skills/long/SKILL.md": "---\nname: long\ndescription: Ten phases in a row.\n---\n\nTen phases.\n",
  ".claude/skills/long/config.yaml": `phases:\n${Array.from(
    { length: 10 },
    (_, at) =>
      `  - { id: p${at + 1}, agent: ${agents[at % agents.length]}, content: content/p.md${at === 9 ? ", next: end" : ""} }\n`,
  ).join("")}`,
  ".claude/skills/long/content/p.md": "Do it.\n",
}

/** Starts a job and does its phases; what each command asked of the store. */
async function countCommands(bench: JobBench, take: () => Counts) {
  const { job } = await startJob(bench.skillet, bench.runs, { query: "ten phases", skill: "long" })
  let directive = await directJob(bench.runs, job)
  const started = take()
  const advanced: Counts[] = []
  while (directive.status === "running") {
    const [agent] = directive.agents
    const { file, text } = memoryFor(agent?.prompt ?? "")
    bench.put(file, text)
    take()
    directive = await directJob(bench.runs, await advanceJob(bench.runs, job.jobId, bench.skillet.options))
    advanced.push(take())
  }
  return { started, advanced, status: directive.status }
}

test("starting a job and advancing it ask little of the store, and the eighth phase costs what the second does", async () => {
  const { store, take } = counting(memoryRunStore())
  const bench = await jobBench(long, store)
  const { started, advanced, status } = await countCommands(bench, take)
  expect([status, advanced.length]).toEqual(["completed", 10])
  // The start, and each of the four states before the first phase.
  expect(started).toEqual({ loads: 0, commits: 5, queries: 0, texts: 0 })
  expect(advanced[1]).toEqual({ loads: 1, commits: 1, queries: 0, texts: 3 })
  expect(advanced[7]).toEqual(advanced[1])
  // The end also saves the fifth and the sixth state, and reads the records that its summary is made of.
  expect(advanced[9]).toMatchObject({ commits: 3, queries: 0 })
  expect(advanced[9]?.loads).toBeLessThanOrEqual(4)
})

test("all files of a parallel phase are one commit, and joining them is another", async () => {
  const { store, take } = counting(memoryRunStore())
  const bench = await jobBench(sampleComposite, store)
  const { job } = await startJob(bench.skillet, bench.runs, {
    query: "a sample",
    skill: "sample",
    flags: ["no-research"],
  })
  const writeAll = async () => {
    for (const { prompt } of (await directJob(bench.runs, await openJob(bench.runs, job.jobId))).agents) {
      const { file, text } = memoryFor(prompt)
      bench.put(file, text)
    }
    take()
  }
  await writeAll()
  const looking = await advanceJob(bench.runs, job.jobId, bench.skillet.options)
  expect(looking.run.step).toBe("looking")
  await writeAll()
  const design = await advanceJob(bench.runs, job.jobId, bench.skillet.options)
  expect([design.run.step, take().commits]).toEqual(["design-analysis", 2])
})

import { expect, test } from "vitest"
import { advanceJob } from "../src/orchestrate/io/advance-job.ts"
import { driveJob } from "../src/orchestrate/io/drive-job.ts"
import { directJob, showJob } from "../src/orchestrate/io/show-job.ts"
import { settleJob } from "../src/orchestrate/io/settle-job.ts"
import { compileComposite, readComposed } from "../src/orchestrate/composite-workflow.ts"
import { listComposites } from "../src/orchestrate/io/start-job.ts"
import { PHASE_HISTORY } from "../src/orchestrate/memory-record.ts"
import { requireStarted, startRun } from "../src/run/advance/start-run.ts"
import type { Step, ValueSchema, Workflow } from "../src/workflow/workflow.ts"
import { memoryFor, type Said } from "./composite/memory-for.ts"
import { sampleComposite } from "./composite/sample-composite.ts"
import { phaseAgents, type JobBench, jobBench } from "./composite/job-bench.ts"

/**
 * The definition as it was compiled before steps carried their unit and role, and runs their phase history. All phases
 * of an agent had one memory file, and its form listed predecessors that were skipped, too.
 */
function asBefore(workflow: Workflow): Workflow {
  const composite = readComposed(workflow)
  if (composite === undefined) throw new Error("this is not a composite")
  const { ownFiles: _ownFiles, ...earlier } = composite
  const compiled = compileComposite(earlier)
  const steps = JSON.parse(JSON.stringify(compiled.steps.map(stepBefore), promptBefore)) as readonly Step[]
  return { ...workflow, ...compiled, steps }
}

function promptBefore(key: string, value: unknown): unknown {
  if (key !== "prompt" || typeof value !== "string") return value
  const optional = /^Add to predecessors .*: (.+)\.\n/m.exec(value)
  if (optional === null) return value
  const names = (optional[1] ?? "").split(", ").map((id) => JSON.stringify(id))
  return value
    .replace(optional[0], "")
    .replace(
      /"predecessors":\[([^\]]*)\]/,
      (_, required: string) => `"predecessors":[${[required, ...names].join(",")}]`,
    )
}

function stepBefore(step: Step): Step {
  const { unit: _unit, role: _role, ...rest } = step as Extract<Step, { kind: "compute" }>
  if (rest.kind === "compute" && rest.writes?.includes(PHASE_HISTORY) === true && "rows" in rest.compute) {
    const { writes: _writes, ...compute } = rest
    return { ...compute, compute: { rows: rest.compute.rows.map(({ set: _set, ...row }) => row) } }
  }
  const { output } = rest as { readonly output?: ValueSchema }
  if (output === undefined) return rest
  const { history: _history, ...properties } = output.properties ?? {}
  const required = output.required?.filter((name) => name !== "history") ?? []
  return { ...rest, output: { ...output, required, properties } } as Step
}

/** A job of the sample that was started by an earlier version. */
async function startedBefore(): Promise<{ readonly bench: JobBench; readonly id: string }> {
  const bench = await jobBench(sampleComposite)
  const found = (await listComposites(bench.skillet)).find(({ workflow }) => workflow.name === "sample")
  if (found === undefined) throw new Error("there is no sample")
  const workflow = asBefore(found.workflow)
  expect(
    /"role"|"phase-history"|"history"|run\.again|ownFiles|Add to predecessors/.exec(JSON.stringify(workflow))?.[0],
  ).toBeUndefined()
  const id = "0123456789ab"
  const { project, branch, directory } = bench.runs
  const params = { query: "a sample of everything", memory: ".claude/memory" }
  requireStarted(await startRun(bench.runs.engine, workflow, { id, params, project, branch, directory }), "sample")
  return { bench, id }
}

const again: Said = { status: "needs_remediation", lines: ["Verdict: NO-GO", "- fix: the ends do not meet"] }

test("a job that an earlier version started is advanced to its end", async () => {
  const { bench, id } = await startedBefore()
  let job = await settleJob(bench.runs, id, bench.skillet.options)
  for (;;) {
    const directive = await directJob(bench.runs, job)
    if (directive.status !== "running") break
    for (const { prompt } of directive.agents) {
      const { file, text } = memoryFor(prompt, job.run.step === "checking" && job.run.round === 1 ? again : {})
      bench.put(file, text)
    }
    job = await advanceJob(bench.runs, id, bench.skillet.options)
  }
  const state = await showJob(bench.runs, id)
  expect([state.status, Object.keys(state.step_outputs)]).toEqual(["completed", ["1", "2", "3", "4", "5", "6"]])
  const { phases_completed } = state.step_outputs["5"] as { readonly phases_completed: readonly object[] }
  expect(phases_completed).toMatchObject([
    { phase_id: "clarification", attempt: 1 },
    { phase_id: "research", attempt: 1 },
    { phase_id: "looking", branch: "costs" },
    { phase_id: "looking", branch: "risks" },
    { phase_id: "design-analysis" },
    { phase_id: "design-synthesis" },
    { phase_id: "making", attempt: 2 },
    { phase_id: "checking", attempt: 2 },
  ])
})

test("a job that an earlier version started is driven to its end, and one that is halted says why", async () => {
  const { bench, id } = await startedBefore()
  const driver = phaseAgents({ checking: again })
  await driveJob(bench.skillet, bench.runs, { jobId: id, driver, atOnce: 1 })
  const { status, fsm } = await showJob(bench.runs, id)
  expect([status, fsm.reason]).toEqual([
    "halted",
    `checking still asks for changes after 2 remediations of making; see .claude/memory/${id}-validation-memory.md`,
  ])
})

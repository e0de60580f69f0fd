import path from "node:path"
import { expect, test } from "vitest"
import { loadComposite } from "../src/orchestrate/io/load-composite.ts"
import { loadWorkflows } from "../src/workflow/io/load-workflows.ts"
import { ADVANCE } from "../src/orchestrate/composite.ts"
import { readComposed } from "../src/orchestrate/composite-workflow.ts"
import { listUnits } from "../src/orchestrate/units.ts"
import type { RunEvent } from "../src/run/advance/decide/event.ts"
import { applyEvent } from "../src/run/apply-event.ts"
import { NO_ITEM } from "../src/run/model.ts"
import { verifyRun } from "../src/run/verify-run.ts"
import { listEdges } from "../src/workflow/edges.ts"
import { type Step, findStep, type Workflow } from "../src/workflow/workflow.ts"
import { answerGate } from "./answer-gate.ts"
import { type RunBench, runBench } from "./run-bench.ts"
import { sampleOutput } from "./sample-output.ts"

const root = path.resolve(import.meta.dirname, "..")

/** How a unit's agent ends its work if not successfully. `dead`: it could not be started. */
const deviations = {
  dead: {},
  failed: { status: "failed" },
  asks: {
    status: "needs_clarification",
    questions: [{ id: "Q1", text: "Which?", urgency: 2, options: [], multiple: false }],
  },
  back: { status: "needs_remediation" },
  conflict: { impasse: { kind: "CONFLICT" } },
  knowledge: { impasse: { kind: "MISSING-KNOWLEDGE" } },
  tie: { impasse: { kind: "TIE" } },
  stuck: { impasse: { kind: "NO-CHANGE" } },
} as const
type Deviation = keyof typeof deviations

/** Something goes differently at these units, this many times each; everything else goes well. */
interface Plan {
  readonly at: readonly string[]
  readonly how: Deviation
  readonly times: number
}

const well = { status: "completed", questions: [], impasse: { kind: "" } }

async function play(workflow: Workflow, plan: Plan | undefined, flags: Readonly<Record<string, boolean>>) {
  const bench = runBench([workflow])
  await bench.start({ params: { query: "a sample", ...flags } })
  const left = new Map(plan?.at.map((unit) => [unit, plan.times]))
  for (let steps = 0; steps < MOST_STEPS; steps++) {
    const run = await bench.run()
    const step = findStep(workflow, run.step)
    if (run.status !== "running" || step === undefined) break
    const unit = step.id.replace(/-join$/, "")
    const times = left.get(unit) ?? 0
    // The branches of a parallel phase go well, but their combined result does not.
    const how = times > 0 && !(step.kind === "fanout" && plan?.how !== "dead") ? plan?.how : undefined
    await take(bench, step, { round: run.round, how })
    if (how !== undefined) left.set(unit, times - 1)
  }
  return bench
}

const MOST_STEPS = 400

interface Taking {
  readonly round: number
  readonly how: Deviation | undefined
}

async function take(bench: RunBench, step: Step, { round, how }: Taking): Promise<void> {
  const shape = step.kind === "gate" || step.kind === "ask" ? {} : (JSON.parse(sampleOutput(step)) as object)
  const record = JSON.stringify({
    ...shape,
    ...well,
    ...(how === undefined ? {} : deviations[how]),
  })
  const said =
    how === "dead"
      ? ({ outcome: "fail", reason: "no agent could be started" } as const)
      : ({ text: record, through: ADVANCE } as const)
  if (step.kind === "do")
    return report(bench, {
      item: { step: step.id, round, item: NO_ITEM },
      by: "host",
      outcome: "ok",
      text: record,
      through: ADVANCE,
    })
  if (step.kind === "ask") {
    for (const { id } of await bench.history.questions({ run: "r" })) applied(await bench.answer(id, "the first"))
    return
  }
  if (step.kind === "gate") return void expect(await answerGate(bench, "r", how === undefined)).toEqual([])
  for (const { item } of await bench.history.dispatches("r", step.id, round))
    await report(bench, { item: { step: step.id, round, item }, by: "host", ...said })
}

/** The plain engine, without the checks that a bench makes after every event: there are thousands of them here. */
async function report(
  { engine }: RunBench,
  said: Omit<Extract<RunEvent, { kind: "report" }>, "kind" | "at">,
): Promise<void> {
  applied(await applyEvent(engine, "r", { ...said, kind: "report", at: engine.now() }))
}

function applied({ kind, ...more }: { readonly kind: string }): void {
  expect({ kind, ...(kind === "refused" ? more : {}) }).toEqual({ kind: "applied" })
}

function plansOf(workflow: Workflow): readonly (Plan | undefined)[] {
  const composite = readComposed(workflow)
  const units = composite === undefined ? [] : listUnits(composite)
  const ids = units.map(({ id }) => id)
  const judging = units.filter(({ kind }) => kind === "remediation").map(({ id }) => id)
  const checks = findStep(workflow, "checks") === undefined ? [] : ["checks"]
  const once = (how: Deviation, at: readonly string[]): Plan => ({ at, how, times: 1 })
  const alone = (how: Deviation, at: readonly string[]) => at.map((unit) => once(how, [unit]))
  // Enough times to use up all allowed repetitions.
  const always = (how: Deviation, at: readonly string[]) => at.map((unit): Plan => ({ at: [unit], how, times: 20 }))
  return [
    undefined,
    once("asks", ids),
    ...(["conflict", "knowledge", "tie", "stuck"] as const).flatMap((how) =>
      thirds(ids).map((some) => once(how, some)),
    ),
    ...alone("back", judging),
    ...alone("failed", [...ids, ...checks]),
    ...alone("dead", ids),
    ...always("stuck", ids),
    ...always("back", judging),
    ...always("failed", checks),
  ]
}

/** Only a few units of a run send the work back to the beginning; otherwise the caps of the first unit would end it. */
function thirds(ids: readonly string[]): readonly (readonly string[])[] {
  return [0, 1, 2].map((nth) => ids.filter((_, at) => at % 3 === nth))
}

test.each(["develop-command", "develop-learnings", "develop-project", "develop-skill"])(
  "%s ends on every path, and every path is taken",
  async (name) => {
    const folder = path.join(root, "skills", name)
    const { workflows } = loadWorkflows(
      { name, folder, conventions: path.join(root, "conventions"), allowedTools: [] },
      loadComposite,
    )
    const workflow = workflows[0]?.workflow as Workflow
    const flags = workflow.params.filter(({ type }) => type === "boolean").map((param) => param.name)
    const taken = new Set<string>()
    const ends: string[] = []
    const see = async (bench: RunBench) => {
      const run = await bench.run()
      expect(run.status).not.toBe("running")
      expect(await verifyRun(bench.engine, "r")).toMatchObject({ holds: true })
      for (const { step, outcome } of await bench.history.visits("r")) taken.add(`${step} ${outcome ?? ""}`)
      ends.push(`${run.status} ${run.outcome ?? ""}`)
    }
    for (const plan of plansOf(workflow)) await see(await play(workflow, plan, {}))
    for (const flag of flags) await see(await play(workflow, undefined, { [flag]: true }))
    const wanted = listEdges(workflow).filter(({ by }) => by !== "error" && by !== "cheaper")
    expect(wanted.length).toBeGreaterThan(20)
    expect(wanted.filter(({ from, by }) => !taken.has(`${from} ${by}`))).toEqual([])
    expect(ends[0]).toBe("done ok")
    expect(new Set(ends)).toEqual(new Set(["done ok", "done fail"]))
  },
)

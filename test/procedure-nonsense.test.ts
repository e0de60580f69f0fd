import { expect, test } from "vitest"
import { tellStatus } from "../src/run/run-result.ts"
import type { Outcome } from "../src/workflow/outcome.ts"
import type { Workflow } from "../src/workflow/workflow.ts"
import { bundledProcedures } from "./bundled-procedures.ts"
import { type RunBench, runBench } from "./run-bench.ts"

const LOREM = "Lorem ipsum dolor sit amet, consectetur adipiscing elit, sed do eiusmod tempor incididunt. ".repeat(6)
/** A person who always says "continue" at the limit of a review never lets it end. */
const MOST_REPORTS = 60
const TRIED: readonly Outcome[] = ["ok", "skip", "iterate", "fail"]

test.each(bundledProcedures.map((one) => ({ name: one.workflow.name, one })))(
  "$name is not completed by reports without sense, whatever outcome they claim",
  async ({ one: { workflow, children } }) => {
    const bench = runBench([workflow, ...children])
    await bench.start({ params: makeParams(workflow) })
    for (let nth = 0; nth < MOST_REPORTS && (await reportNonsense(bench, "r")); nth++);
    const run = await bench.run()
    expect([tellStatus(run), run.step]).not.toEqual(["done", "end"])
  },
)

/** Reports nonsense for everything that a run waits for, as successfully as it is accepted. False if nothing moved. */
async function reportNonsense(bench: RunBench, id: string): Promise<boolean> {
  const { status, step, round } = await bench.run(id)
  if (status !== "running") return false
  for (const question of await bench.history.questions({ run: id }))
    if ((await bench.answer(question.id, "1", id)).kind === "applied") return true
  const dispatches = await bench.history.dispatches(id, step, round)
  for (const { item, ask } of dispatches) {
    if (ask.kind === "run" && (await reportNonsense(bench, ask.run))) return true
    for (const outcome of TRIED)
      if ((await bench.report(step, { run: id, item, round, outcome, text: LOREM })).kind === "applied") return true
  }
  return false
}

function makeParams({ params }: Workflow): Readonly<Record<string, unknown>> {
  return Object.fromEntries(
    params
      .filter(({ required, default: usual }) => required === true && usual === undefined)
      .map(({ name, type }) => [name, type === "text" ? "this" : 1]),
  )
}

import { expect, test } from "vitest"
import { loadPending, openReading, readValues } from "../src/run/advance/pending-commit.ts"
import { currentDirective } from "../src/run/build-directive.ts"
import type { Directive } from "../src/run/directive/directive.ts"
import { previewDirective } from "../src/run/preview-directive.ts"
import type { ParamValue } from "../src/workflow/params.ts"
import { findStep, type Workflow } from "../src/workflow/workflow.ts"
import { bundledProcedures } from "./bundled-procedures.ts"
import { explorePaths } from "./explore-paths.ts"
import { followPath } from "./follow-path.ts"
import type { RunBench } from "./run-bench.ts"

test.each(bundledProcedures.map((one) => ({ name: one.workflow.name, one })))(
  "every step of $name is the same without a run as in one at the same place",
  async ({ one: { workflow, children } }) => {
    const compared = new Set<string>()
    const { paths } = explorePaths(workflow, { maxPaths: 8 })
    for (const path of paths)
      await followPath(workflow, children, path, async (at) => {
        if (await compareHere(at)) compared.add(`${at.workflow.name} ${(await at.bench.run(at.run)).step}`)
      })
    const own = workflow.steps.filter(({ kind }) => kind !== "gate" && kind !== "compute")
    expect(own.filter(({ id }) => !compared.has(`${workflow.name} ${id}`)).map(({ id }) => id)).toEqual([])
  },
)

/** False in a later round outside a review loop: without a run nothing counts those. */
async function compareHere({ bench, workflow, run }: { bench: RunBench; workflow: Workflow; run: string }) {
  const reading = await loadPending(openReading(bench.engine), run)
  const { visit, params } = reading.run
  const step = findStep(workflow, visit?.step ?? "")
  if (visit === undefined || step === undefined || visit.round !== (visit.loop?.iteration ?? 1)) return false
  const { iteration = 1, failed = false } = visit.loop ?? {}
  const without = previewDirective(workflow, step, {
    params: JSON.parse(params) as Readonly<Record<string, ParamValue>>,
    values: await readValues(reading, visit.inputs),
    iteration,
    failed,
  })
  const within = await currentDirective(bench.engine, run)
  expect({ [step.id]: describe(without) }).toEqual({ [step.id]: describe(within) })
  if (step.kind === "do")
    expect(within.outcomes.map(({ outcome }) => outcome)).toEqual(
      expect.arrayContaining(without.outcomes.map(({ outcome }) => outcome)),
    )
  return true
}

/** What is printed of a directive, except for commands and the path of a report, which belong to a run. */
function describe({ title, kind, number, total, phase, review, resources, dispatches, ...directive }: Directive) {
  const questions = directive.questions.map(({ text }) => text)
  const actions = directive.actions.filter((one) => kind !== "ask" || typeof one !== "string" || !isQuestion(one))
  const { report: _, ...state } = review ?? { report: undefined }
  return {
    title,
    kind,
    place: [number, total, phase],
    review: review && state,
    resources,
    actions,
    dispatches: dispatches.map(({ item, agent, prompt, tier }) => ({ item, agent, prompt, tier })),
    questions: kind === "ask" ? [] : questions,
  }
}

function isQuestion(action: string): boolean {
  return action.startsWith("Ask the user: ")
}

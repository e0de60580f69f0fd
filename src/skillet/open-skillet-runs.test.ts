import { expect, onTestFinished, test } from "vitest"
import { garden } from "../../test/plant.ts"
import { memoryRunStore } from "../testing/memory-run-store.ts"
import { ask, defineWorkflow, doStep } from "../workflow/define-workflow.ts"
import { openSkillet } from "./open-skillet.ts"

const ship = defineWorkflow({
  name: "ship",
  start: "build",
  steps: [
    doStep({ id: "build", title: "Build it", actions: ["Build."], next: { ok: "may" } }),
    ask({
      id: "may",
      title: "May it ship?",
      questions: [{ id: "ship", text: "Ship it?", options: [{ label: "yes" }, { label: "no" }] }],
      next: { ok: "end" },
    }),
  ],
})

test.each([
  ["in the project", (project: string) => project, () => ""],
  ["outside the project", (project: string) => `${project}/..`, (project: string) => ` --cwd ${project}`],
])("commands are given as a reader %s can run them, by each verb", async (_, locate, write) => {
  const { options, project } = garden()
  const reader = locate(project)
  const skillet = openSkillet({ ...options, reader, cache: false, store: memoryRunStore(), workflows: [ship] })
  onTestFinished(() => skillet.close())
  const end = write(project)
  const { run, outcomes } = await skillet.runs.start(ship)
  const report = `skillet run report ${run} --step build --round 1 --outcome ok${end}`
  expect(outcomes.map(({ command }) => command)).toContain(report)
  expect((await skillet.runs.current(run)).outcomes).toEqual(outcomes)
  const { directive } = await skillet.runs.report({ run, step: "build", outcome: "ok" })
  const answer = `skillet run answer ${run} --question ship --answer ANSWER${end}`
  expect(directive.questions.map(({ command }) => command)).toEqual([answer])
  expect(await skillet.runs.answerCommand(run, "ship")).toBe(answer)
})

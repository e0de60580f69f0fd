import fs from "node:fs"
import { expect, onTestFinished, test } from "vitest"
import { builtWorker } from "../../packages/scan/test/build-scan-worker.ts"
import { garden } from "../../test/plant.ts"
import { memoryRunStore } from "../testing/memory-run-store.ts"
import { openSkillet } from "./open-skillet.ts"

const scope = { paths: ["a.js"], scanWorker: builtWorker }

/** A project with one finding, opened in its directory `sub`, and runs in memory. */
function openProject() {
  const planted = garden({
    "project/a.js": "export function run(req) {\n  return eval(req.query.code)\n}\n",
    "project/sub/b.js": "export const one = 1\n",
  })
  const store = memoryRunStore()
  const open = (cwd: string) => {
    const skillet = openSkillet({ ...planted.options, cwd, cache: false, store })
    onTestFinished(() => skillet.close())
    return skillet
  }
  return { ...planted, open, skillet: open(planted.project), inside: open(planted.at("project/sub")) }
}

const BASELINE = "project/.skillet/review-baseline.json"

test("what is accepted in a directory of the project is left out by reviews of the project", async () => {
  const { skillet, inside, at } = openProject()
  const { run } = await skillet.review(scope)
  const recorded = await inside.reviews.accept(run, { findings: ["f1"], reason: "known" })
  expect(recorded).toEqual({ file: at(BASELINE), status: "wont-fix", titles: [expect.any(String)] })
  const next = await skillet.review(scope)
  expect(next).toMatchObject({ kind: "reported", report: { findings: [], decided: [{ reason: "known" }] } })
  expect(await skillet.reviews.show(run)).toMatchObject({ report: { findings: [], decided: [{ reason: "known" }] } })
})

test.each([
  ["without a reason", { findings: ["F1"], reason: " " }, "review.no-reason"],
  ["about a finding that the review does not have", { findings: ["F1", "F9"], reason: "known" }, "review.no-finding"],
])("a decision %s is refused, and nothing is recorded", async (_, decision, code) => {
  const { skillet, at } = openProject()
  const { run } = await skillet.review(scope)
  await expect(skillet.reviews.accept(run, decision)).rejects.toMatchObject({ code, next: expect.any(String) })
  expect(fs.existsSync(at(BASELINE))).toBe(false)
})

test("a plan names the agents and the price; nothing is stored", async () => {
  const { skillet } = openProject()
  const plan = await skillet.reviews.plan({ ...scope, agent: "host", depth: "quick" })
  expect(plan.agents.length).toBeGreaterThan(0)
  expect(plan.agents[0]?.prompt).toContain("a.js")
  expect(await skillet.runs.list({ all: true })).toEqual([])
})

test("a report is shown with the findings that another baseline does not list, and it is told if that is missing", async () => {
  const { skillet } = openProject()
  const { run } = await skillet.review(scope)
  await skillet.reviews.accept(run, { findings: ["F1"], reason: "known" })
  const missing: string[] = []
  const hooks = { baselineMissing: (named: string) => void missing.push(named) }
  const { report } = await skillet.reviews.show(run, { baseline: "other.json", hooks })
  expect([report.findings.map(({ id }) => id), missing]).toEqual([["F1"], ["other.json"]])
})

test("a review that the caller continues asks nobody and has a first directive", async () => {
  const { skillet } = openProject()
  const handed = await skillet.review({ ...scope, agent: "host", depth: "quick" })
  expect(handed).toEqual({ kind: "handed-over", run: expect.any(String), settings: expect.any(Object) })
  const { status, dispatches } = await skillet.runs.current(handed.run)
  expect([status, dispatches.length > 0]).toEqual(["running", true])
})

import fs from "node:fs"
import os from "node:os"
import path from "node:path"
import { afterAll, expect, test } from "vitest"
import { openDefinitions } from "../engine.ts"
import { startRun } from "../advance/start-run.ts"
import { compute, defineWorkflow, doStep } from "../../workflow/define-workflow.ts"
import { cancelRun } from "./answer-question.ts"
import { openRuns } from "./open-runs.ts"
import { showRun } from "./show-run.ts"

const folder = fs.mkdtempSync(path.join(os.tmpdir(), "show-run-"))
afterAll(() => fs.rmSync(folder, { recursive: true }))

const count = () => ({ outcome: "ok" }) as const

const coded = (title: string) =>
  defineWorkflow({
    name: "coded",
    start: "work",
    steps: [
      doStep({ id: "work", title, next: { ok: "count" } }),
      compute({ id: "count", title: "Count", compute: count, next: { ok: "end" } }),
    ],
  })

test("a run of an older version of Skillet can be shown and cancelled, and the reason why it cannot continue is given", async () => {
  const runs = await openRuns({ env: { SKILLET_DB: path.join(folder, "skillet.db") }, cwd: folder })
  const { store } = runs.engine
  const withTitle = (title: string) => ({
    ...runs,
    engine: { ...runs.engine, definitions: openDefinitions(store, [coded(title)]) },
  })
  const [older, newer] = [withTitle("Do the work"), withTitle("Work")]
  await startRun(older.engine, coded("Do the work"), { id: "r", params: {}, project: "p", branch: "" })

  expect((await showRun(older, "r")).notContinued).toBeUndefined()
  expect(await showRun(newer, "r")).toMatchObject({
    title: "Do the work",
    run: { status: "running" },
    notContinued: {
      message: "workflow coded has changed since this run started",
      next: "continue the run with the version of Skillet that started it, or start a new run; skillet run show prints what it has",
    },
  })
  expect(await cancelRun(newer, "r", { reason: "older", by: "a person" })).toEqual(["r"])
  expect(await showRun(newer, "r")).toMatchObject({ run: { status: "cancelled" }, notContinued: undefined })
  await runs.close()
})

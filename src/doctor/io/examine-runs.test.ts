import fs from "node:fs"
import os from "node:os"
import path from "node:path"
import { afterAll, expect, test } from "vitest"
import { openDatabase } from "../../system/database/open-database.ts"
import { startRun } from "../../run/advance/start-run.ts"
import { defineWorkflow, doStep } from "../../workflow/define-workflow.ts"
import { examineRuns } from "./examine-runs.ts"
import { openRuns } from "../../run/io/open-runs.ts"

const folder = fs.mkdtempSync(path.join(os.tmpdir(), "examine-runs-"))
afterAll(() => fs.rmSync(folder, { recursive: true }))

const workflow = defineWorkflow({
  name: "small",
  start: "work",
  steps: [doStep({ id: "work", title: "Work", next: { ok: "end" } })],
})

async function kept(name: string) {
  const env = { SKILLET_DB: path.join(folder, name, "skillet.db") }
  const runs = await openRuns({ env, cwd: folder })
  await startRun(runs.engine, workflow, { id: "r", params: {}, project: "p", branch: "" })
  await runs.close()
  return env
}

test("intact runs have no problems, and no database is created if there is none", async () => {
  const env = { SKILLET_DB: path.join(folder, "none", "skillet.db") }
  expect([await examineRuns(env), fs.existsSync(env.SKILLET_DB)]).toEqual([[], false])
  expect(await examineRuns(await kept("sound"))).toEqual([])
})

test.each([
  ["record", "UPDATE records SET events = replace(events, 'work', 'play')", "run.history-changed"],
  ["column", "UPDATE runs SET project = 'q'", "run.listed-wrongly"],
  ["head", "UPDATE runs SET head = replace(head, 'work', 'play')", "store.unusable"],
])("a %s that was changed is a problem", async (name, change, code) => {
  const env = await kept(name)
  openDatabase(env.SKILLET_DB, 0).exec(change)
  expect((await examineRuns(env)).map((one) => one.code)).toEqual([code])
})

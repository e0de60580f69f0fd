import fs from "node:fs"
import os from "node:os"
import path from "node:path"
import { afterAll, expect, test } from "vitest"
import { openDatabase } from "../../system/database/open-database.ts"
import { startRun } from "../../run/advance/start-run.ts"
import { defineWorkflow, doStep } from "../../workflow/define-workflow.ts"
import { examineRuns } from "./examine-runs.ts"
import { openTaskTables } from "../../tasks/io/store/open-wake-store.ts"
import { showState } from "./show-state.ts"
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

test("a database that was deleted is reported, before and after a new one was created", async () => {
  const env = await kept("deleted")
  for (const end of ["", "-wal", "-shm"]) fs.rmSync(`${env.SKILLET_DB}${end}`, { force: true })
  expect((await showState({ env })).lost).toContain("it is missing or empty now")
  expect((await examineRuns(env)).map(({ code, level }) => [code, level])).toEqual([["store.lost", "warning"]])
  await (await openRuns({ env, cwd: folder })).close()
  expect((await examineRuns(env)).map(({ code }) => code)).toEqual(["store.lost"])
  expect((await showState({ env })).lost).toContain("so a new one was created")
  fs.rmSync(`${env.SKILLET_DB}.known`)
  expect(await examineRuns(env)).toEqual([])
})

test("a database that was emptied is reported when its tables of tasks were created anew", async () => {
  const env = await kept("emptied")
  // Another file of that name: SQLite in this process may still have locks on the first one.
  for (const end of ["", "-wal", "-shm"]) fs.rmSync(`${env.SKILLET_DB}${end}`, { force: true })
  fs.writeFileSync(env.SKILLET_DB, "")
  ;(await openTaskTables(env.SKILLET_DB)).close()
  expect((await examineRuns(env)).map(({ code }) => code)).toEqual(["store.lost"])
})

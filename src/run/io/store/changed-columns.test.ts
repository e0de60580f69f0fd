import fs from "node:fs"
import os from "node:os"
import path from "node:path"
import { afterAll, expect, test } from "vitest"
import { openHistory } from "../../history.ts"
import { makeAskChange, commitNewRun } from "../../../testing/run-store/samples.ts"
import { openDatabase } from "../../../system/database/open-database.ts"
import { openRunStore } from "./open-run-store.ts"

const folder = fs.mkdtempSync(path.join(os.tmpdir(), "changed-columns-"))
afterAll(() => fs.rmSync(folder, { recursive: true }))

let made = 0

/** Two runs, each with a waiting item, and a statement that damages them. */
async function damagedBy(sql: string): Promise<string> {
  const file = path.join(folder, `${++made}.db`)
  const store = openRunStore({ file })
  for (const id of ["r1", "r2"]) await commitNewRun(store, id, makeAskChange({ step: "build", round: 1, item: "a" }))
  await store.close()
  const database = openDatabase(file, 0)
  database.exec(sql)
  database.close()
  return file
}

async function loaded(file: string, run: string): Promise<unknown> {
  const store = openRunStore({ file })
  try {
    return (await openHistory(store).dispatches(run, "build", 1)).map(({ item }) => item)
  } finally {
    await store.close()
  }
}

test.each([
  "UPDATE runs SET status = 'done'",
  "UPDATE runs SET asks = 5",
  "UPDATE items SET request = NULL",
  "UPDATE items SET status = 'answered'",
  "PRAGMA user_version = 0",
])("%s is reported as damage", async (sql) => {
  await expect(damagedBy(sql).then((file) => loaded(file, "r1"))).rejects.toMatchObject({ code: "store.damaged" })
})

test("a run whose head is no longer JSON does not prevent reading the others", async () => {
  const file = await damagedBy("UPDATE runs SET head = '{' WHERE id = 'r1'")
  await expect(loaded(file, "r1")).rejects.toMatchObject({ code: "store.damaged" })
  expect(await loaded(file, "r2")).toEqual(["a"])
})

test("a closed database is not read, and the process continues", () => {
  const database = openDatabase(path.join(folder, "closed.db"), 0)
  database.first("SELECT 1")
  database.close()
  expect(() => database.first("SELECT 1")).toThrow("was closed")
  expect(() => database.moment(() => 1)).toThrow("was closed")
})

import fs from "node:fs"
import os from "node:os"
import path from "node:path"
import { afterAll, beforeAll, expect, test } from "vitest"
import { openDefinitions } from "../../engine.ts"
import { applyEvent } from "../../apply-event.ts"
import { startRun } from "../../advance/start-run.ts"
import type { RunStore } from "../../store.ts"
import { verifyRun } from "../../verify-run.ts"
import { defineWorkflow, doStep, fanout } from "../../../workflow/define-workflow.ts"
import { SkilletError } from "../../../problem/failure.ts"
import { type Database, openDatabase } from "../../../system/database/open-database.ts"
import { openRunStore } from "./open-run-store.ts"
import { runTables } from "./run-tables.ts"

/** Columns that may have any value, and why. A change to any other column of a run must be noticed. */
const free: Readonly<Record<string, string>> = {
  "items.made": "the order in which the items of a visit are listed; what they say is always sorted by item",
  "items.epoch": "counts claims; an answer is refused unless its worker claimed last, and a run records no claims",
  "items.tried": "counts failed attempts, which a run does not record; a lower number means one more attempt",
  "items.place": "the order of the queue; whether an item is in the queue is checked",
  "items.worker": "who works on it now; a worker that is not there loses the lease when it expires",
  "items.boot": "since which start of the machine the lease counts",
  "items.until": "when the lease expires",
  "items.lasts": "how long the lease is",
}

const folder = fs.mkdtempSync(path.join(os.tmpdir(), "every-column-"))
afterAll(() => fs.rmSync(folder, { recursive: true }))

const workflow = defineWorkflow({
  name: "small",
  start: "work",
  steps: [
    doStep({ id: "work", title: "Work", writes: ["text"], next: { ok: "look" } }),
    fanout({
      id: "look",
      title: "Look",
      items: { kind: "list", items: ["a", "b"].map((item) => ({ item, agent: "quality-reviewer", prompt: "Look" })) },
      join: "all",
      writes: ["reports"],
      next: { ok: "end", fail: "end" },
    }),
  ],
})

const file = path.join(folder, "runs.db")

/** A run with an answer and waiting items, next to another run. */
beforeAll(async () => {
  const store = openRunStore({ file })
  const engine = engineOn(store)
  for (const id of ["other", "r"]) {
    await startRun(engine, workflow, { id, params: {}, project: "p", branch: "main" })
    const item = { step: "work", round: 1, item: "-" }
    await applyEvent(engine, id, { kind: "report", item, by: "host", outcome: "ok", text: "Done.", at: 2000 })
  }
  await store.claim({ worker: "w", run: "r", leaseMilliseconds: 60_000 })
  await store.close()
})

const columns = columnsOf()

test("every table of the schema is read", () => {
  expect([...new Set(columns.map(({ table }) => table))].toSorted()).toEqual([
    "definitions",
    "items",
    "records",
    "runs",
    "starts",
  ])
  expect(columns.length).toBeGreaterThan(35)
  expect(Object.keys(free).filter((name) => !columns.some((one) => `${one.table}.${one.column}` === name))).toEqual([])
})

test("an untouched run is verified", async () => {
  expect(await outcome(copied(() => {}))).toBe("verified")
})

const bound = columns.filter(({ table, column }) => free[`${table}.${column}`] === undefined)
test.each(bound)("a change to column $column of $table is noticed", async ({ table, column }) => {
  const rows = keysOf(table)
  expect(rows.length).toBeGreaterThan(0)
  for (const where of rows)
    for (const to of [otherValue(column), ...(isRowNumber(table, column) ? [] : ["NULL"])]) {
      let isChanged = false
      const copy = copied((database) => {
        const differs = `${column} IS NOT (${to})`
        isChanged = database.write(`UPDATE OR IGNORE ${table} SET ${column} = ${to} WHERE ${where} AND ${differs}`) > 0
      })
      if (isChanged) expect({ where, to, said: await outcome(copy) }).not.toMatchObject({ said: "verified" })
    }
})

test.each(["items", "records", "starts", "runs"])("a missing row of %s is noticed", async (table) => {
  for (const where of keysOf(table)) {
    const said = await outcome(copied((database) => database.exec(`DELETE FROM ${table} WHERE ${where}`)))
    expect({ where, said }).not.toMatchObject({ said: "verified" })
  }
})

function engineOn(store: RunStore) {
  return { store, now: () => 3000, definitions: openDefinitions(store, []) }
}

interface Column {
  readonly table: string
  readonly column: string
}

/** As SQLite reads the schema. */
function columnsOf(): readonly Column[] {
  const database = openDatabase(path.join(folder, "schema.db"), 0)
  database.exec(runTables.create)
  const found = database.all(
    "SELECT m.name, c.name FROM sqlite_master AS m JOIN pragma_table_info(m.name) AS c WHERE m.type = 'table'",
  )
  database.close()
  return found.map(([table, column]) => ({ table: String(table), column: String(column) }))
}

/** One condition for each row of the run, including its definition. */
function keysOf(table: string): readonly string[] {
  const number = "(SELECT number FROM runs WHERE id = 'r')"
  if (table === "runs") return ["id = 'r'"]
  if (table === "starts") return [`run = ${number}`]
  if (table === "definitions") return ["hash IS NOT NULL"]
  const database = openDatabase(file, 0)
  const found =
    table === "items"
      ? database.all(`SELECT round, step, item FROM items WHERE run = ${number}`)
      : database.all(`SELECT seq FROM records WHERE run = ${number}`)
  database.close()
  const names = table === "items" ? ["round", "step", "item"] : ["seq"]
  return found.map((cells) =>
    [`run = ${number}`, ...names.map((name, at) => `${name} = '${String(cells[at])}'`)].join(" AND "),
  )
}

/** SQLite does not allow NULL in any of them. */
function isRowNumber(table: string, column: string): boolean {
  return ["runs.number", "starts.run"].includes(`${table}.${column}`)
}

/** Another value of the same kind; a key must not collide with an existing one. */
function otherValue(column: string): string {
  return `iif(typeof(${column}) IN ('integer', 'null'), coalesce(${column}, 0) + 77, CAST(${column} || 'x' AS TEXT))`
}

function copied(act: (database: Database) => unknown): string {
  const copy = path.join(folder, `${crypto.randomUUID()}.db`)
  for (const end of ["", "-wal", "-mark"])
    if (fs.existsSync(`${file}${end}`)) fs.copyFileSync(`${file}${end}`, `${copy}${end}`)
  const database = openDatabase(copy, 0)
  act(database)
  database.close()
  return copy
}

async function outcome(copy: string): Promise<string> {
  const repaired: string[] = []
  try {
    const store = openRunStore({ file: copy, onRepair: (found) => repaired.push(...found.map(({ what }) => what)) })
    try {
      const { holds } = await verifyRun(engineOn(store), "r")
      return repaired.length > 0 ? "repaired" : holds ? "verified" : "not verified"
    } finally {
      await store.close()
    }
  } catch (error) {
    if (error instanceof SkilletError) return error.code
    throw error
  }
}

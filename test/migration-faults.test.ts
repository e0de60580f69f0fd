import fs from "node:fs"
import os from "node:os"
import path from "node:path"
import zlib from "node:zlib"
import { afterAll, expect, test } from "vitest"
import { type Database, openDatabase } from "../src/adapters/sqlite/open-database.ts"
import { migrate } from "../src/adapters/sqlite/migrations.ts"
import { openRunStore } from "../src/adapters/sqlite/open-run-store.ts"
import { historyOf } from "../src/run/history.ts"
import { SkilletError } from "../src/problem/failure.ts"
import { placeVersion1, version1 } from "./run-store/version-1.ts"

const folder = fs.mkdtempSync(path.join(os.tmpdir(), "migration-faults-"))
afterAll(() => fs.rmSync(folder, { recursive: true }))

function placed(): string {
  return placeVersion1(fs.mkdtempSync(path.join(folder, "case-")))
}

const tables = "definitions runs starts visits vals results dispatches queue questions events".split(" ")
const MUTATIONS = Number(process.env["SKILLET_DAMAGE"] ?? 40)
const runCount = Object.keys(version1.runs).length

/** Every row of version 1. */
function rowsIn(file: string): string {
  const database = openDatabase(file, 0)
  const rows = tables.map((table) => {
    const columns = database.all(`PRAGMA table_info(${table})`).map(([, name]) => `quote("${String(name)}")`)
    return database.all(`SELECT ${columns.join(" || ',' || ")} FROM ${table} ORDER BY 1`)
  })
  database.close()
  return JSON.stringify(rows)
}

function versionIn(file: string): unknown {
  return openDatabase(file, 0).first("PRAGMA user_version")?.[0]
}

function codeOf(act: () => unknown): string {
  try {
    act()
    return "nothing"
  } catch (error) {
    return error instanceof SkilletError ? error.code : String(error)
  }
}

/**
 * The same connection; before each statement that changes something, `at` gets the number of such statements so far.
 */
function watched(database: Database, at: (count: number) => void): Database {
  let count = 0
  return {
    ...database,
    write(sql, values) {
      at(count++)
      return database.write(sql, values)
    },
    exec(sql) {
      at(count++)
      database.exec(sql)
    },
  }
}

const before = rowsIn(placed())

test("a process killed at any statement of a migration leaves version 1 as it was, and the next one migrates", async () => {
  const file = placed()
  const copies: string[] = []
  const database = openDatabase(file, 0)
  // A small cache writes pages to the log long before the commit.
  database.exec("PRAGMA cache_size = 10")
  const copyAt = (count: number) => {
    if (count % 13 !== 0) return
    const copy = path.join(fs.mkdtempSync(path.join(folder, `killed-${count}-`)), "skillet.db")
    for (const part of ["", "-wal"])
      if (fs.existsSync(`${file}${part}`)) fs.copyFileSync(`${file}${part}`, `${copy}${part}`)
    fs.cpSync(path.join(path.dirname(file), "artifacts"), path.join(path.dirname(copy), "artifacts"), {
      recursive: true,
    })
    copies.push(copy)
  }
  migrate(watched(database, copyAt))
  expect(versionIn(file)).toBe(2)
  expect(copies.length).toBeGreaterThan(30)
  expect(copies.some((copy) => fs.existsSync(`${copy}-wal`) && fs.statSync(`${copy}-wal`).size > 200_000)).toBe(true)
  for (const [at, copy] of copies.entries()) {
    expect([versionIn(copy), rowsIn(copy) === before]).toEqual([1, true])
    if (at % 6 === 0) expect(await openRunStore({ file: copy }).runs()).toHaveLength(runCount)
  }
})

test("a statement that fails anywhere in a migration leaves version 1 as it was", () => {
  let statements = 0
  migrate(watched(openDatabase(placed(), 0), (count) => (statements = count)))
  expect(statements).toBeGreaterThan(400)
  const file = placed()
  for (let fails = 0; fails <= statements; fails += fails < 15 || fails > statements - 12 ? 1 : 37) {
    const database = openDatabase(file, 0)
    const failing = watched(database, (count) => {
      if (count === fails) throw new Error("a failing disk")
    })
    expect(codeOf(() => migrate(failing))).toBe("Error: a failing disk")
    database.close()
  }
  expect([versionIn(file), rowsIn(file) === before]).toEqual([1, true])
})

const damages: readonly (readonly [what: string, sql: string])[] = [
  ["a definition", "UPDATE definitions SET json = json || ' '"],
  ["a run", "UPDATE runs SET round = round + 1 WHERE number = 3"],
  ["what a run is found by", "UPDATE runs SET project = 'another' WHERE number = 3"],
  ["a run's beginning", "UPDATE starts SET made = replace(made, 'main', 'next') WHERE run = 3"],
  ["a beginning that is gone", "DELETE FROM starts WHERE run = 3"],
  ["a visit", "UPDATE visits SET total = 7 WHERE run = 3"],
  ["how a visit went", "UPDATE visits SET outcome = 'skip' WHERE run = 3"],
  ["a visit that is gone", "DELETE FROM visits WHERE run = 1 AND number = 2"],
  ["a value", "UPDATE vals SET round = 9"],
  ["a value that is gone", "DELETE FROM vals WHERE name = 'plan'"],
  ["an answer", "UPDATE results SET outcome = 'fail' WHERE run = 1"],
  ["an answer's text", "UPDATE results SET text = text || '.' WHERE run = 1"],
  ["an answer that is gone", "DELETE FROM results WHERE run = 1 AND step = 'testing_strategy'"],
  ["a dispatch", "UPDATE dispatches SET agent = 'another' WHERE run = 1"],
  ["the state of a dispatch", "UPDATE dispatches SET epoch = epoch + 1 WHERE run = 1"],
  ["a dispatch that is gone", "DELETE FROM dispatches WHERE run = 1 AND step = 'testing_strategy'"],
  ["a question", "UPDATE questions SET row = replace(row, 'asked', 'Asked')"],
  ["a question that is gone", "DELETE FROM questions"],
  ["an event", "UPDATE events SET at = at + 1 WHERE run = 1 AND seq = 2"],
  ["an event that is gone", "DELETE FROM events WHERE run = 1 AND seq = 2"],
  ["a run that is gone", "DELETE FROM runs WHERE number = 3"],
  ["an index that is gone", "DROP INDEX running"],
]

test.each(damages)("damage to %s is noticed, and the file is left alone", (_what, sql) => {
  const file = placed()
  const database = openDatabase(file, 0)
  database.exec(sql)
  database.close()
  const damaged = rowsIn(file)
  if (!sql.startsWith("DROP")) expect(damaged).not.toBe(before)
  expect(codeOf(() => openRunStore({ file }))).toBe("store.damaged")
  expect([versionIn(file), rowsIn(file) === damaged]).toEqual([1, true])
})

/** Everything that a migrated store contains, except the time of the migration. */
async function everything(file: string): Promise<string> {
  const store = openRunStore({ file })
  const history = historyOf(store)
  const read: unknown[] = []
  for (const { chain: _chain, ...run } of await store.runs()) {
    const events = await history.events(run.id)
    const queued = (await store.queued(run.id)).map((key) => JSON.stringify(key)).toSorted()
    read.push(run, queued, events.slice(0, -1), events.at(-1)?.data)
    for (const { step, round } of await history.visits(run.id)) {
      const results = await history.results(run.id, step, round)
      read.push(await history.dispatches(run.id, step, round), results)
      for (const result of results) read.push(await history.text(result))
    }
  }
  await store.close()
  return JSON.stringify(read)
}

let whole: string | undefined
const outcomes = new Map<string, number>()
// A few in each test, so that no test takes long on any machine.
const GROUP = 4
const groups = Array.from({ length: Math.ceil(MUTATIONS / GROUP) }, (_, at) => at * GROUP)

test.each(groups)(
  "a changed byte anywhere in a file of version 1 is noticed or does not matter, from %i",
  async (first) => {
    whole ??= await everything(placed())
    for (let seed = first; seed < Math.min(first + GROUP, MUTATIONS); seed++) {
      const file = placed()
      const bytes = fs.readFileSync(file)
      const at = (seed * 2_654_435_761) % bytes.length
      bytes[at] = (bytes[at] ?? 0) ^ (1 << (seed % 8))
      fs.writeFileSync(file, bytes)
      const outcome = await everything(file).then(
        (said) => (said === whole ? "the same" : `silently wrong at ${at}`),
        (error: unknown) => (error instanceof SkilletError ? error.code : `a bug at ${at}: ${String(error)}`),
      )
      outcomes.set(outcome, (outcomes.get(outcome) ?? 0) + 1)
      fs.rmSync(path.dirname(file), { recursive: true })
    }
    expect([...outcomes.keys()].filter((one) => !["the same", "store.damaged"].includes(one))).toEqual([])
  },
)

test("many of the changed bytes cause damage", () => {
  const tried = [...outcomes.values()].reduce((sum, count) => sum + count, 0)
  expect(outcomes.get("store.damaged")).toBeGreaterThan(tried / 4)
})

test("a missing artifact that a request needs is noticed", () => {
  const file = placed()
  fs.rmSync(path.join(path.dirname(file), "artifacts"), { recursive: true })
  expect(codeOf(() => openRunStore({ file }))).toBe("store.damaged")
  expect(versionIn(file)).toBe(1)
})

/** The fixture with the mark that version 1 leaves: which file, which run, how many commits it had, and a checksum. */
function marked(more: number): string {
  const file = placed()
  const seq = Number(openDatabase(file, 0).first("SELECT seq FROM runs WHERE number = 1")?.[0])
  const cells = [fs.statSync(file).ino, 1, seq + more]
  fs.writeFileSync(`${file}-mark`, [...cells, zlib.crc32(cells.join("\x1f"))].join(" ").padEnd(96))
  return file
}

test("a file without the data that its version 1 mark requires is damaged, and a file with it is not", () => {
  const lacking = marked(1)
  expect(codeOf(() => openRunStore({ file: lacking }))).toBe("store.damaged")
  expect(versionIn(lacking)).toBe(1)
  const whole = marked(0)
  expect(codeOf(() => openRunStore({ file: whole }))).toBe("nothing")
  expect(codeOf(() => openRunStore({ file: whole }))).toBe("nothing")
})

test("a connection of version 1 gets an error after the migration, and changes nothing", async () => {
  const file = placed()
  const old = openDatabase(file, 1000)
  const head = "SELECT number, step FROM runs WHERE id = ?"
  const enter = "INSERT INTO visits (run, step, round, number) VALUES (1, 'x', 1, 1)"
  expect(old.first(head, ["r-done"])).toBeDefined()
  const store = openRunStore({ file })
  expect(codeOf(() => old.first(head, ["r-done"]))).toBe("store.damaged")
  expect(codeOf(() => old.write(enter))).toBe("store.damaged")
  expect(await store.runs()).toHaveLength(runCount)
})

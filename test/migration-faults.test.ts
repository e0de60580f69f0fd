import { spawn } from "node:child_process"
import { once } from "node:events"
import fs from "node:fs"
import os from "node:os"
import path from "node:path"
import { build } from "tsdown"
import { afterAll, beforeAll, expect, test } from "vitest"
import { openRunStore } from "../src/run/io/store/open-run-store.ts"
import { openDatabase, readFileVersion } from "../src/system/database/open-database.ts"
import { openWakeStore } from "../src/tasks/io/store/open-wake-store.ts"
import { commitNewRun } from "../src/testing/run-store/samples.ts"

const folder = fs.mkdtempSync(path.join(os.tmpdir(), "migration-faults-"))
/** Inside the project, so that packages are found from it. */
const built = path.resolve(import.meta.dirname, `../node_modules/.cache/migration-child-${process.pid}`)

beforeAll(async () => {
  await build({
    config: false,
    entry: { child: path.join(import.meta.dirname, "migrations/child.ts") },
    outDir: built,
    format: "esm",
    platform: "node",
    target: "node20",
    dts: false,
    clean: false,
    fixedExtension: false,
    logLevel: "error",
    deps: { neverBundle: ["libsql"] },
  })
})
afterAll(() => {
  for (const made of [folder, built]) fs.rmSync(made, { recursive: true, force: true })
})

const scope = { project: "/p", branch: "main" }
const openTasks = (file: string) => openWakeStore({ file, newTaskId: () => "t-1", isGone: () => false })
const newFile = () => path.join(fs.mkdtempSync(path.join(folder, "case-")), "skillet.db")

/** What takes back what later versions added. */
const DOWNGRADE: Readonly<Record<number, string>> = {
  3: "DROP TABLE schemas; ALTER TABLE sessions DROP COLUMN began; PRAGMA user_version = 3",
  2: `DROP TABLE schemas; DROP TABLE sessions; DROP INDEX wakes_open; ALTER TABLE wakes DROP COLUMN session;
    ALTER TABLE wakes DROP COLUMN sub_agent; ALTER TABLE wakes DROP COLUMN inbox; ALTER TABLE wakes DROP COLUMN begun;
    CREATE INDEX wakes_open ON wakes (project, branch, agent) WHERE delivered IS NULL; PRAGMA user_version = 2`,
}

/** A file with a run and a message, as an earlier version of Skillet left it. */
async function makeOlderFile(version: number): Promise<string> {
  const file = newFile()
  const runs = openRunStore({ file })
  await commitNewRun(runs, "r1")
  await runs.close()
  const tasks = await openTasks(file)
  await tasks.post({ ...scope, from: "ann", text: "hi", at: 1, mentions: [], key: "hi" })
  await tasks.close()
  change(file, DOWNGRADE[version] ?? "")
  return file
}

function change(file: string, sql: string): void {
  const database = openDatabase(file, 0)
  database.exec(sql)
  database.first("PRAGMA wal_checkpoint(TRUNCATE)")
  database.close()
}

/** The version, every table and index, and the subjects' versions. */
function describeSchema(file: string): readonly unknown[] {
  const database = openDatabase(file, 0)
  const objects = database.all("SELECT CAST(name AS BLOB), CAST(sql AS BLOB) FROM sqlite_master ORDER BY name")
  const names = objects.map((cells) => cells.map((cell) => (cell === null ? null : Buffer.from(cell as Uint8Array))))
  const described = names.map((cells) => cells.join(" "))
  const versions = described.some((one) => one.startsWith("schemas "))
    ? database.all("SELECT CAST(subject AS BLOB), version FROM schemas ORDER BY subject")
    : []
  const found = [
    readFileVersion(database),
    ...described,
    ...versions.map(([subject, version]) => `${Buffer.from(subject as Uint8Array).toString()} ${String(version)}`),
  ]
  database.close()
  return found
}

/** Whether the process ended by itself. */
async function migrateInChild(file: string, subject: string, nth = 0): Promise<boolean> {
  const child = spawn(process.execPath, [path.join(built, "child.js"), file, subject, String(nth)], {
    stdio: ["ignore", "ignore", "inherit"],
  })
  const [code, signal] = (await once(child, "close")) as [number | null, string | null]
  if (signal !== "SIGKILL") expect(code).toBe(0)
  return signal !== "SIGKILL"
}

async function readBoth(file: string): Promise<unknown> {
  const runs = openRunStore({ file })
  const tasks = await openTasks(file)
  try {
    const messages = await tasks.events(scope)
    return [(await runs.runs()).map(({ id }) => id), messages.map(({ kind }) => kind)]
  } finally {
    await runs.close()
    await tasks.close()
  }
}

test.each([
  { version: 3, subject: "runs", statements: 6 },
  { version: 3, subject: "tasks", statements: 8 },
  { version: 2, subject: "tasks", statements: 16 },
])(
  "a process killed at any statement, while it migrates version $version for $subject, leaves the old or the new tables",
  async ({ version, subject, statements }) => {
    const older = await makeOlderFile(version)
    const copy = () => {
      const file = newFile()
      fs.copyFileSync(older, file)
      return file
    }
    const whole = copy()
    await migrateInChild(whole, subject)
    const [before, after] = [describeSchema(older), describeSchema(whole)]
    expect([before[0], after[0]]).toEqual([version, 4])
    const ends: boolean[] = []
    for (let nth = 1; ; nth++) {
      const file = copy()
      if (await migrateInChild(file, subject, nth)) break
      const found = describeSchema(file)
      ends.push(found[0] === 4)
      expect(found).toEqual(found[0] === 4 ? after : before)
      expect(await readBoth(file)).toEqual([["r1"], ["message_posted"]])
    }
    // Only what happens after the COMMIT finds the new tables.
    expect(ends).toEqual([...Array.from({ length: statements }, () => false), true])
  },
  120_000,
)

test("processes that open a missing file at once, for runs and for tasks, all succeed", async () => {
  for (let round = 0; round < 4; round++) {
    const file = newFile()
    const subjects = ["runs", "tasks", "runs", "tasks"]
    expect(await Promise.all(subjects.map((subject) => migrateInChild(file, subject)))).toEqual(
      subjects.map(() => true),
    )
    expect(describeSchema(file).slice(-2)).toEqual(["runs 2", "tasks 4"])
    expect(await readBoth(file)).toEqual([[], []])
  }
}, 60_000)

test("a file has the tables of those who opened it, and no others", async () => {
  const [runs, tasks] = [newFile(), newFile()]
  await openRunStore({ file: runs }).close()
  await (await openTasks(tasks)).close()
  expect(describeSchema(runs).at(-1)).toBe("runs 2")
  expect(describeSchema(tasks).at(-1)).toBe("tasks 4")
  expect(describeSchema(tasks).filter((one) => String(one).startsWith("runs "))).toEqual([])
  for (const file of [runs, tasks]) expect(await readBoth(file)).toEqual([[], []])
})

test.each([
  ["a newer version", "UPDATE schemas SET version = 99 WHERE subject = 'tasks'", "store.newer", 99],
  ["an older version", "UPDATE schemas SET version = 1 WHERE subject = 'tasks'", "store.older", 1],
])("tables of %s are left alone, and the other subject can still be used", async (_, sql, code, version) => {
  const file = await makeOlderFile(4)
  change(file, sql)
  const before = describeSchema(file)
  const message = `${file} has tables of tasks in version ${version}, which this Skillet cannot read (it writes version 4)`
  await expect(openTasks(file)).rejects.toMatchObject({ code, retry: "no", message })
  const runs = openRunStore({ file })
  expect((await runs.runs()).map(({ id }) => id)).toEqual(["r1"])
  await runs.close()
  expect(describeSchema(file)).toEqual(before)
})

test.each([
  ["a version that is missing although there are tables", "DELETE FROM schemas"],
  ["a version that is not a number", "UPDATE schemas SET version = 'x'"],
  ["a missing table of versions", "DROP TABLE schemas"],
])("%s is damage", async (_, sql) => {
  const file = await makeOlderFile(4)
  change(file, sql)
  await expect(openTasks(file)).rejects.toMatchObject({ code: "store.damaged" })
  expect(() => openRunStore({ file })).toThrow(expect.objectContaining({ code: "store.damaged" }))
})

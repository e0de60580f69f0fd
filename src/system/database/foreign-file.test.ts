import fs from "node:fs"
import os from "node:os"
import path from "node:path"
import { expect, onTestFinished, test } from "vitest"
import { examineRuns } from "../../doctor/io/examine-runs.ts"
import { openRunStore } from "../../run/io/store/open-run-store.ts"
import { openWakeStore } from "../../tasks/io/store/open-wake-store.ts"
import { openDatabase } from "./open-database.ts"

function newFolder(): string {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), "skillet-foreign-"))
  onTestFinished(() => fs.rmSync(folder, { recursive: true, force: true }))
  return folder
}

const openTasks = (file: string) => openWakeStore({ file, newTaskId: () => "t-1", isGone: () => false })

test.each([0, 1, 2, 3, 4, 7])(
  "a database of another program with version %i is refused and not changed",
  async (version) => {
    const file = path.join(newFolder(), "notes.db")
    const made = openDatabase(file, 100)
    made.exec(`CREATE TABLE notes (text); INSERT INTO notes VALUES ('mine'); PRAGMA user_version = ${version}`)
    made.close()
    const before = fs.readFileSync(file)
    expect(() => openRunStore({ file })).toThrow(expect.objectContaining({ code: "store.foreign" }))
    await expect(openTasks(file)).rejects.toMatchObject({
      code: "store.foreign",
      message: `${file} is not a database of Skillet: it has tables of another program`,
    })
    expect(fs.readFileSync(file).equals(before)).toBe(true)
    expect(fs.readdirSync(path.dirname(file))).toEqual(["notes.db"])
  },
)

test("a text file is not a database, and nothing leads from doctor to doctor", async () => {
  const file = path.join(newFolder(), "notes.txt")
  fs.writeFileSync(file, "These are my notes.\n".repeat(100))
  expect(() => openRunStore({ file })).toThrow(expect.objectContaining({ code: "store.damaged" }))
  expect(await examineRuns({ SKILLET_DB: file })).toMatchObject([
    {
      message: `${file} is not a database, or is damaged`,
      fix: expect.stringMatching(/^set SKILLET_DB to/),
    },
  ])
  const damaged = path.join(newFolder(), "skillet.db")
  await openRunStore({ file: damaged }).close()
  const database = openDatabase(damaged, 100)
  database.exec("DROP TABLE runs")
  database.close()
  const [problem] = await examineRuns({ SKILLET_DB: damaged })
  expect(problem).toMatchObject({ code: "store.unusable", message: expect.stringContaining("is damaged") })
  expect(problem?.fix).not.toContain("doctor")
})

test("a directory is not a database", () => {
  const file = newFolder()
  expect(() => openRunStore({ file })).toThrow(
    expect.objectContaining({ code: "store.io", message: `${file} is a directory, not a database` }),
  )
  expect(fs.readdirSync(file)).toEqual([])
})

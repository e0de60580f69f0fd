import fs from "node:fs"
import os from "node:os"
import path from "node:path"
import { expect, onTestFinished, test } from "vitest"
import { needRoot, testWith } from "../../../test/needs.ts"
import { locateDatabase } from "./locate-database.ts"
import { examineRuns } from "../../doctor/io/examine-runs.ts"

const home = path.resolve("/home/ann")
const usual = path.join(home, ".local/share/skillet/skillet.db")

test("runs are stored where SKILLET_DB points, or in the user's data directory", () => {
  const named = path.resolve("/data/runs.db")
  expect(locateDatabase({ HOME: home, SKILLET_DB: named })).toBe(named)
  expect([locateDatabase({ HOME: home }), locateDatabase({ HOME: home, SKILLET_DB: "" })]).toEqual([usual, usual])
})

testWith(needRoot, "a database or a directory of another user is refused unless it is named", () => {
  const own = fs.realpathSync(fs.mkdtempSync(path.join(os.tmpdir(), "skillet-owner-")))
  onTestFinished(() => fs.rmSync(own, { recursive: true, force: true }))
  const file = path.join(own, ".local/share/skillet/skillet.db")
  fs.mkdirSync(path.dirname(file), { recursive: true })
  fs.writeFileSync(file, "")
  expect(locateDatabase({ HOME: own })).toBe(file)
  for (const foreign of [file, path.dirname(file)]) {
    fs.chownSync(foreign, 12345, 12345)
    expect(() => locateDatabase({ HOME: own })).toThrow(
      expect.objectContaining({
        code: "store.other-user",
        message: `${foreign} belongs to another user, so it is not used`,
      }),
    )
    expect(locateDatabase({ HOME: own, SKILLET_DB: file })).toBe(file)
  }
})

test("a relative path is refused, because it would be another file in every directory", async () => {
  const env = { HOME: home, SKILLET_DB: "runs.db" }
  expect(() => locateDatabase(env)).toThrow(
    expect.objectContaining({
      code: "store.relative",
      message: 'SKILLET_DB is "runs.db", which is not an absolute path',
      next: "set SKILLET_DB to an absolute path or a postgres:// address, or unset it",
    }),
  )
  expect(await examineRuns(env)).toMatchObject([
    {
      code: "store.unusable",
      path: "runs.db",
      fix: "set SKILLET_DB to an absolute path or a postgres:// address, or unset it",
    },
  ])
})

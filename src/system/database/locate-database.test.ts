import path from "node:path"
import { expect, test } from "vitest"
import { locateDatabase } from "./locate-database.ts"
import { examineRuns } from "../../doctor/io/examine-runs.ts"

const home = path.resolve("/home/ann")
const usual = path.join(home, ".local/share/skillet/skillet.db")

test("runs are stored where SKILLET_DB points, or in the user's data directory", () => {
  const named = path.resolve("/data/runs.db")
  expect(locateDatabase({ HOME: home, SKILLET_DB: named })).toBe(named)
  expect([locateDatabase({ HOME: home }), locateDatabase({ HOME: home, SKILLET_DB: "" })]).toEqual([usual, usual])
})

test("a relative path is refused, because it would be another file in every directory", async () => {
  const env = { HOME: home, SKILLET_DB: "runs.db" }
  expect(() => locateDatabase(env)).toThrow(
    expect.objectContaining({
      code: "store.relative",
      message: 'SKILLET_DB is "runs.db", which is not an absolute path',
      next: "set SKILLET_DB to an absolute path, or unset it",
    }),
  )
  expect(await examineRuns(env)).toMatchObject([
    { code: "store.unusable", path: "runs.db", fix: "set SKILLET_DB to an absolute path, or unset it" },
  ])
})

import fs from "node:fs"
import { expect, test } from "vitest"
import { contextOf, hookInput, project } from "./wake-project.ts"

const LOST = /^skillet: there was a database .* before, but it was missing or empty on .*Z, so a new one was created/

test("a database that was deleted is reported once by the next hook, which answers all the same, and by state", () => {
  const { run, env } = project()
  run(["task", "add", "Add login endpoint"])
  expect(run(["hook", "SessionStart"], { input: hookInput({ source: "startup" }) }).err).toBe("")
  for (const end of ["", "-wal", "-shm"]) fs.rmSync(`${env.SKILLET_DB}${end}`, { force: true })
  const first = run(["hook", "SessionStart"], { input: hookInput({ source: "startup" }) })
  expect([first.code, first.err]).toEqual([0, expect.stringMatching(LOST)])
  expect(contextOf(first.out)).toContain("You have no active task")
  expect(run(["task", "list"])).toMatchObject({ code: 0, err: "" })
  expect(run(["state"])).toMatchObject({ code: 0, err: expect.stringMatching(LOST) })
  expect(JSON.parse(run(["state", "--json"]).out).lost).toContain("so a new one was created")
})

test("a new database in a directory where nobody may write the note makes no hook fail", () => {
  const { run, env } = project()
  fs.mkdirSync(`${env.SKILLET_DB}.known`)
  const hook = run(["hook", "SessionStart"], { input: hookInput({ source: "startup" }) })
  expect([hook.code, contextOf(hook.out).includes("Wake-up Context"), hook.err]).toEqual([0, true, ""])
})

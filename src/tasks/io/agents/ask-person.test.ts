import fs from "node:fs"
import os from "node:os"
import path from "node:path"
import { expect, onTestFinished, test } from "vitest"
import { openRuns } from "../../../run/io/open-runs.ts"
import { openWake } from "../open-wake.ts"
import { askPerson } from "./ask-person.ts"

async function openProject() {
  const folder = fs.realpathSync(fs.mkdtempSync(path.join(os.tmpdir(), "skillet-ask-")))
  fs.mkdirSync(path.join(folder, ".git"))
  fs.writeFileSync(path.join(folder, ".git/HEAD"), "ref: refs/heads/main\n")
  const options = { cwd: folder, env: { HOME: folder, SKILLET_DB: path.join(folder, "a.db") } }
  const [wake, runs] = [await openWake(options), await openRuns(options)]
  onTestFinished(async () => {
    await wake.close()
    await runs.close()
    fs.rmSync(folder, { recursive: true, force: true })
  })
  const find = () => wake.store.agent({ ...wake.scope, agent: "ann" })
  const ask = (question: string, isAwaited = false) =>
    askPerson(wake, runs, { agent: "ann", question, options: [], isAwaited })
  return { find, ask }
}

test("of two questions that an agent asks at once, one is asked and the other refused", async () => {
  const { find, ask } = await openProject()
  const asked = await Promise.allSettled([ask("Red?"), ask("Blue?")])
  const ids = asked.flatMap((one) => (one.status === "fulfilled" ? [one.value] : []))
  expect(asked.map(({ status }) => status).sort()).toEqual(["fulfilled", "rejected"])
  expect(await find()).toMatchObject({ status: "blocked", question: ids[0] })
})

test("a process counts as waiting for an answer only if it waits", async () => {
  const [one, two] = [await openProject(), await openProject()]
  await one.ask("Red?")
  await two.ask("Blue?", true)
  expect([(await one.find())?.waiter, typeof (await two.find())?.waiter]).toEqual([undefined, "string"])
})

test("a question that cannot be asked blocks nobody", async () => {
  const { find, ask } = await openProject()
  await expect(ask("")).rejects.toThrow("question")
  expect(await find()).toMatchObject({ status: "idle" })
  expect((await find())?.question).toBeUndefined()
})

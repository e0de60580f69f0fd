import fs from "node:fs"
import os from "node:os"
import path from "node:path"
import { afterAll, expect, onTestFinished, test } from "vitest"
import { openDefinitions } from "../src/run/engine.ts"
import { nameQueue } from "../src/run/io/postgres/offers.ts"
import { openPostgresRunStore } from "../src/run/io/postgres/open-postgres-run-store.ts"
import { prepareQueue } from "../src/run/io/postgres/prepare-queue.ts"
import { watchWorkers } from "../src/run/io/postgres/watch-workers.ts"
import { openBoss } from "../src/system/postgres/open-boss.ts"
import {
  makeAskChange,
  makeFirstCommit,
  makeItemKey,
  makeItemRef,
  makeRunStart,
} from "../src/testing/run-store/samples.ts"
import { describeWith } from "./needs.ts"
import { builtThread as thread } from "./postgres/build-postgres-thread.ts"
import { startPostgres } from "./postgres/start-postgres.ts"

const server = await startPostgres()
afterAll(() => server.close())

describeWith(server, "a command that waits for workers", () => {
  test("is told after ten seconds that none is there, and why those that are there take nothing; once each", async () => {
    const project = fs.mkdtempSync(path.join(os.tmpdir(), "skillet-waiting-"))
    onTestFinished(() => fs.rmSync(project, { recursive: true }))
    const address = server.address()
    const open = () => {
      const store = openPostgresRunStore({ address, thread })
      onTestFinished(() => store.close())
      return store
    }
    const store = open()
    const start = { ...makeRunStart("r1"), project }
    await store.commit({ runs: [makeFirstCommit(start, [makeAskChange(makeItemRef("fan", "a"))])] })
    let time = 0
    const said: string[] = []
    const engine = { store, now: () => time, definitions: openDefinitions(store) }
    const told = (sentence: string) => void said.push(sentence)
    const watch = watchWorkers({ engine }, { env: { SKILLET_DB: address }, told, now: () => time })
    const wait = async (milliseconds: number, runs: readonly string[] = ["r1"]) => {
      watch(runs)
      time += milliseconds
      await watch(runs)
    }
    await wait(9999)
    expect(said).toEqual([])
    await wait(1)
    expect(said).toEqual([expect.stringContaining("this project has no worker")])
    await wait(60_000)
    expect(said).toHaveLength(1)

    open().turns.join(nameQueue(project))
    await wait(600_000, [])
    await wait(10_000)
    expect(said).toHaveLength(1)

    const boss = await openBoss({ address, maintains: false, onProblem: () => undefined })
    onTestFinished(() => boss.stop({ graceful: false }))
    await prepareQueue(boss, nameQueue(project))
    await boss.send(nameQueue(project), makeItemKey("r1", "fan", "a"))
    await boss.send(nameQueue(project), makeItemKey("r2", "fan", "a"))
    for (const message of await boss.fetch(nameQueue(project), { batchSize: 2 }))
      await boss.fail(nameQueue(project), message.id, {
        message: `${(message.data as { run: string }).run} is elsewhere`,
      })
    await wait(600_000)
    expect(said[1]).toContain("workers do not take what is open: r1 is elsewhere; skillet run dead")
    expect(said).toHaveLength(2)
  })
})

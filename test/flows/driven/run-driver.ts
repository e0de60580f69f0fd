import { setTimeout as sleep } from "node:timers/promises"
import { openRunStore } from "../../../src/run/io/store/open-run-store.ts"
import { openSession } from "../../../src/catalog/io/session/open-session.ts"
import { driveRun } from "../../../src/run/io/drive-run.ts"
import { openRuns } from "../../../src/run/io/open-runs.ts"
import type { AgentDriver } from "../../../src/agents/agent-driver.ts"
import type { Commit, RunCommit } from "../../../src/run/store.ts"
import { answerTo, note } from "./answer.ts"
import type { DriverSetting } from "./driver-setting.ts"

/** Drives a run in its own process, with an agent inside it, and records every confirmed commit. */
const setting = JSON.parse(process.argv[2] ?? "{}") as DriverSetting
const { run, cwd, log, life, lease, atOnce, slow } = setting
const env = process.env
const store = openRunStore({ file: env["SKILLET_DB"] ?? "" })
const noting = {
  ...store,
  async commit(commit: Commit) {
    const result = await store.commit(commit)
    for (const one of commit.runs) note(log, { kind: result.kind, life, run: one.run, ...toldOf(one) })
    return result
  },
}
const runs = await openRuns({ cwd, env }, { store: noting })
note(log, { kind: "ready", life, pid: process.pid })
const driven = await driveRun(openSession({ cwd, env, host: "open" }), runs, {
  run,
  driver: inside(),
  atOnce,
  leaseMilliseconds: lease,
})
note(log, { kind: "driven", life, as: driven.kind })
await runs.close()

function toldOf({ run: of, seq, changes }: RunCommit) {
  const answered = changes.flatMap((change) =>
    change.kind === "answer" || change.kind === "keep" ? [change.item] : [],
  )
  return { seq: seq + 1, results: answered.map(({ step, round, item }) => [of, step, round, item].join("/")) }
}

/** It continues even if it is asked to stop: its late answers must be refused. */
function inside(): AgentDriver {
  let asked = 0
  return {
    name: "inside",
    async ask(request) {
      const { key } = request
      const by = `${life}-${process.pid}-${asked++}`
      const name = [key.run, key.step, key.round, key.item].join("/")
      note(log, { kind: "asked", life, key: name, by, pid: process.pid })
      const [least, most] = slow
      await sleep(least + Math.random() * (most - least))
      note(log, { kind: "answered", life, key: name, by })
      return { text: answerTo(request, by), usage: { tokensIn: 3, tokensOut: 5, money: 0.25, milliseconds: 0 } }
    },
  }
}

import fs from "node:fs"
import os from "node:os"
import path from "node:path"
import { afterAll, describe, expect, test } from "vitest"
import { openRunStore } from "../src/adapters/sqlite/open-run-store.ts"
import { showRun } from "../src/app/runs/show-run.ts"
import { drive } from "../src/run/drive/drive.ts"
import { applyEvent } from "../src/run/apply-event.ts"
import { currentDirective } from "../src/run/current-directive.ts"
import { type Engine, findRun, openDefinitions } from "../src/run/engine.ts"
import { verifyRun } from "../src/run/verify-run.ts"
import { historyOf } from "../src/run/history.ts"
import type { ItemRef } from "../src/run/model.ts"
import type { RunStore } from "../src/run/store.ts"
import { scriptedAgents } from "../src/testing/scripted-agents.ts"
import { placeVersion1, version1 } from "./run-store/version-1.ts"

const folder = fs.mkdtempSync(path.join(os.tmpdir(), "migrated-runs-"))
afterAll(() => fs.rmSync(folder, { recursive: true }))

/** The fixture, opened by this version. Leases use their own clock, as in the fixture. */
function opened(boot = "fixture") {
  const file = placeVersion1(fs.mkdtempSync(path.join(folder, "case-")))
  const clock = { now: version1.now }
  const store = openRunStore({ file, leaseClock: { boot, now: () => clock.now - 1_699_999_000_000 } })
  const engine: Engine = { store, now: () => clock.now, definitions: openDefinitions(store, []) }
  return { store, engine, clock, history: historyOf(store) }
}

const migrated = opened()
const recorded = Object.entries(version1.runs).map(([id, said]) => ({ id, said }))

test("every run is there, newest first", async () => {
  expect((await migrated.store.runs()).map(({ id }) => id)).toEqual(recorded.map(({ id }) => id).toReversed())
})

describe.each(recorded)("$id", ({ id, said }) => {
  const { engine, history, store } = migrated

  test("is shown as before", async () => {
    const shown = await showRun({ ...runsOf(engine) }, id)
    const { allow, seq: _seq, chain: _chain, events: _events, ...run } = said.shown.run
    expect(shown.run).toMatchObject(run)
    expect(shown.run.permissions.rules).toEqual(allow.filter((rule) => !rule.startsWith("grant:")))
    expect(shown.visits).toHaveLength(said.shown.visits.length)
    expect(shown.visits).toMatchObject(said.shown.visits.map(({ digest: _digest, ...visit }) => visit))
    expect(shown.questions).toEqual(said.shown.questions)
    expect(shown.children.map(({ id: child, status, step }) => [child, status, step])).toEqual(
      said.shown.children.map(({ id: child, status, step }) => [child, status, step]),
    )
    const { title, spent } = said.shown
    expect([shown.title, shown.spent]).toEqual([title, spent])
  })

  test("shows what to do, as before", async () => {
    const { step, round, kind, status, questions, dispatches } = await currentDirective(engine, id)
    const before = said.directive
    expect({ step, round, kind, status }).toEqual({
      step: before.step,
      round: before.round,
      kind: before.kind,
      status: before.status,
    })
    expect(questions.map((question) => question.text)).toEqual(before.questions.map((question) => question.text))
    expect(dispatches.map(({ item, agent, prompt, answered }) => [item, agent, prompt, answered])).toEqual(
      before.dispatches.map(({ item, agent, prompt, answered }) => [item, agent, prompt, answered]),
    )
  })

  test("has every answer, to the byte", async () => {
    for (const { report: _report, text, ...result } of said.answers) {
      expect(await history.result(result)).toEqual(result)
      expect(await history.text(result)).toBe(text)
    }
    const kept = await Promise.all(said.shown.visits.map(({ step, round }) => history.results(id, step, round)))
    expect(kept.flat()).toHaveLength(said.answers.length)
  })

  test("has all requests, in order", async () => {
    const kept = await Promise.all(said.shown.visits.map(({ step, round }) => history.dispatches(id, step, round)))
    expect(kept.flat()).toEqual(said.asked)
  })

  test("has its whole history, with the questions, and shows where it comes from", async () => {
    const events = await history.events(id)
    const before = events.filter(({ kind }) => kind !== "asked" && kind !== "migrated")
    expect(before.map(({ at, kind }) => ({ at, kind }))).toEqual(said.events.map(({ at, kind }) => ({ at, kind })))
    expect(before.map(({ data }) => data)).toMatchObject(said.events.map(({ data }) => JSON.parse(data)))
    const asked = events.filter(({ kind }) => kind === "asked").map(({ data }) => data["id"])
    expect(asked.toSorted()).toEqual(said.questions.map((question) => question.id).toSorted())
    const { chain, events: count } = said.shown.run
    expect(events.at(-1)).toMatchObject({ kind: "migrated", data: { from: 1, chain, held: said.verified.holds } })
    expect(events).toHaveLength(count + said.questions.length + 1)
    expect((await store.records(id)).length).toBe((await findRun(engine, id)).seq)
  })

  test("verifies what it verified before", async () => {
    expect((await verifyRun(engine, id)).holds).toBe(said.verified.holds)
  })
})

test("a history that was broken before is still reported as broken", async () => {
  expect((await verifyRun(migrated.engine, "r-changed")).history).toEqual({
    holds: false,
    events: 0,
    because: "it was already broken when the database was migrated from version 1",
  })
})

test("grants among the rules become grants", async () => {
  const permissions = async (id: string) => (await findRun(migrated.engine, id)).permissions
  expect(await permissions("r-done")).toEqual({ rules: ["Bash(grep:*)"], grants: ["write", "network"] })
  expect(await permissions("r-planner")).toEqual({ rules: ["Bash(npm test)"], grants: ["network"] })
})

test("the reason of an answer is in the history", async () => {
  const answered = (await migrated.history.events("r-done")).filter(({ kind }) => kind === "answered")
  expect(answered.map(({ data }) => data["reason"])).toEqual(["asked twice"])
})

test("a gate that a person passed restarts its review loop", async () => {
  const { loops } = await findRun(migrated.engine, "r-passed")
  expect(loops["gate"]).toMatchObject({ iteration: 1, outcome: "ok" })
  expect((await findRun(migrated.engine, "r-granted")).loops["gate"]).toEqual({
    gate: "gate",
    iteration: 2,
    failed: true,
    status: "fail",
    granted: 1,
    mustOnly: true,
    outcome: "fail",
  })
})

test("a lease stays valid: others do not get the item, and its worker can renew and answer", async () => {
  const { store, engine } = opened()
  const item: ItemRef = { step: "look", round: 1, item: "2" }
  const lease = { key: { run: "r-fan", ...item }, worker: "worker-1@elsewhere/1/1/1", epoch: 1 }
  const next = await store.claim({ worker: "w", run: "r-fan", leaseMilliseconds: 1000 })
  expect(next?.lease.key.item).toBe("4")
  expect(await store.claim({ worker: "w", run: "r-fan", leaseMilliseconds: 1000 })).toBeUndefined()
  expect(await store.renew(lease)).toBe(true)
  const at = version1.now
  const done = await applyEvent(engine, "r-fan", { kind: "report", item, by: "w", text: "Seen", epoch: 1, at })
  expect(done.kind).toBe("applied")
})

test("the queue has what may be claimed, in order, including what the previous version lost", async () => {
  const items = async (root: string) => (await migrated.store.queued(root)).map(({ run, item }) => `${run}/${item}`)
  expect(await items("r-fan")).toEqual(["r-fan/2", "r-fan/4"])
  expect((await items("r-stalled")).toSorted()).toEqual([
    "r-stalled.grow.1.1.bud.1.1/-",
    "r-stalled.grow.1.1.bud.1.2/-",
    "r-stalled.grow.1.2.bud.1.1/-",
    "r-stalled.grow.1.2.bud.1.2/-",
  ])
  expect(await items("r-done")).toEqual([])
})

const unfinished = recorded.filter(
  ({ said: { shown } }) => shown.run.status === "running" && shown.run.parent === undefined,
)

test.each(unfinished)("$id can be driven to its end", async ({ id }) => {
  const { store, engine, clock } = opened("another start of the machine")
  const before = (await store.runs({ root: id })).length
  for (let asked = 0; asked < 10; asked++) {
    const driven = await drive(engine, id, drivingWith(store, clock))
    if (driven.kind === "ended") break
    for (const question of await historyOf(store).questions({ status: "running" })) {
      if (question.root !== id) continue
      const answers = [question.options[0]?.label ?? "as it is"]
      await applyEvent(engine, question.run, {
        kind: "answer",
        question: question.id,
        answers,
        by: "ann",
        at: clock.now,
      })
    }
  }
  expect((await findRun(engine, id)).status).toBe("done")
  const tree = await store.runs({ root: id })
  expect(tree.length).toBeGreaterThanOrEqual(before)
  if (id === "r-changed") return
  for (const run of tree) expect(await verifyRun(engine, run.id)).toMatchObject({ run: run.id, holds: true })
})

const PLAN = ["Goal", "Context", "Approach", "Decisions", "Assumptions", "Risks", "Milestones", "Order"]

function drivingWith(store: RunStore, clock: { now: number }) {
  return {
    queue: store,
    driver: scriptedAgents({
      approach_selection: PLAN.map((title) => `## ${title}\n\nSaid.`).join("\n\n"),
      "*": ({ key }) => `What ${key.step} gives.\n\nRESULT: PASS`,
    }),
    forGate: async () => ({ kind: "ran", exitCode: 0, output: "" }) as const,
    worker: "w",
    cwd: "/home/ann/shop",
    atOnce: 2,
    leaseMilliseconds: 30_000,
    signal: new AbortController().signal,
    sleep: async (milliseconds: number) => {
      clock.now += milliseconds
      await new Promise((resolve) => setImmediate(resolve))
    },
    every: () => () => undefined,
  }
}

function runsOf(engine: Engine) {
  const { store } = engine
  return {
    engine,
    queue: store,
    project: "/home/ann/shop",
    branch: "main",
    cwd: "/home/ann/shop",
    directory: "/home/ann/shop",
    newId: () => "r-new",
    close: () => store.close(),
  }
}

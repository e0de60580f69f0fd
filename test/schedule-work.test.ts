import fs from "node:fs"
import { setTimeout as sleep } from "node:timers/promises"
import { expect, onTestFinished, test } from "vitest"
import { startRun } from "../src/run/advance/start-run.ts"
import { openRuns } from "../src/run/io/open-runs.ts"
import { decideOpen } from "../src/schedule/decide-open.ts"
import { planDeletion } from "../src/schedule/plan-status-change.ts"
import { openScheduleStore } from "../src/schedule/io/store/open-schedule-store.ts"
import type { NewLoop, NewSchedule } from "../src/schedule/plan-schedule.ts"
import { defineScheduledWorkflow } from "../src/schedule/scheduled-workflow.ts"
import { openSkillet } from "../src/skillet/open-skillet.ts"
import { openDatabase } from "../src/system/database/open-database.ts"
import { locateDatabase } from "../src/system/database/locate-database.ts"
import { garden, skillText } from "./plant.ts"

const HOUR = 3_600_000
const DAY = 24 * HOUR
const start = Date.parse("2026-06-10T11:30:00Z")

/** Answers with the text of `say`, once there is a file `go`, and writes down what it was asked. */
const AGENT = `#!${process.execPath}
const fs = require("node:fs"), path = require("node:path")
const at = (name) => path.join(__dirname, name)
const input = fs.readFileSync(0, "utf8")
fs.appendFileSync(at("asked.jsonl"), input.trim() + "\\n")
const answer = () => {
  if (!fs.existsSync(at("go"))) return setTimeout(answer, 20)
  console.log(JSON.stringify({ text: fs.readFileSync(at("say"), "utf8"), usage: { tokensIn: 1, tokensOut: 1, money: 0.5 } }))
}
answer()
`

/** A project with an agent, and a clock that the test sets. */
function openProject(files: Readonly<Record<string, string>> = {}) {
  const planted = garden({ "agent/agent.js": AGENT, "agent/say": "All fine.", "agent/go": "", ...files })
  const program = planted.at("agent/agent.js")
  fs.chmodSync(program, 0o755)
  let now = start
  const skillet = openSkillet({ ...planted.options, now: () => now })
  onTestFinished(() => skillet.close())
  return {
    ...planted,
    skillet,
    setTime: (at: number) => void (now = at),
    add: async (more: Partial<NewSchedule> = {}) =>
      (
        await skillet.schedules.add({
          cron: "0 * * * *",
          prompt: "look",
          zone: "UTC",
          agent: "command",
          program,
          ...more,
        })
      ).schedule.id,
    loop: async (more: Partial<NewLoop> & Pick<NewLoop, "input">) =>
      skillet.schedules.loop({ zone: "UTC", agent: "command", program, ...more }),
    readAsked: () => {
      const file = planted.at("agent/asked.jsonl")
      if (!fs.existsSync(file)) return []
      return fs
        .readFileSync(file, "utf8")
        .trim()
        .split("\n")
        .map((line) => (JSON.parse(line) as { prompt: string }).prompt)
    },
    readStates: async (id: string) =>
      (await skillet.schedules.history(id))
        .toReversed()
        .map(({ state, at }) => `${state} ${new Date(at).toISOString().slice(5, 16)}`),
  }
}

test("a due time has run when its run has ended, and not before", async () => {
  const { skillet, add, setTime, at, readStates, readAsked } = openProject()
  const id = await add()
  fs.rmSync(at("agent/go"))
  setTime(start + HOUR / 2)
  const ticking = skillet.schedules.tick()
  while (readAsked().length === 0) await sleep(20)
  expect(await readStates(id)).toEqual(["running 06-10T12:00"])
  expect((await skillet.schedules.show(id)).lastSuccess).toBeUndefined()
  fs.writeFileSync(at("agent/go"), "")
  await ticking
  expect(await readStates(id)).toEqual(["ran 06-10T12:00"])
  expect((await skillet.schedules.show(id)).lastSuccess).toMatchObject({ cost: 0.5, state: "ran" })
  await skillet.schedules.tick()
  expect(readAsked().length).toBe(1)
})

test("a prompt is marked as scheduled and not as consent, and a skill in it is what a model gets", async () => {
  const { skillet, add, setTime, readAsked } = openProject({
    "project/.claude/skills/greet/SKILL.md": skillText("Greets somebody."),
  })
  await add({ prompt: "/greet Ann" })
  setTime(start + HOUR / 2)
  await skillet.schedules.tick()
  const [prompt = ""] = readAsked()
  expect(prompt).toMatch(
    /This prompt was started by schedule s-\w+, due Wed 2026-06-10 12:00 UTC\. No person is watching\..* does not count as consent/,
  )
  expect(prompt).toContain("The body of it.")
  expect(prompt).not.toContain("/greet Ann")
})

test("a skill that is gone when it is due fails the due time", async () => {
  const { skillet, add, setTime, readAsked, at } = openProject({
    "project/.claude/skills/greet/SKILL.md": skillText("Greets somebody."),
  })
  const id = await add({ prompt: "/greet Ann" })
  fs.rmSync(at("project/.claude/skills/greet"), { recursive: true })
  setTime(start + HOUR / 2)
  await skillet.schedules.tick()
  expect([(await skillet.schedules.history(id))[0], readAsked()]).toMatchObject([
    { state: "failed", why: expect.stringContaining("(skill.not-found)") },
    [],
  ])
})

test("a skill that only people may start does not start, and the due time says why", async () => {
  const { skillet, add, setTime, readAsked, readStates } = openProject({
    "project/.claude/skills/deploy/SKILL.md": skillText("Deploys.", "disable-model-invocation: true\n"),
  })
  const id = await add({ prompt: "/deploy now" })
  setTime(start + HOUR / 2)
  await skillet.schedules.tick()
  expect([await readStates(id), readAsked()]).toEqual([["failed 06-10T12:00"], []])
  expect((await skillet.schedules.history(id))[0]?.why).toMatch(
    /deploy is not for the model.*\(render\.not-for-model\)/,
  )
})

test.each([
  [{ agent: "command", program: "/nowhere/agent" } as const, /\(agent\./],
  [{ agent: "api" } as const, /\(agent\./],
])("without a driver that works, the due time has failed: %j", async (more, why) => {
  const { skillet, add, setTime, readStates } = openProject()
  const id = await add(more)
  setTime(start + HOUR / 2)
  await skillet.schedules.tick()
  expect(await readStates(id)).toEqual(["failed 06-10T12:00"])
  expect((await skillet.schedules.history(id))[0]?.why).toMatch(why)
})

test("a directory that is gone fails the due time", async () => {
  const { skillet, add, setTime, readStates, at } = openProject()
  const id = await add()
  fs.renameSync(at("project"), at("moved"))
  onTestFinished(() => fs.renameSync(at("moved"), at("project")))
  setTime(start + HOUR / 2)
  await skillet.schedules.tick()
  expect(await readStates(id)).toEqual(["failed 06-10T12:00"])
})

test("an agent of a host finds it in its inbox and its packet, and its report ends it", async () => {
  const { skillet, add, setTime, readStates } = openProject()
  const id = await add({ agent: "host", program: undefined, to: "backend" })
  setTime(start + HOUR / 2)
  await skillet.schedules.tick()
  await skillet.schedules.tick()
  expect(await readStates(id)).toEqual(["running 06-10T12:00"])
  const messages = await skillet.tasks.messages({ to: "backend" })
  expect(messages.map(({ from, text }) => [from, text.split("\n")[0]])).toEqual([
    ["schedule", `Scheduled by schedule ${id}, due Wed 2026-06-10 12:00 UTC. It does not count as consent. look`],
  ])
  let packet = ""
  await skillet.tasks.wake(
    { agent: "backend", trigger: "t", full: true, because: "a test", budget: { tokens: 2000 } },
    async ({ text }) => {
      packet = text
    },
  )
  expect(packet).toContain(`Scheduled by schedule ${id}`)
  const run = (await skillet.schedules.history(id))[0]?.run ?? ""
  await expect(skillet.runs.report({ run, step: "work", outcome: "ok" })).rejects.toMatchObject({
    code: "run.output-missing",
  })
  await skillet.runs.report({ run, step: "work", outcome: "ok", text: "All green." })
  expect(await readStates(id)).toEqual(["ran 06-10T12:00"])
  expect(await skillet.runs.output({ run, step: "work", round: 1 })).toMatchObject({ text: "All green." })
})

test.each([
  [{ text: "The build is red.\nSince Monday." }, "The build is red."],
  [{ text: "Look there.", reason: "no access" }, "no access"],
  [{ reason: "no access" }, "no access"],
])("a failure that the agent of a host reports is in the history with its reason: %j", async (told, why) => {
  const { skillet, add, setTime } = openProject()
  const id = await add({ agent: "host", program: undefined })
  setTime(start + HOUR / 2)
  await skillet.schedules.tick()
  const run = (await skillet.schedules.history(id))[0]?.run ?? ""
  const { outcomes } = await skillet.runs.current(run)
  expect(outcomes.map(({ command }) => / --output .*work\.1\.md$/.test(command))).toEqual([true, true])
  await skillet.runs.report({ run, step: "work", outcome: "fail", ...told })
  expect((await skillet.schedules.history(id))[0]).toMatchObject({ state: "failed", why })
})

const ROUND = { next_seconds: 60, reason: "no access", noop: false, stop: false }

test.each([
  [{ text: "The server is down." }, "The server is down."],
  [{ text: "—\nСервер не отвечает." }, "Сервер не отвечает."],
  [{ text: JSON.stringify(ROUND, undefined, 2) }, "no access"],
  [{ text: JSON.stringify({ ...ROUND, reason: "" }) }, '{"next_seconds":60,"reason":"","noop":false,"stop":false}'],
  [{ reason: "no access" }, "no access"],
])("a round of a host's agent fails with a reason in any form, and the loop goes on: %j", async (told, why) => {
  const { skillet, loop, setTime } = openProject()
  const { id } = (await loop({ input: "watch the build", selfPaced: true, agent: "host", program: undefined })).schedule
  await skillet.schedules.tick()
  const round = { run: (await skillet.schedules.history(id))[0]?.run ?? "", step: "work" }
  const done = skillet.runs.report({ ...round, outcome: "ok", text: "The server is down." })
  await expect(done).rejects.toMatchObject({ code: "run.output-shape" })
  await skillet.runs.report({ ...round, outcome: "fail", ...told })
  setTime(start + 60_000)
  await skillet.schedules.tick()
  expect(await skillet.schedules.history(id)).toMatchObject([
    { state: "due", at: start + HOUR, why: "the last round failed; the longest delay is taken" },
    { state: "failed", at: start, why },
  ])
})

test("a store of version 1 gets the triggers that keep the reason of a failure", async () => {
  const { options, at } = openProject()
  const file = at("old.db")
  await openScheduleStore({ file }).close()
  const old = openDatabase(file, 5000)
  old.exec("DROP TRIGGER due_ends; CREATE TRIGGER due_ends AFTER UPDATE OF status ON runs BEGIN SELECT 1; END")
  old.write("UPDATE schemas SET version = 1 WHERE subject = 'schedules'")
  old.close()
  await openScheduleStore({ file }).close()
  await openScheduleStore({ file: locateDatabase(options.env) }).close()
  const read = (from: string) => {
    const database = openDatabase(from, 5000)
    const rows = database.all("SELECT name, sql FROM sqlite_master WHERE type = 'trigger' ORDER BY name")
    database.close()
    return rows
  }
  expect(read(file)).toEqual(read(locateDatabase(options.env)))
})

test("a question inside waits in the inbox, holds up the next due time, and its answer ends the run", async () => {
  const workflow = `name: release
description: Releases something.
start: really
steps:
  - id: really
    kind: ask
    title: Ask a person
    questions: [{ id: answer, text: "Release it?" }]
    next: { ok: end }
`
  const { skillet, add, setTime, readStates } = openProject({
    "project/.claude/skills/release/SKILL.md": skillText("Releases."),
    "project/.claude/skills/release/workflow.yaml": workflow,
  })
  const id = await add({ prompt: undefined, workflow: "release" })
  setTime(start + HOUR / 2)
  await skillet.schedules.tick()
  const [question] = await skillet.runs.questions()
  expect(question).toMatchObject({ text: "Release it?" })
  setTime(start + 1.5 * HOUR)
  await skillet.schedules.tick()
  expect(await readStates(id)).toEqual(["running 06-10T12:00", "skipped 06-10T13:00"])
  const run = (await skillet.schedules.history(id, { most: 2 }))[1]?.run ?? ""
  await skillet.runs.answer({ run, answers: ["no"], by: "ann" })
  expect(await readStates(id)).toEqual(["ran 06-10T12:00", "skipped 06-10T13:00"])
})

test("a run whose due time was settled after the claim cannot begin", async () => {
  const { add, setTime, options, skillet } = openProject()
  const id = await add()
  setTime(start + HOUR / 2)
  const store = openScheduleStore({ file: locateDatabase(options.env) })
  const runs = await openRuns(options)
  onTestFinished(async () => {
    await store.close()
    await runs.close()
  })
  const now = start + HOUR / 2
  await store.change(id, now, ({ schedule }) => ({
    schedule,
    add: [{ at: now, cause: "asked", state: "due", isCatchUp: false }],
  }))
  const claim = { worker: "w", leaseMilliseconds: 1000, newRunId: () => "r-claimed1", at: now }
  const [claimed] = await store.decideOpen((open) => decideOpen(open, now), claim)
  expect(claimed?.due).toMatchObject({ state: "claimed", run: "r-claimed1" })
  await store.change(id, now, (seen) => planDeletion(seen, now, "deleted by ann"))
  const { schedule } = await skillet.schedules.show(id)
  const { project, branch } = runs
  const how = { id: "r-claimed1", params: { prompt: "look" }, project, branch }
  await expect(startRun(runs.engine, defineScheduledWorkflow(schedule), how)).rejects.toThrow(
    "the due time of this run is settled",
  )
  expect(await runs.engine.store.load({ run: "r-claimed1" })).toBeUndefined()
  expect((await store.history(id, 9)).map(({ state, why }) => [state, why])).toEqual([["skipped", "deleted by ann"]])
})

test("a loop runs at once, then at its interval, and after seven days a last time, and says so", async () => {
  const { skillet, loop, setTime, readStates } = openProject()
  const added = await loop({ input: "check the build every 12 hours" })
  const { id } = added.schedule
  expect(added).toMatchObject({ cadence: "every 12 hours", rounded: undefined })
  expect(added.next.length).toBe(5)
  await skillet.schedules.tick()
  expect(await readStates(id)).toEqual(["ran 06-10T11:30"])
  setTime(start + HOUR)
  await skillet.schedules.tick()
  setTime(start + 7 * DAY + 60_000)
  const { notices } = await skillet.schedules.tick()
  const states = await readStates(id)
  expect([states[1], states.at(-1), states.length]).toEqual(["ran 06-10T12:00", "ran 06-17T11:30", 16])
  expect(notices.map(({ text }) => text)).toEqual([
    `Loop ${id} has ended: expired after 7 days; one last run ends it. \`skillet schedule history ${id}\` shows its runs.`,
  ])
  expect((await skillet.tasks.messages({ to: "human" })).map(({ text }) => text)).toEqual([
    expect.stringContaining("has ended"),
  ])
  setTime(start + 9 * DAY)
  await skillet.schedules.tick()
  expect((await readStates(id)).length).toBe(16)
})

test("a self-paced loop waits as long as each round says, counts no-ops, and ends itself", async () => {
  const { skillet, loop, setTime, readStates, at } = openProject()
  const say = (round: object) => fs.writeFileSync(at("agent/say"), JSON.stringify(round))
  say({ next_seconds: 600, reason: "the build is slow", noop: true, stop: false })
  const { id } = (await loop({ input: "watch the build", selfPaced: true })).schedule
  await skillet.schedules.tick()
  await skillet.schedules.tick()
  expect(await readStates(id)).toEqual(["ran 06-10T11:30", "due 06-10T11:40"])
  expect(await skillet.schedules.tick()).toMatchObject({ ready: 0, waiting: 0, active: 1 })
  expect((await skillet.schedules.history(id))[0]?.why).toBe("nothing to do: the build is slow")
  say({ next_seconds: 60, reason: "it is done", noop: false, stop: true })
  setTime(start + 5 * 60_000)
  await skillet.schedules.tick()
  expect((await readStates(id)).at(-1)).toBe("due 06-10T11:40")
  setTime(start + 11 * 60_000)
  await skillet.schedules.tick()
  const { schedule, noops } = await skillet.schedules.show(id)
  expect([schedule.status, schedule.because, noops]).toEqual(["ended", "it stopped itself: it is done", 1])
  expect(await readStates(id)).toEqual(["ran 06-10T11:30", "ran 06-10T11:40"])
})

test("a stop wins over a round that is pending, and over one whose answer names the next", async () => {
  const { skillet, loop, setTime, readStates, at, readAsked } = openProject()
  fs.writeFileSync(at("agent/say"), JSON.stringify({ next_seconds: 60, reason: "r", noop: false, stop: false }))
  const { id } = (await loop({ input: "watch the build", selfPaced: true })).schedule
  fs.rmSync(at("agent/go"))
  const ticking = skillet.schedules.tick()
  while (readAsked().length === 0) await sleep(20)
  const { running } = await skillet.schedules.delete(id)
  expect(running).toMatch(/^r-/)
  fs.writeFileSync(at("agent/go"), "")
  await ticking
  setTime(start + HOUR)
  await skillet.schedules.tick()
  expect(await readStates(id)).toEqual(["ran 06-10T11:30"])
})

test("max-runs and max-cost end a schedule and say so", async () => {
  const { skillet, add, setTime } = openProject()
  const [runs, cost] = [await add({ maxRuns: 1 }), await add({ maxCost: 0.5 })]
  setTime(start + HOUR / 2)
  const { notices } = await skillet.schedules.tick()
  expect(notices.length).toBe(2)
  const because = async (id: string) => (await skillet.schedules.show(id)).schedule.because
  expect([await because(runs), await because(cost)]).toEqual([
    "max-runs is reached: 1 run",
    "max-cost is reached: $0.50 of $0.50",
  ])
})

test("with overlap cancel, the run that is under way is cancelled and the new one runs", async () => {
  const { skillet, add, setTime, readStates } = openProject()
  const id = await add({ agent: "host", program: undefined, overlap: "cancel" })
  setTime(start + HOUR / 2)
  await skillet.schedules.tick()
  setTime(start + 1.5 * HOUR)
  await skillet.schedules.tick()
  expect(await readStates(id)).toEqual(["failed 06-10T12:00", "running 06-10T13:00"])
  expect((await skillet.schedules.history(id))[1]?.why).toContain("replaced by the due time Wed 2026-06-10 13:00 UTC")
})

test("what is asked for wrongly is refused with a code", async () => {
  const { skillet, add } = openProject()
  const code = (promise: Promise<unknown>) =>
    promise.then(
      () => "none",
      (error: { code: string }) => error.code,
    )
  expect([
    await code(add({ cron: "soon" })),
    await code(add({ zone: "Mars/Base" })),
    await code(add({ until: "2020-01-01T00:00Z" })),
    await code(add({ catchUpWithin: "a day" })),
    await code(add({ prompt: " " })),
    await code(add({ workflow: "x" })),
    await code(add({ prompt: undefined, workflow: "nowhere" })),
    await code(add({ prompt: "/nope now" })),
    await code(skillet.schedules.loop({ input: "5m /nope" })),
    await code(skillet.schedules.show("s-nothing")),
    await code(skillet.schedules.loop({ input: "5m" })),
    await code(skillet.schedules.loop({ input: "5m look", selfPaced: true })),
  ]).toEqual([
    "schedule.bad-cron",
    "schedule.bad-zone",
    "schedule.bad-until",
    "schedule.bad-duration",
    "schedule.no-work",
    "schedule.no-work",
    "workflow.not-found",
    "skill.not-found",
    "skill.not-found",
    "schedule.not-found",
    "loop.no-prompt",
    "loop.bad-interval",
  ])
  expect((await skillet.schedules.list()).schedules).toEqual([])
})

import { expect, test } from "vitest"
import { runBench } from "../../../../../test/run-bench.ts"
import { defineWorkflow, dispatch, doStep, fanout } from "../../../../workflow/define-workflow.ts"
import { AgentFailure } from "../../../../agents/agent-failure.ts"
import type { Step } from "../../../../workflow/workflow.ts"

const looking = defineWorkflow({
  name: "looking",
  start: "plan",
  steps: [
    doStep({ id: "plan", title: "Plan", next: { ok: "look" } }),
    fanout({
      id: "look",
      title: "Look",
      items: {
        kind: "list",
        items: (["a", "b", "c"] as const).map((item) => ({ item, agent: "explore", prompt: `Look at ${item}` })),
      },
      join: "all",
      next: { ok: "more", fail: "end" },
    }),
    dispatch({ id: "more", title: "More", agent: "explore", prompt: "Look again", next: { ok: "end", fail: "end" } }),
  ],
})

test.each([
  { budget: { agents: 2 }, usage: {}, later: 0, why: "0 of 2 agents are used, and 3 more are needed" },
  { budget: { tokens: 10 }, usage: { tokensIn: 4, tokensOut: 6 }, later: 0, why: "10 of 10 tokens are used" },
  { budget: { money: 1.5 }, usage: { money: 1.5 }, later: 0, why: "1.50 of 1.50 dollars are used" },
  { budget: { seconds: 60 }, usage: {}, later: 60_000, why: "60 of 60 seconds are used" },
])("before agents are asked, $budget stops them: $why", async ({ budget, usage, later, why }) => {
  const bench = runBench([looking])
  await bench.start({ budget })
  bench.clock.now += later
  await bench.report("plan", { outcome: "ok", usage })
  expect(await bench.history.questions({ run: "r" })).toMatchObject([
    {
      id: "budget",
      kind: "budget",
      text: `The ceiling of this run is reached: ${why}.`,
      options: [{ label: "raise" }, { label: "stop" }],
      urgency: 100,
    },
  ])
  const held = await bench.history.dispatches("r", "look", 1)
  expect(held.map(({ status }) => status)).toEqual(["held", "held", "held"])
  expect((await bench.run()).spent.agents).toBe(0)
  expect(await bench.store.claim({ worker: "w", leaseMilliseconds: 1 })).toBeUndefined()
  expect(await bench.report("look", { item: "a", outcome: "ok" })).toMatchObject({
    kind: "refused",
    refusal: { code: "run.not-reportable", message: "look is waiting for a person's decision" },
  })
})

test("after the ceiling is raised, every held agent is asked, and there is room for all of them", async () => {
  const bench = runBench([looking])
  await bench.start({ budget: { agents: 2 } })
  await bench.report("plan", { outcome: "ok" })
  await bench.answer("budget", "raise")
  const { budget, spent } = await bench.run()
  expect({ budget, agents: spent.agents }).toEqual({ budget: { agents: 6 }, agents: 3 })
  for (const item of ["a", "b", "c"]) await bench.report("look", { item, text: "seen" })
  expect(await bench.place()).toBe("more/1")
  expect(await bench.history.questions({ run: "r" })).toEqual([])
  expect((await bench.told()).filter((line) => line.startsWith("raised"))).toEqual(['raised: {"budget":{"agents":6}}'])
})

test("a stopped run ends and keeps what it has", async () => {
  const bench = runBench([looking])
  await bench.start({ budget: { agents: 2 } })
  await bench.report("plan", { outcome: "ok", text: "the plan" })
  await bench.answer("budget", "stop")
  expect(await bench.place()).toBe("cancelled: ended by ann when it reached its ceiling")
  expect(await bench.history.text({ run: "r", step: "plan", round: 1, item: "-" })).toBe("the plan")
})

test("without a limit no question is asked", async () => {
  const bench = runBench([looking])
  await bench.start({ budget: { tokens: 1_000_000 } })
  await bench.report("plan", { outcome: "ok", usage: { money: 500 } })
  expect((await bench.history.dispatches("r", "look", 1)).map(({ status }) => status)).toEqual(["open", "open", "open"])
})

const child = defineWorkflow({
  name: "child",
  start: "look",
  steps: [dispatch({ id: "look", title: "Look", agent: "explore", prompt: "Look", next: { ok: "end", fail: "end" } })],
})
const parent = defineWorkflow({
  name: "parent",
  start: "all",
  steps: [
    fanout({
      id: "all",
      title: "All",
      items: {
        kind: "list",
        items: (["a", "b", "c"] as const).map((item) => ({ item, agent: "explore", workflow: "child" })),
      },
      join: "all",
      next: { ok: "end", fail: "end" },
    }),
  ],
})

test("a ceiling counts the whole tree, and one answer lets everyone in it continue", async () => {
  const bench = runBench([parent, child])
  await bench.start({ budget: { agents: 4 } })
  const waiting = async () => (await bench.history.questions()).map(({ run }) => run).sort()
  expect(await waiting()).toEqual(["r.all.1.b", "r.all.1.c"])
  await bench.answer("budget", "raise", "r.all.1.b")
  expect(await waiting()).toEqual([])
  expect((await bench.run()).budget).toEqual({ agents: 10 })
  for (const item of ["a", "b", "c"]) await bench.report("look", { run: `r.all.1.${item}`, text: "seen" })
  expect(await bench.place()).toBe("done")
})

test("stopping anywhere in a tree ends all of it", async () => {
  const bench = runBench([parent, child])
  await bench.start({ budget: { agents: 4 } })
  await bench.answer("budget", "stop", "r.all.1.b")
  const runs = await bench.store.runs({ root: "r" })
  expect(runs.map(({ id, status }) => `${id} ${status}`).sort()).toEqual([
    "r cancelled",
    "r.all.1.a cancelled",
    "r.all.1.b cancelled",
    "r.all.1.c cancelled",
  ])
  expect(await bench.place()).toBe("cancelled: ended by ann when it reached its ceiling")
  expect(await bench.history.questions()).toEqual([])
})

/** Agents that use a hundred tokens each. */
function costly() {
  const asked: string[] = []
  const driver = {
    name: "costly",
    async ask({ key }: { key: { step: string; item: string } }) {
      asked.push(`${key.step}/${key.item}`)
      return { text: "seen", usage: { tokensIn: 90, tokensOut: 10, money: 0, milliseconds: 1 } }
    },
  }
  return { asked, driver }
}

test("an agent that would exceed the ceiling is not asked until a person raises the ceiling enough", async () => {
  const bench = runBench([looking])
  await bench.start({ budget: { tokens: 250 } })
  await bench.report("plan", { outcome: "ok" })
  const { asked, driver } = costly()
  expect((await bench.drive(driver, { atOnce: 1 })).kind).toBe("asks")
  expect(asked).toEqual(["look/a", "look/b"])
  expect((await bench.history.questions({ run: "r" })).map(({ id, text }) => [id, text])).toEqual([
    ["budget-1", "The ceiling of this run is reached: 200 of 250 tokens are used, and the next agent needs about 100."],
  ])
  expect((await bench.run()).spent.tokens).toBe(200)
  await bench.answer("budget-1", "raise")
  expect((await bench.run()).budget).toEqual({ tokens: 450 })
  expect((await bench.drive(driver, { atOnce: 1 })).kind).toBe("ended")
  expect([asked.length, (await bench.run()).spent.tokens]).toEqual([4, 400])
})

test("working agents count with their expected usage", async () => {
  const bench = runBench([looking])
  await bench.start({ budget: { tokens: 250 } })
  await bench.report("plan", { outcome: "ok", usage: { tokensIn: 90, tokensOut: 10 } })
  const { asked, driver } = costly()
  expect((await bench.drive(driver, { atOnce: 3 })).kind).toBe("asks")
  expect([asked, (await bench.run()).spent.tokens]).toEqual([["look/a"], 200])
})

test("the expected usage of agents in other processes counts too, and is awaited", async () => {
  const bench = runBench([looking])
  await bench.start({ budget: { tokens: 250 } })
  await bench.report("plan", { outcome: "ok", usage: { tokensIn: 90, tokensOut: 10 } })
  const other = await bench.store.claim({ worker: "other", leaseMilliseconds: 600_000 })
  const stop = new AbortController()
  const { asked, driver } = costly()
  const begun = bench.clock.now
  const driven = await bench.drive(driver, {
    signal: stop.signal,
    progress: () => {
      if (bench.clock.now > begun + 5_000) stop.abort()
    },
  })
  expect([driven.kind, asked, await bench.history.questions({ run: "r" })]).toEqual(["stopped", [], []])
  const usage = { tokensIn: 90, tokensOut: 10 }
  await bench.report("look", { item: "a", text: "seen", epoch: other!.lease.epoch, usage })
  expect([(await bench.drive(driver, { atOnce: 1 })).kind, asked]).toEqual(["asks", []])
})

/** Reports with each attempt what all attempts of the dispatch used, as a recording driver does. */
function failing() {
  const tries = new Map<string, number>()
  const driver = {
    name: "failing",
    async ask({ key }: { key: { item: string } }): Promise<never> {
      const tried = (tries.get(key.item) ?? 0) + 1
      tries.set(key.item, tried)
      const usage = { tokensIn: 300 * tried, tokensOut: 0, money: 0.5 * tried, milliseconds: 1 }
      throw new AgentFailure("agent.failed", "it died", { retry: "later", next: "again", usage })
    },
  }
  return { driver, tries }
}

test("when a dispatch is given up, the usage of all attempts counts as spent, in a fan-out and alone", async () => {
  const bench = runBench([looking])
  await bench.start()
  await bench.report("plan", { outcome: "ok" })
  await bench.drive(failing().driver, { atOnce: 1 })
  const [one] = await bench.history.results("r", "look", 1)
  expect([one?.usage?.tokensIn, (await bench.run()).spent]).toEqual([900, { agents: 3, tokens: 900, money: 1.5 }])
  const alone = runBench([child])
  await alone.start()
  await alone.drive(failing().driver, { atOnce: 1 })
  expect((await alone.run()).spent).toEqual({ agents: 1, tokens: 900, money: 1.5 })
})

test("the usage of failed attempts counts against the ceiling before their dispatch is settled", async () => {
  const bench = runBench([looking])
  await bench.start({ budget: { tokens: 800 } })
  await bench.report("plan", { outcome: "ok" })
  const { driver, tries } = failing()
  expect((await bench.drive(driver, { atOnce: 1 })).kind).toBe("asks")
  expect(Object.fromEntries(tries)).toEqual({ a: 1, b: 1, c: 1 })
})

test("a waiting run continues with new ceilings if they leave room for it", async () => {
  const bench = runBench([looking])
  await bench.start({ budget: { tokens: 250, agents: 10 } })
  await bench.report("plan", { outcome: "ok" })
  const { asked, driver } = costly()
  await bench.drive(driver, { atOnce: 1 })
  await bench.happen({ kind: "budget", budget: { tokens: 299 }, by: "ann" })
  expect((await bench.history.questions({ run: "r" })).length).toBe(1)
  await bench.happen({ kind: "budget", budget: { tokens: 1000, agents: undefined }, by: "ann" })
  expect(await bench.history.questions({ run: "r" })).toEqual([])
  expect((await bench.run()).budget).toEqual({ tokens: 1000, agents: 10 })
  expect((await bench.drive(driver, { atOnce: 1 })).kind).toBe("ended")
  expect(asked.length).toBe(4)
})

test("new ceilings apply to the whole tree, and agents that were held before being asked are counted", async () => {
  const bench = runBench([parent, child])
  await bench.start({ budget: { agents: 4 } })
  await bench.happen({ kind: "budget", budget: { agents: 5 }, by: "ann" })
  expect((await bench.history.questions()).length).toBe(2)
  await bench.happen({ kind: "budget", budget: { agents: 6 }, by: "ann" })
  expect(await bench.history.questions()).toEqual([])
  for (const item of ["a", "b", "c"]) await bench.report("look", { run: `r.all.1.${item}`, text: "seen" })
  expect([await bench.place(), (await bench.run()).budget]).toEqual(["done", { agents: 6 }])
})

test("a fan-out that is settled by running agents withdraws its question", async () => {
  const { steps, ...rest } = looking
  const workflow = {
    ...rest,
    steps: steps.map((step) => (step.kind === "fanout" ? { ...step, join: { atLeast: 1 } } : step)),
  }
  const bench = runBench([workflow])
  await bench.start()
  await bench.report("plan", { outcome: "ok" })
  const claimed = await bench.store.claim({ worker: "w", leaseMilliseconds: 1000 })
  await bench.happen({ kind: "hold", why: "10 of 10 tokens are used" })
  await bench.report("look", { item: "a", text: "seen", epoch: claimed!.lease.epoch })
  expect(await bench.place()).toBe("more/1")
  expect(await bench.history.questions()).toEqual([])
})

const mixed = defineWorkflow({
  name: "mixed",
  start: "both",
  steps: [
    fanout({
      id: "both",
      title: "Both",
      items: {
        kind: "list",
        items: [
          { item: "run", agent: "developer", prompt: "Follow it", workflow: "child" },
          { item: "prompt", agent: "explore", prompt: "Look" },
        ],
      },
      join: "settled",
      next: { ok: "end", fail: "end" },
    }),
  ],
})

test("a child run that ends while its parent is held at a ceiling is not forgotten", async () => {
  const bench = runBench([mixed, child])
  await bench.start()
  await bench.happen({ kind: "hold", why: "10 of 10 tokens are used" })
  await bench.report("look", { run: "r.both.1.run", outcome: "ok", text: "seen" })
  await bench.answer("budget-1", "raise")
  await bench.report("both", { item: "prompt", outcome: "ok", text: "seen" })
  expect(await bench.place()).toBe("done")
})

test("a run that moved on since a ceiling was reached is not held at another step", async () => {
  const bench = runBench([looking])
  await bench.start()
  await bench.report("plan", { outcome: "ok" })
  for (const item of ["a", "b", "c"]) await bench.store.claim({ worker: item, leaseMilliseconds: 1000 })
  await bench.happen({ kind: "hold", why: "10 of 10 tokens are used" })
  expect(await bench.history.questions()).toEqual([])
})

test("a run that is stopped at a ceiling ends with the runs it started, even if it is not at the top", async () => {
  const top = { ...parent, name: "top" }
  const inner = { ...mixed, name: "child" }
  const { name: _name, ...looks } = child
  const bench = runBench([top, { ...inner, steps: inner.steps.map(renamed) }, { ...looks, name: "leaf" }])
  await bench.start()
  await bench.happen({ kind: "hold", why: "10 of 10 tokens are used" }, "r.all.1.a")
  await bench.answer("budget-1", "stop", "r.all.1.a")
  const running = await bench.store.runs({ root: "r", status: "running" })
  expect([running.map(({ id }) => id), (await bench.run()).status]).toEqual([[], "cancelled"])
})

function renamed(step: Step): Step {
  if (step.kind !== "fanout" || step.items.kind !== "list") return step
  const items = step.items.items.map((one) => (one.workflow === undefined ? one : { ...one, workflow: "leaf" }))
  return { ...step, items: { kind: "list", items } }
}

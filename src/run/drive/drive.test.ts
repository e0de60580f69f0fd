import { expect, test } from "vitest"
import { SkilletError } from "../../problem/failure.ts"
import { runBench } from "../../../test/run-bench.ts"
import type { memoryRunStore } from "../../testing/memory-run-store.ts"
import { scriptedAgents } from "../../testing/scripted-agents.ts"
import { ask, defineWorkflow, dispatch, doStep, fanout, gate, wait } from "../../workflow/define-workflow.ts"
import { stalledError } from "./find-what-waits.ts"

const study = defineWorkflow({
  name: "study",
  start: "plan",
  steps: [
    doStep({ id: "plan", title: "Plan", writes: ["plan"], next: { ok: "look", iterate: "plan" }, maxRounds: 3 }),
    fanout({
      id: "look",
      title: "Look",
      reads: ["plan"],
      items: {
        kind: "list",
        items: (["a", "b"] as const).map((item) => ({ item, agent: "explore", prompt: `Look at ${item}` })),
      },
      join: "settled",
      retries: 2,
      next: { ok: "rest", fail: "end" },
    }),
    wait({ id: "rest", title: "Rest", until: { seconds: 60 }, next: { ok: "sum" } }),
    dispatch({
      id: "sum",
      title: "Sum",
      agent: "technical-writer",
      prompt: "Sum up",
      next: { ok: "end", fail: "end" },
    }),
  ],
})

test("a run is driven to its end, through rounds, agents and waits", async () => {
  const bench = runBench([study])
  await bench.start()
  const agents = scriptedAgents({
    plan: ["more\nOUTCOME: iterate", "done\nOUTCOME: ok"],
    explore: "seen",
    "*": "summed",
  })
  const { kind, run } = await bench.drive(agents, { atOnce: 1 })
  expect([kind, run.status, agents.asked]).toEqual(["ended", "done", ["plan", "plan", "look/a", "look/b", "sum"]])
})

test("an agent that states no outcome is asked again, as many times as the step allows", async () => {
  const bench = runBench([study])
  await bench.start()
  const agents = scriptedAgents({ plan: ["what?", "OUTCOME: ok"], "*": "seen" })
  await bench.drive(agents, { atOnce: 1 })
  expect([await bench.place(), agents.asked.slice(0, 3)]).toEqual(["done", ["plan", "plan", "look/a"]])
})

test("an error that may pass is retried and then counts as failed; any other is not retried", async () => {
  const bench = runBench([study])
  await bench.start()
  const refusing = (retry: "no" | "later") => () => {
    throw new SkilletError("driver.silent", "no answer", { retry, next: "wait" })
  }
  const agents = scriptedAgents({
    plan: "OUTCOME: ok",
    "look/a": refusing("later"),
    "look/b": refusing("no"),
    "*": "x",
  })
  await bench.drive(agents, { atOnce: 1 })
  expect(agents.asked.filter((name) => name === "look/a")).toHaveLength(3)
  expect(agents.asked.filter((name) => name === "look/b")).toHaveLength(1)
  expect((await bench.history.results("r", "look", 1)).map(({ item, outcome }) => `${item} ${outcome}`)).toEqual([
    "a fail",
    "b fail",
  ])
  expect((await bench.run()).outcome).toBe("fail")
})

test("a question for a person stops the driving, not the run", async () => {
  const bench = runBench([
    defineWorkflow({
      name: "asking",
      start: "agree",
      steps: [
        ask({ id: "agree", title: "Agree", questions: [{ id: "q", text: "Go?", options: [] }], next: { ok: "work" } }),
        doStep({ id: "work", title: "Work", next: { ok: "end" } }),
      ],
    }),
  ])
  await bench.start()
  const agents = scriptedAgents({ work: "done" })
  expect(await bench.drive(agents)).toMatchObject({ kind: "asks", run: { status: "running" } })
  await bench.answer("q", "yes")
  expect(await bench.drive(agents)).toMatchObject({ kind: "ended", run: { status: "done" } })
})

test("a driver with a bug stops the driving and leaves the dispatch to others", async () => {
  const bench = runBench([study])
  await bench.start()
  await expect(bench.drive(scriptedAgents({}))).rejects.toThrow("no agent of the script answers plan")
  expect(await bench.history.dispatches("r", "plan", 1)).toMatchObject([{ status: "open", tried: 0 }])
})

test("when a driver is stopped, it gives its work back", async () => {
  const bench = runBench([study])
  await bench.start()
  const stop = new AbortController()
  const slow = {
    name: "slow",
    ask: async (_: unknown, signal: AbortSignal) => {
      stop.abort()
      signal.throwIfAborted()
      return { text: "never" }
    },
  }
  expect((await bench.drive(slow, { signal: stop.signal })).kind).toBe("stopped")
  expect(await bench.history.dispatches("r", "plan", 1)).toMatchObject([{ status: "open", tried: 0 }])
})

test("an agent's prompt has the step's text and its role, but no command to report with", async () => {
  const bench = runBench([study])
  await bench.start()
  const prompts: Record<string, string> = {}
  const agents = scriptedAgents({
    "*": ({ key, prompt, role }) => {
      prompts[key.step] = `${role}\n${prompt}`
      return "Seen.\nOUTCOME: ok"
    },
  })
  await bench.drive(agents, { atOnce: 1 })
  expect(Object.values(prompts).filter((prompt) => prompt.includes("skillet run"))).toEqual([])
  expect(prompts["plan"]).toContain("OUTCOME: iterate")
  expect(prompts["sum"]).toContain("You write and correct documentation.")
})

const parents = [
  defineWorkflow({
    name: "parent",
    start: "hand",
    steps: [
      dispatch({
        id: "hand",
        title: "Hand over",
        agent: "developer",
        workflow: "child",
        next: { ok: "end", fail: "end" },
      }),
    ],
  }),
  defineWorkflow({ name: "child", start: "work", steps: [doStep({ id: "work", title: "Work", next: { ok: "end" } })] }),
] as const

test("a run whose child ended without reporting is stalled, and says what it waits for", async () => {
  const silent = (made: ReturnType<typeof memoryRunStore>): ReturnType<typeof memoryRunStore> => ({
    ...made,
    commit: (given) => made.commit({ ...given, runs: given.runs.filter(({ run, seq }) => run !== "r" || seq === 0) }),
  })
  const bench = runBench(parents, { store: silent })
  await bench.start()
  expect(await bench.drive(scriptedAgents({ work: "done" }))).toMatchObject({
    kind: "stalled",
    run: { id: "r" },
    waitsFor: [
      {
        run: "r",
        step: "hand",
        round: 1,
        item: "-",
        because: "it is answered when run r.hand.1 ends, but that run is not running",
      },
    ],
  })
})

test("a dispatch that the queue never offers is stalled after a while, but not before it could be retried", async () => {
  const bench = runBench([study], { store: (made) => ({ ...made, claim: async () => undefined }) })
  await bench.start()
  const begun = bench.clock.now
  const driven = await bench.drive(scriptedAgents({}))
  expect(driven).toMatchObject({ kind: "stalled", waitsFor: [{ run: "r", step: "plan", round: 1, item: "-" }] })
  expect(bench.clock.now - begun).toBeGreaterThan(60_000)
})

test("a dispatch that another driver is working on is not stalled, however long it takes", async () => {
  const bench = runBench([study])
  await bench.start()
  const claimed = await bench.store.claim({ worker: "other", leaseMilliseconds: 600_000 })
  const stop = new AbortController()
  const driving = bench.drive(scriptedAgents({ plan: "OUTCOME: ok", "*": "seen" }), {
    signal: stop.signal,
    progress: () => {
      if (bench.clock.now > 1_400_000) stop.abort()
    },
  })
  expect([claimed?.lease.key.step, (await driving).kind]).toEqual(["plan", "stopped"])
})

test("a stalled run is a failure with a code and what it waits for", () => {
  const { code, message } = stalledError("r", [
    { run: "r", step: "look", round: 2, item: "a", because: "nobody comes" },
  ])
  expect([code, message]).toEqual([
    "run.stalled",
    "run r is waiting for something that cannot happen: look, round 2, item a, of run r: nobody comes",
  ])
})

test("if a store is busy or full when an answer is reported, neither the answer nor an attempt is lost", async () => {
  const checked = defineWorkflow({
    name: "checked",
    start: "check",
    steps: [
      gate({
        id: "check",
        title: "Check",
        evidence: [{ kind: "command", command: "ls" }],
        next: { ok: "end", fail: "end" },
      }),
    ],
  })
  let commits = 0
  const bench = runBench([checked], {
    store: (made) => ({
      ...made,
      commit: async (given) => {
        commits++
        if (commits === 2 || commits === 3)
          throw new SkilletError("store.full", "full", { retry: "later", next: "wait" })
        return made.commit(given)
      },
    }),
  })
  await bench.start()
  const commands: string[] = []
  await bench.drive(scriptedAgents({}), {
    forGate: async (ask) => {
      commands.push(ask.kind === "command" ? ask.command : ask.path)
      return { kind: "ran", exitCode: 0, output: "" }
    },
  })
  expect([await bench.place(), commands, commits]).toEqual(["done", ["ls"], 4])
})

test("a store that does not work at all leaves the dispatch to others, untried", async () => {
  let isFull = false
  const bench = runBench([study], {
    store: (made) => ({
      ...made,
      commit: async (given) => {
        if (isFull) throw new SkilletError("store.full", "full", { retry: "later", next: "wait" })
        return made.commit(given)
      },
    }),
  })
  await bench.start()
  isFull = true
  await expect(bench.drive(scriptedAgents({ plan: "OUTCOME: ok" }))).rejects.toThrow("full")
  expect(await bench.history.dispatches("r", "plan", 1)).toMatchObject([{ status: "open", tried: 0 }])
})

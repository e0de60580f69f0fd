import { expect, test } from "vitest"
import { SkilletError } from "../../skill/failure.ts"
import { runBench } from "../../testing/run-bench.ts"
import { scriptedAgents } from "../../testing/scripted-agents.ts"
import { ask, defineWorkflow, dispatch, doStep, fanout, wait } from "../../workflow/define-workflow.ts"

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

test("a run is carried on to its end, through rounds, agents and waits", async () => {
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

test("an agent that does not say how it went is asked again, as often as the step says", async () => {
  const bench = runBench([study])
  await bench.start()
  const agents = scriptedAgents({ plan: ["what?", "OUTCOME: ok"], "*": "seen" })
  await bench.drive(agents, { atOnce: 1 })
  expect([await bench.place(), agents.asked.slice(0, 3)]).toEqual(["done", ["plan", "plan", "look/a"]])
})

test("what may help later is tried again and then counts as failed; what cannot help is not tried again", async () => {
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

test("told to stop, it gives back what it is at", async () => {
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

test("an agent is asked with the step's words, its role and no command to report with", async () => {
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

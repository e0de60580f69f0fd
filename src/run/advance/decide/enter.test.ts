import { expect, test } from "vitest"
import { runBench } from "../../../../test/run-bench.ts"
import { compute, defineWorkflow, dispatch, doStep, fanout } from "../../../workflow/define-workflow.ts"
import type { Computed, Inputs } from "../../../workflow/workflow.ts"

const thorough = defineWorkflow({
  name: "thorough",
  start: "plan",
  steps: [
    doStep({ id: "plan", title: "Plan", next: { ok: "deep" } }),
    dispatch({
      id: "deep",
      title: "Deep",
      agent: "explore",
      prompt: "Look everywhere",
      cheaper: "quick",
      next: { ok: "end", fail: "end" },
    }),
    doStep({ id: "quick", title: "Quick", next: { ok: "end" } }),
  ],
})

test.each([
  { tokens: 799, place: "deep/1" },
  { tokens: 800, place: "quick/1" },
])("with $tokens of 1000 tokens spent the run goes to $place", async ({ tokens, place }) => {
  const bench = runBench([thorough])
  await bench.start({ budget: { tokens: 1000 } })
  await bench.report("plan", { outcome: "ok", usage: { tokensIn: tokens } })
  expect(await bench.place()).toBe(place)
})

test.each([
  { budget: { money: 10 }, usage: { money: 8 }, later: 0 },
  { budget: { seconds: 100 }, usage: {}, later: 80_000 },
])(
  "the cheaper step is taken once 80 % of $budget is spent, and the history shows it",
  async ({ budget, usage, later }) => {
    const bench = runBench([thorough])
    await bench.start({ budget })
    bench.clock.now += later
    await bench.report("plan", { outcome: "ok", usage })
    expect(await bench.place()).toBe("quick/1")
    expect(await bench.told()).toContain('cheaper: {"instead":"deep","step":"quick"}')
  },
)

test("a run whose first step has a cheaper one can begin with it, and only one replaces it", async () => {
  const workflow = defineWorkflow({
    name: "poor",
    start: "a",
    steps: [
      doStep({ id: "a", title: "A", cheaper: "b", next: { ok: "end" } }),
      doStep({ id: "b", title: "B", cheaper: "c", next: { ok: "end" } }),
      doStep({ id: "c", title: "C", next: { ok: "end" } }),
    ],
  })
  const bench = runBench([workflow])
  await bench.start({ budget: { agents: 0 } })
  expect(await bench.place()).toBe("b/1")
})

test("a fan-out over nothing takes its skip transition, and its value is an empty list", async () => {
  const workflow = defineWorkflow({
    name: "none",
    start: "list",
    steps: [
      doStep({ id: "list", title: "List", writes: ["tasks"], next: { ok: "each" } }),
      fanout({
        id: "each",
        title: "Each",
        reads: ["tasks"],
        writes: ["answers"],
        items: { kind: "each", of: "tasks", most: 5, ask: { agent: "explore", prompt: "{{item.text}}" } },
        join: "all",
        next: { ok: "end", fail: "end", skip: "after" },
      }),
      dispatch({
        id: "after",
        title: "After",
        agent: "explore",
        reads: ["answers"],
        prompt: "{{values.answers}}",
        next: { ok: "end", fail: "end" },
      }),
    ],
  })
  const bench = runBench([workflow])
  await bench.start()
  await bench.report("list", { outcome: "ok", text: "[]" })
  expect(await bench.history.visit("r", "after", 1)).toMatchObject({ via: { step: "each", outcome: "skip" } })
  expect((await bench.history.dispatches("r", "after", 1))[0]?.ask).toEqual({ kind: "prompt", prompt: "[]" })
})

test("the items of a fan-out come from a list, and are named by number", async () => {
  const workflow = defineWorkflow({
    name: "each",
    start: "list",
    steps: [
      doStep({ id: "list", title: "List", writes: ["tasks"], next: { ok: "each" } }),
      fanout({
        id: "each",
        title: "Each",
        reads: ["tasks"],
        items: {
          kind: "each",
          of: "tasks",
          most: 2,
          ask: { agent: "explore", prompt: "{{item.number}}: {{item.file}}" },
        },
        join: "all",
        next: { ok: "end", fail: "end" },
      }),
    ],
  })
  const bench = runBench([workflow])
  await bench.start()
  await bench.report("list", {
    outcome: "ok",
    text: '```json\n[{"file":"a"},{"file":"{{params.x}}"}]\n```',
  })
  expect((await bench.history.dispatches("r", "each", 1)).map(({ item, ask }) => [item, ask])).toEqual([
    ["1", { kind: "prompt", prompt: "1: a" }],
    ["2", { kind: "prompt", prompt: "2: {{params.x}}" }],
  ])
})

test("two items with the same name cannot be asked", async () => {
  const twice = () => [1, 2].map(() => ({ item: "a", agent: "explore" as const, prompt: "Look" }))
  const bench = runBench([
    defineWorkflow({
      name: "twice",
      start: "each",
      steps: [
        fanout({
          id: "each",
          title: "Each",
          items: { kind: "computed", compute: twice },
          join: "all",
          next: { ok: "end", fail: "end" },
        }),
      ],
    }),
  ])
  await bench.start()
  expect(await bench.place()).toBe("failed: step each: two of its items are called a")
})

const computing = (run: (inputs: Inputs) => Computed, onError?: "repair") => {
  const note = doStep({ id: "note", title: "Note", writes: ["note"], next: { ok: "count" } })
  const count = {
    id: "count",
    title: "Count",
    reads: ["note"],
    writes: ["number"],
    compute: run,
    next: { ok: "show" },
  } as const
  const show = dispatch({
    id: "show",
    title: "Show",
    agent: "explore",
    reads: ["number"],
    prompt: "{{values.number}}",
    next: { ok: "end", fail: "end" },
  })
  const repair = dispatch({
    id: "repair",
    title: "Mend",
    agent: "developer",
    reads: ["_error"],
    prompt: "It broke: {{values._error}}",
    next: { ok: "end", fail: "end" },
  })
  return onError === undefined
    ? defineWorkflow({ name: "computing", start: "note", steps: [note, compute(count), show] })
    : defineWorkflow({ name: "computing", start: "note", steps: [note, compute({ ...count, onError }), show, repair] })
}

test("a computed step sees what it reads, and its result is a value", async () => {
  const bench = runBench([
    computing(({ values, round }) => ({ outcome: "ok", values: { number: { of: values["note"], round } } })),
  ])
  await bench.start()
  await bench.report("note", { outcome: "ok", text: "three" })
  expect((await bench.history.dispatches("r", "show", 1))[0]?.ask).toEqual({
    kind: "prompt",
    prompt: '{\n  "of": "three",\n  "round": 1\n}',
  })
})

const failing = () => {
  throw new Error("no number")
}

test("a computed step that throws fails the run, and what was stored is kept", async () => {
  const bench = runBench([computing(failing)])
  await bench.start()
  await bench.report("note", { outcome: "ok", text: "three" })
  expect(await bench.place()).toBe("failed: step count: no number")
  expect((await bench.history.values("r", ["note"])).map(({ step }) => step)).toEqual(["note"])
})

test("with a step for errors the run goes there, and the message is a value", async () => {
  const bench = runBench([computing(failing, "repair")])
  await bench.start()
  await bench.report("note", { outcome: "ok", text: "three" })
  expect(await bench.place()).toBe("repair/1")
  expect((await bench.history.dispatches("r", "repair", 1))[0]?.ask).toEqual({
    kind: "prompt",
    prompt: "It broke: no number",
  })
  expect(await bench.told()).toContain('error: {"step":"count","round":1,"message":"no number"}')
})

test("a computed step may write only what it declares", async () => {
  const bench = runBench([computing(() => ({ outcome: "ok", values: { nubmer: 3 } }), "repair")])
  await bench.start()
  await bench.report("note", { outcome: "ok", text: "three" })
  expect((await bench.history.dispatches("r", "repair", 1))[0]?.ask).toEqual({
    kind: "prompt",
    prompt: "It broke: it wrote nubmer, which it does not declare",
  })
})

test("the first row of a table that applies decides, and sets its values", async () => {
  const table = compute({
    id: "choose",
    title: "Choose",
    writes: ["plan"],
    compute: {
      rows: [
        { when: [{ of: "params.size", atLeast: 10 }], outcome: "fail" },
        {
          when: [{ of: "params.mode", is: "quick" }],
          outcome: "ok",
          set: { plan: "{{params.mode}} at {{params.size}}" },
        },
        { outcome: "fail" },
      ],
    },
    next: { ok: "show", fail: "end" },
  })
  const show = dispatch({
    id: "show",
    title: "Show",
    agent: "explore",
    reads: ["plan"],
    prompt: "{{values.plan}}",
    next: { ok: "end", fail: "end" },
  })
  const params = [
    { name: "size", type: "integer", about: "how many" },
    { name: "mode", type: "text", about: "how" },
  ] as const
  const workflow = defineWorkflow({ name: "table", params, start: "choose", steps: [table, show] })
  const started = async (size: number, mode: string) => {
    const bench = runBench([workflow])
    await bench.start({ params: { size, mode } })
    return bench
  }
  const quick = await started(3, "quick")
  expect((await quick.history.dispatches("r", "show", 1))[0]?.ask).toEqual({ kind: "prompt", prompt: "quick at 3" })
  expect(await (await started(10, "quick")).place()).toBe("done")
  expect(await (await started(3, "slow")).run()).toMatchObject({ status: "done", outcome: "fail" })
})

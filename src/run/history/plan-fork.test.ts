import { expect, test } from "vitest"
import { type RunBench, runBench } from "../../../test/run-bench.ts"
import { ask, defineWorkflow, dispatch, doStep, fanout } from "../../workflow/define-workflow.ts"
import { hashWorkflow } from "../../workflow/hash-workflow.ts"
import type { Workflow } from "../../workflow/workflow.ts"
import { planFork } from "./plan-fork.ts"
import { type RunStartOptions, startRun } from "../advance/start-run.ts"

const items = (["a", "b", "c"] as const).map((item) => ({ item, agent: "explore" as const, prompt: `Look at ${item}` }))

const original = defineWorkflow({
  name: "study",
  params: [{ name: "topic", type: "text", about: "what", default: "caches" }],
  start: "plan",
  steps: [
    doStep({ id: "plan", title: "Plan", writes: ["plan"], next: { ok: "side" } }),
    dispatch({
      id: "side",
      title: "Side",
      agent: "explore",
      prompt: "A side",
      writes: ["side"],
      next: { ok: "agree", fail: "end" },
    }),
    ask({
      id: "agree",
      title: "Agree",
      questions: [{ id: "q", text: "Go on?", options: [{ label: "yes" }, { label: "no" }] }],
      writes: ["agreed"],
      next: { ok: "look" },
    }),
    fanout({
      id: "look",
      title: "Look",
      reads: ["plan", "agreed"],
      writes: ["seen"],
      items: { kind: "list", items },
      join: "all",
      next: { ok: "sum", fail: "end" },
    }),
    doStep({ id: "sum", title: "Sum", reads: ["seen"], writes: ["sum"], next: { ok: "end" } }),
  ],
})

async function studied(workflow: Workflow = original): Promise<RunBench> {
  const bench = runBench([workflow])
  await bench.start()
  const usage = { tokensIn: 100, tokensOut: 10, money: 0.5 }
  await bench.report("plan", { outcome: "ok", text: "the plan", usage })
  await bench.report("side", { text: "aside", usage })
  await bench.answer("q", "yes")
  for (const { item } of items) await bench.report("look", { item, text: `seen ${item}`, usage })
  await bench.report("sum", { outcome: "ok", text: "the sum", usage })
  expect(await bench.place()).toBe("done")
  return bench
}

function edited(step: string, change: Readonly<Record<string, unknown>>): Workflow {
  return {
    ...original,
    steps: original.steps.map((one) => (one.id === step ? ({ ...one, ...change } as typeof one) : one)),
  }
}

async function forked(
  bench: RunBench,
  workflow: Workflow,
  how: Partial<Pick<RunStartOptions, "renew" | "edited" | "params">> = {},
): Promise<readonly string[]> {
  await startRun(bench.engine, workflow, {
    id: "f",
    project: "p",
    branch: "main",
    source: "r",
    params: {},
    ...how,
  })
  const visits = await bench.history.visits("f")
  const all = await Promise.all(visits.map(({ step, round }) => bench.history.results("f", step, round)))
  return all
    .flat()
    .flatMap(({ step, item, reused }) => (reused === "r" ? [item === "-" ? step : `${step}/${item}`] : []))
}

test("a fork of the same definition reuses every answer, even a person's, and asks nobody", async () => {
  const bench = await studied()
  const plan = await planFork(bench.engine, "r", { workflow: original })
  expect(plan).toEqual({
    source: "r",
    workflow: "study",
    changed: [],
    reused: [
      { step: "plan", round: 1, items: 1 },
      { step: "side", round: 1, items: 1 },
      { step: "agree", round: 1, items: 1 },
      { step: "look", round: 1, items: 3 },
      { step: "sum", round: 1, items: 1 },
    ],
    renewed: [],
    cost: { agents: 0, tokens: 0, money: 0 },
  })
  expect(await forked(bench, original)).toEqual(["plan", "side", "agree", "look/a", "look/b", "look/c", "sum"])
  expect([await bench.place("f"), (await bench.run("f")).spent]).toEqual(["done", { agents: 0, tokens: 0, money: 0 }])
  expect(await bench.history.questions()).toEqual([])
})

test("editing a step repeats it and the steps that read it; its siblings keep their answers, as planned", async () => {
  const bench = await studied()
  const workflow = edited("look", { title: "Look closely" })
  const { changed, reused, renewed, cost } = await planFork(bench.engine, "r", { workflow })
  expect({ changed, reused: reused.map(({ step }) => step), renewed, cost }).toEqual({
    changed: ["look"],
    reused: ["plan", "side", "agree"],
    renewed: [
      { step: "look", round: 1, items: 3, because: "it changed, or the fork starts here" },
      { step: "sum", round: 1, items: 1, because: "it reads seen of look" },
    ],
    cost: { agents: 3, tokens: 440, money: 2 },
  })
  expect(await forked(bench, workflow)).toEqual(["plan", "side", "agree"])
  expect(await bench.place("f")).toBe("look/1")
})

test("if a step's new answer is the same, the steps that read it keep theirs", async () => {
  const bench = await studied()
  await forked(bench, edited("plan", { title: "Plan well" }))
  expect(await bench.place("f")).toBe("plan/1")
  await bench.report("plan", { run: "f", outcome: "ok", text: "the plan" })
  expect(await bench.place("f")).toBe("done")
})

test("with a start step, it is repeated although nothing changed", async () => {
  const bench = await studied()
  const plan = await planFork(bench.engine, "r", { workflow: original, from: "side" })
  expect(plan.renewed.map(({ step }) => step)).toEqual(["side"])
  expect(await forked(bench, original, { renew: ["side"] })).toEqual(["plan"])
  expect(await bench.place("f")).toBe("side/1")
  await bench.report("side", { run: "f", text: "another side" })
  expect(await bench.place("f")).toBe("done")
})

const edit = { step: "plan", round: 1, item: "-", text: "a better plan", by: "ann" }

test("an answer that a person edited is taken over as it is now, and what reads it is asked again", async () => {
  const bench = await studied()
  const { reused, renewed } = await planFork(bench.engine, "r", { workflow: original, from: "look", edited: [edit] })
  expect(reused).toEqual([
    { step: "plan", round: 1, items: 1, because: "edited" },
    { step: "side", round: 1, items: 1 },
    { step: "agree", round: 1, items: 1 },
  ])
  expect(renewed.map(({ step, because }) => `${step}: ${because}`)).toEqual([
    "look: it changed, or the fork starts here",
    "sum: it reads seen of look",
  ])
  expect(await forked(bench, original, { edited: [edit] })).toEqual(["plan", "side", "agree"])
  expect(await bench.place("f")).toBe("look/1")
  expect(await bench.history.text({ run: "f", step: "plan", round: 1, item: "-" })).toBe("a better plan")
  expect(await bench.history.result({ run: "f", step: "plan", round: 1, item: "-" })).toMatchObject({
    by: "ann",
    reused: "r",
  })
  expect((await bench.history.events("f")).find(({ kind }) => kind === "reported")?.data).toMatchObject({
    reason: "the answer of host, edited",
  })
})

test.each([
  [{ ...edit, step: "nowhere" }, "the answer of nowhere cannot be edited: there is none"],
  [{ ...edit, round: 2 }, "the answer of plan cannot be edited: there is none"],
  [{ ...edit, step: "agree" }, "the answer of agree cannot be edited: it was checked or decided when it was given"],
  [
    { ...edit, step: "look", item: "a" },
    "the answer of look/a cannot be edited: the step is repeated, because it changed, or the fork starts here",
  ],
  [{ ...edit, text: "x".repeat(60_001) }, "the answer of plan cannot be edited: it is longer than 60000 characters"],
  [{ ...edit, step: "side", text: " " }, "the answer of side cannot be edited: the answer to side is empty"],
])("what cannot be edited is refused before anything starts: %#", async (wrong, said) => {
  const bench = await studied()
  const planned = planFork(bench.engine, "r", { workflow: original, from: "look", edited: [wrong] })
  await expect(planned).rejects.toMatchObject({ code: "run.not-editable", message: said })
})

test("the items of a fan-out are reused one by one", async () => {
  const some = items.map((one) => (one.item === "b" ? { ...one, prompt: "Look at b again" } : one))
  const named = (list: typeof items) =>
    ({
      kind: "computed",
      compute: function listed() {
        return list
      },
    }) as const
  const before = edited("look", { items: named(items) })
  const bench = await studied(before)
  const after = edited("look", { items: named(some) })
  expect(hashWorkflow(after)).toBe(hashWorkflow(before))
  const other = { ...bench.engine, definitions: { find: async () => after } }
  expect(await forked({ ...bench, engine: other }, after)).toEqual(["plan", "side", "agree", "look/a", "look/c"])
  expect((await bench.history.dispatches("f", "look", 1)).map(({ item, status }) => `${item} ${status}`)).toEqual([
    "a answered",
    "b open",
    "c answered",
  ])
  expect((await bench.run("f")).spent.agents).toBe(1)
})

test("different parameters are different questions: nothing is reused, and the plan says so", async () => {
  const bench = await studied()
  const plan = await planFork(bench.engine, "r", { workflow: original, params: { topic: "queues" } })
  expect([plan.reused, plan.renewed[0]]).toEqual([
    [],
    { step: "plan", round: 1, items: 1, because: "the parameters changed" },
  ])
  expect(await forked(bench, original, { params: { topic: "queues" } })).toEqual([])
})

test("a missing output never counts as unchanged, and the plan says so", async () => {
  const bench = runBench([original])
  await bench.start()
  await bench.report("plan", { outcome: "ok" })
  await bench.report("side", { text: "aside" })
  await bench.answer("q", "yes")
  for (const { item } of items) await bench.report("look", { item, text: `seen ${item}` })
  await bench.report("sum", { outcome: "ok", text: "the sum" })
  const plan = await planFork(bench.engine, "r", { workflow: original })
  expect(plan.reused.map(({ step }) => step)).toEqual(["plan", "side", "agree"])
  expect(plan.renewed[0]?.because).toBe("it reads plan, which has no output")
  bench.clock.now += 1
  expect(await forked(bench, original)).toEqual(["plan", "side", "agree"])
})

const child = (title: string) =>
  defineWorkflow({
    name: "child",
    result: "found",
    start: "read",
    steps: [
      doStep({ id: "read", title: "Read", writes: ["notes"], next: { ok: "tell" } }),
      doStep({ id: "tell", title, reads: ["notes"], writes: ["found"], next: { ok: "end" } }),
    ],
  })
const parent = (below: Workflow) => ({
  ...defineWorkflow({
    name: "parent",
    start: "each",
    steps: [
      fanout({
        id: "each",
        title: "Each",
        items: { kind: "list", items: [asked("a"), asked("b")] },
        join: "all",
        next: { ok: "end", fail: "end" },
      }),
    ],
  }),
  children: { child: hashWorkflow(below) },
})

function asked(item: string) {
  return { item, agent: "explore", workflow: "child" } as const
}

test("editing a step of a child's workflow repeats it in each child, and keeps what came before it", async () => {
  const bench = runBench([parent(child("Tell")), child("Tell")])
  await bench.start()
  for (const run of ["r.each.1.a", "r.each.1.b"]) {
    await bench.report("read", { run, outcome: "ok", text: `notes of ${run}` })
    await bench.report("tell", { run, outcome: "ok", text: `told by ${run}` })
  }
  expect(await bench.place()).toBe("done")
  const below = child("Tell it all")
  const plan = await planFork(bench.engine, "r", { workflow: parent(below) })
  expect([plan.changed, plan.reused]).toEqual([["each"], []])
  await startRun(bench.engine, parent(below), {
    id: "f",
    project: "p",
    branch: "main",
    source: "r",
    params: {},
    children: [below],
  })
  expect(await Promise.all(["f", "f.each.1.a", "f.each.1.b"].map((run) => bench.place(run)))).toEqual([
    "each/1",
    "tell/1",
    "tell/1",
  ])
})

test("a reused item gets no run of its own", async () => {
  const below = child("Tell")
  const bench = runBench([parent(below), below])
  await bench.start()
  await bench.report("read", { run: "r.each.1.a", outcome: "ok", text: "notes" })
  await bench.report("tell", { run: "r.each.1.a", outcome: "ok", text: "told" })
  await startRun(bench.engine, parent(below), {
    id: "f",
    project: "p",
    branch: "main",
    source: "r",
    params: {},
    children: [below],
  })
  expect((await bench.store.runs({ root: "f" })).map(({ id }) => id).sort()).toEqual(["f", "f.each.1.b"])
})

import { expect, test } from "vitest"
import { runBench } from "../../../test/run-bench.ts"
import { compute, defineWorkflow, dispatch, doStep, fanout } from "../../workflow/define-workflow.ts"
import type { FanoutItem, Join } from "../../workflow/workflow.ts"

const small = defineWorkflow({
  name: "small",
  params: [{ name: "topic", type: "text", about: "what", required: true }],
  result: "found",
  start: "look",
  steps: [
    doStep({
      id: "look",
      title: "Look at {{params.topic}}",
      writes: ["found"],
      next: { ok: "end", fail: "end" },
      onError: "end",
    }),
  ],
})

const asking = defineWorkflow({
  name: "asking",
  start: "hand",
  steps: [
    dispatch({
      id: "hand",
      title: "Hand over",
      agent: "explore",
      workflow: "small",
      with: { topic: "caches" },
      writes: ["answer"],
      next: { ok: "use", fail: "end" },
    }),
    doStep({ id: "use", title: "Use", actions: ["Use {{values.answer}}"], reads: ["answer"], next: { ok: "end" } }),
  ],
})

test("a child run begins in its parent's commit, with an id that shows where it belongs", async () => {
  const bench = runBench([asking, small])
  await bench.start()
  expect(await bench.run("r.hand.1")).toMatchObject({
    workflow: "small",
    params: '{"topic":"caches"}',
    root: "r",
    parent: { run: "r", step: "hand", round: 1, item: "-" },
    agent: "explore",
    seq: 1,
  })
  expect((await bench.run()).seq).toBe(1)
})

test("the end of a child is an event of its parent in the same commit, and its result is the answer", async () => {
  const commits: string[][] = []
  const bench = runBench([asking, small], {
    store: (made) => ({
      ...made,
      commit: (all) => {
        commits.push(all.runs.map(({ run }) => run))
        return made.commit(all)
      },
    }),
  })
  await bench.start()
  await bench.report("look", { run: "r.hand.1", outcome: "ok", text: "two caches" })
  expect(commits).toEqual([
    ["r", "r.hand.1"],
    ["r.hand.1", "r"],
  ])
  expect(await bench.text()).toContain("Use two caches")
})

test("a dispatch that a child run answers cannot be claimed", async () => {
  const bench = runBench([asking, small])
  await bench.start()
  expect(await bench.report("hand", { outcome: "ok", text: "trust me" })).toEqual({
    kind: "refused",
    refusal: {
      code: "run.not-reportable",
      message: "hand, round 1 is answered when run r.hand.1 ends",
      next: "skillet run current r.hand.1",
    },
  })
})

test("a child that ends with fail is a fail, one that fails or is cancelled is an error", async () => {
  const ended = async (how: "fail" | "unmapped" | "cancel") => {
    const bench = runBench([asking, small])
    await bench.start()
    if (how === "cancel") await bench.happen({ kind: "cancel", by: "ann", reason: "enough" }, "r.hand.1")
    else await bench.report("look", { run: "r.hand.1", outcome: how === "fail" ? "fail" : "skip" })
    return [await bench.place(), (await bench.run()).outcome]
  }
  expect(await ended("fail")).toEqual(["done", "fail"])
  expect(await ended("unmapped")).toEqual([
    "failed: step hand: step look returned skip, which has no transition",
    undefined,
  ])
  expect(await ended("cancel")).toEqual(["failed: step hand: enough (ann)", undefined])
})

test("a child whose parameters are wrong is an error of the step, and nothing is left half done", async () => {
  const { steps, ...rest } = asking
  const wrong = { ...rest, steps: steps.map((step) => (step.kind === "dispatch" ? { ...step, with: {} } : step)) }
  const bench = runBench([wrong, small])
  await bench.start()
  expect(await bench.place()).toBe('failed: step hand: small: the parameter "topic" is missing')
})

const middle = defineWorkflow({
  name: "middle",
  result: "answer",
  start: "hand",
  steps: [
    dispatch({
      id: "hand",
      title: "Hand over",
      agent: "explore",
      workflow: "small",
      with: { topic: "caches" },
      writes: ["answer"],
      next: { ok: "end", fail: "end" },
    }),
  ],
})
const top = defineWorkflow({
  name: "top",
  start: "each",
  steps: [
    fanout({
      id: "each",
      title: "Each",
      items: { kind: "list", items: [asked("a"), asked("b")] },
      join: "all",
      writes: ["all"],
      next: { ok: "use", fail: "end" },
    }),
    doStep({ id: "use", title: "Use", actions: ["{{values.all}}"], reads: ["all"], next: { ok: "end" } }),
  ],
})

function asked(item: string, workflow = "middle"): FanoutItem {
  return { item, agent: "explore", workflow }
}

test("two levels deep, each end is reported upwards, item by item", async () => {
  const bench = runBench([top, middle, small])
  await bench.start()
  const runs = await bench.store.runs({ root: "r" })
  expect(runs.map(({ id }) => id).sort()).toEqual([
    "r",
    "r.each.1.a",
    "r.each.1.a.hand.1",
    "r.each.1.b",
    "r.each.1.b.hand.1",
  ])
  await bench.report("look", { run: "r.each.1.b.hand.1", outcome: "ok", text: "found by b" })
  expect([await bench.place(), await bench.place("r.each.1.b")]).toEqual(["each/1", "done"])
  await bench.report("look", { run: "r.each.1.a.hand.1", outcome: "ok", text: "found by a" })
  expect(await bench.text()).toMatch(/found by a[\s\S]*found by b/)
})

test("in a fan-out, a child that fails, is cancelled or cannot begin is a failed item", async () => {
  const items = [asked("a", "small"), asked("b", "small")].map(withTopic)
  const bench = runBench([over("settled", [...items, asked("c", "small")]), small])
  await bench.start()
  await bench.report("look", { run: "r.each.1.a", outcome: "skip" })
  await bench.happen({ kind: "cancel", by: "ann", reason: "enough" }, "r.each.1.b")
  const results = await bench.history.results("r", "each", 1)
  expect(results.map(({ item, outcome }) => `${item} ${outcome}`)).toEqual(["a fail", "b fail", "c fail"])
  expect([await bench.place(), (await bench.run()).outcome]).toEqual(["done", "fail"])
})

const instant = defineWorkflow({
  name: "instant",
  result: "found",
  start: "count",
  steps: [
    compute({
      id: "count",
      title: "Count",
      writes: ["found"],
      compute: { rows: [{ outcome: "ok", set: { found: "one" } }] },
      next: { ok: "end" },
    }),
  ],
})

const over = (join: Join, items: readonly FanoutItem[]) =>
  defineWorkflow({
    name: "over",
    start: "each",
    steps: [
      fanout({ id: "each", title: "Each", items: { kind: "list", items }, join, next: { ok: "use", fail: "end" } }),
      doStep({ id: "use", title: "Use", next: { ok: "end" } }),
    ],
  })

test("child runs without agents end in the commit in which they begin, each reported once, even two levels deep", async () => {
  const between = { ...middle, steps: middle.steps.map((step) => ({ ...step, workflow: "instant", with: {} })) }
  const flat = runBench([over("all", [asked("a", "instant"), asked("b", "instant")]), instant])
  expect((await flat.start()).kind).toBe("applied")
  expect([await flat.place(), (await flat.run()).seq]).toEqual(["use/1", 1])
  const deep = runBench([over("all", [asked("a"), asked("b")]), between, instant])
  expect((await deep.start()).kind).toBe("applied")
  expect([await deep.place(), (await deep.run()).seq]).toEqual(["use/1", 1])
})

test("a fan-out that is settled by its first child starts no other", async () => {
  const bench = runBench([over({ atLeast: 1 }, [asked("a", "instant"), asked("b", "instant")]), instant])
  await bench.start()
  expect(await bench.place()).toBe("use/1")
  expect((await bench.store.runs({ root: "r" })).map(({ id }) => id).sort()).toEqual(["r", "r.each.1.a"])
})

test("child runs whose answer is no longer needed end with the step, with their own child runs", async () => {
  const bench = runBench([over({ atLeast: 1 }, [asked("a"), asked("b")]), middle, small])
  await bench.start()
  await bench.report("look", { run: "r.each.1.a.hand.1", outcome: "ok", text: "found" })
  expect(await bench.place()).toBe("use/1")
  expect([await bench.place("r.each.1.b"), await bench.place("r.each.1.b.hand.1")]).toEqual([
    "cancelled: run r no longer needs it",
    "cancelled: run r.each.1.b is cancelled",
  ])
  expect(await bench.store.claim({ worker: "w", leaseMilliseconds: 1, root: "r" })).toMatchObject({
    dispatch: { run: "r", step: "use" },
  })
})

test("a run that is cancelled ends those below it in the same commit", async () => {
  const bench = runBench([top, middle, small])
  await bench.start()
  await bench.happen({ kind: "cancel", by: "ann", reason: "enough" })
  const runs = await bench.store.runs({ root: "r" })
  expect(runs.map(({ status, seq }) => `${status} ${seq}`)).toEqual(Array(5).fill("cancelled 2"))
})

test("items whose names differ only in punctuation get their own runs", async () => {
  const bench = runBench([over("all", [asked("a/b", "small"), asked("a.b", "small")].map(withTopic)), small])
  await bench.start()
  const ids = (await bench.history.dispatches("r", "each", 1)).flatMap(({ ask }) =>
    ask.kind === "run" ? [ask.run] : [],
  )
  expect(new Set(ids).size).toBe(2)
  for (const run of ids) await bench.report("look", { run, outcome: "ok", text: "found" })
  expect(await bench.place()).toBe("use/1")
})

function withTopic(item: FanoutItem): FanoutItem {
  return { ...item, with: { topic: item.item } }
}

test("a child written in code begins in the first commit too", async () => {
  const coded = {
    ...instant,
    steps: [
      compute({
        id: "count",
        title: "Count",
        writes: ["found"],
        compute: () => ({ outcome: "ok", values: { found: "one" } }),
        next: { ok: "end" },
      }),
    ],
  }
  const bench = runBench([over("all", [asked("a", "instant")]), coded])
  await bench.start()
  expect(await bench.place()).toBe("use/1")
})

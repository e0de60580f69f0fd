import { expect, test } from "vitest"
import { runBench } from "../../../../test/run-bench.ts"
import {
  ask,
  compute,
  defineWorkflow,
  dispatch,
  doStep,
  fanout,
  gate,
  wait,
} from "../../../workflow/define-workflow.ts"
import type { Applied } from "../../apply-event.ts"

const two = defineWorkflow({
  name: "two",
  start: "write",
  steps: [
    doStep({ id: "write", title: "Write", writes: ["draft"], next: { ok: "check", iterate: "write" }, maxRounds: 2 }),
    doStep({ id: "check", title: "Check", next: { ok: "end", fail: "write" } }),
  ],
})

test("a report leads where its outcome leads", async () => {
  const bench = runBench([two])
  await bench.start()
  expect(await bench.report("write", { outcome: "ok", text: "a draft" })).toMatchObject({ kind: "applied" })
  expect(await bench.place()).toBe("check/1")
  await bench.report("check", { outcome: "ok" })
  expect(await bench.place()).toBe("done")
})

test("the same report again gets the first answer, even after the end; another one is refused", async () => {
  const bench = runBench([two])
  await bench.start()
  await bench.report("write", { outcome: "ok", text: "a draft" })
  const again = await bench.report("write", { outcome: "ok", text: "a draft" })
  expect(again).toMatchObject({ kind: "again", result: { step: "write", round: 1, outcome: "ok", by: "host" } })
  expect(refusal(await bench.report("write", { outcome: "ok", text: "another draft" }))).toEqual([
    "run.answered",
    "write, round 1 was already reported as ok, with a different answer",
    "skillet run current r shows what to do now",
  ])
  expect(refusal(await bench.report("write", { outcome: "iterate", text: "a draft" }))[0]).toBe("run.answered")
  await bench.report("check", { outcome: "ok" })
  expect((await bench.report("check", { outcome: "ok" })).kind).toBe("again")
  expect(refusal(await bench.report("write", { outcome: "ok", text: "late", round: 2 }))).toEqual([
    "run.ended",
    "run r is done",
    "skillet run show r shows what happened",
  ])
})

test("an outcome that the text states need not be stated again for the same report", async () => {
  const bench = runBench([two])
  await bench.start()
  await bench.report("write", { text: "a draft\n\nOUTCOME: ok" })
  expect(await bench.place()).toBe("check/1")
  expect((await bench.report("write", { text: "a draft\n\nOUTCOME: ok" })).kind).toBe("again")
})

test("a round that is over is stale, one that never was is out of order", async () => {
  const bench = runBench([two])
  await bench.start()
  expect(refusal(await bench.report("check", { outcome: "ok" }))).toEqual([
    "run.out-of-order",
    "check, round 1, was never reached; the run is at write, round 1",
    "skillet run current r shows what to do now",
  ])
  await bench.report("write", { outcome: "iterate" })
  await bench.happen({ kind: "cancel", by: "ann", reason: "enough" })
  const other = runBench([passable])
  await other.start()
  await other.report("work", { outcome: "ok" })
  await other.happen({ kind: "override", gate: "gate", by: "ann", reason: "known" })
  expect(await other.place()).toBe("after/1")
  expect(refusal(await other.report("work", { outcome: "ok", round: 2 }))).toEqual([
    "run.stale",
    "the run is past work, round 2; it is at after, round 1",
    "skillet run current r shows what to do now",
  ])
})

const passable = defineWorkflow({
  name: "passable",
  start: "work",
  steps: [
    doStep({ id: "work", title: "Work", writes: ["text"], next: { ok: "gate" }, maxRounds: 9 }),
    gate({
      id: "gate",
      title: "Gate",
      reads: ["text"],
      evidence: [{ kind: "sections", of: "text", sections: ["Goal"] }],
      override: "person",
      next: { ok: "after", fail: "work" },
    }),
    doStep({ id: "after", title: "After", next: { ok: "end" } }),
  ],
})

test("a step that does not exist is refused with the nearest names, else with all", async () => {
  const bench = runBench([two])
  await bench.start()
  expect(refusal(await bench.report("wirte", { outcome: "ok" }))).toEqual([
    "run.unknown-step",
    'workflow two has no step "wirte"',
    "did you mean write?",
  ])
  expect(refusal(await bench.report("publish", { outcome: "ok" }))[2]).toBe("its steps are write, check")
})

test("an outcome without a transition fails the run and says so", async () => {
  const bench = runBench([two])
  await bench.start()
  await bench.report("write", { outcome: "skip", text: "what there was" })
  expect(await bench.place()).toBe("failed: step write returned skip, which has no transition")
  expect(await bench.history.text({ run: "r", step: "write", round: 1, item: "-" })).toBe("what there was")
})

test("if ok leads to the end and everything else to a step, ok leads to the end", async () => {
  const workflow = defineWorkflow({
    name: "ending",
    start: "a",
    steps: [
      doStep({ id: "a", title: "A", next: { ok: "end", default: "b" } }),
      doStep({ id: "b", title: "B", next: { ok: "end" } }),
    ],
  })
  const [well, badly] = [runBench([workflow]), runBench([workflow])]
  await well.start()
  await well.report("a", { outcome: "ok" })
  expect(await well.place()).toBe("done")
  await badly.start()
  await badly.report("a", { outcome: "fail" })
  expect(await badly.place()).toBe("b/1")
})

test("a report that iterates beyond the cap is refused, and the step can still be left", async () => {
  const bench = runBench([two])
  await bench.start()
  await bench.report("write", { outcome: "iterate" })
  expect(refusal(await bench.report("write", { outcome: "iterate" }))).toEqual([
    "run.cap-reached",
    "write was done 2 times, which is its cap",
    "report it with another outcome",
  ])
  expect(await bench.place()).toBe("write/2")
  await bench.report("write", { outcome: "ok" })
  expect(await bench.place()).toBe("check/1")
})

test("reaching a step beyond its cap through another transition fails the run", async () => {
  const bench = runBench([two])
  await bench.start()
  for (const step of ["write", "check", "write", "check"])
    await bench.report(step, { outcome: step === "write" ? "ok" : "fail" })
  expect(await bench.place()).toBe("failed: step write was entered 2 times, which is its cap")
})

test("a required output must be reported, and not be empty", async () => {
  const workflow = defineWorkflow({
    name: "strict",
    start: "a",
    steps: [doStep({ id: "a", title: "A", outputRequired: true, next: { ok: "end" } })],
  })
  const bench = runBench([workflow])
  await bench.start()
  for (const how of [{ outcome: "ok" }, { outcome: "ok", text: " \n" }] as const)
    expect(refusal(await bench.report("a", how))).toEqual([
      "run.output-missing",
      "a must have an output",
      "report it again with --output FILE, or --output - for standard input",
    ])
  await bench.report("a", { text: "said" })
  expect(await bench.place()).toBe("done")
})

test("if more than one outcome is possible, the answer must state one", async () => {
  const bench = runBench([two])
  await bench.start()
  expect(refusal(await bench.report("write", { text: "a draft" }))).toEqual([
    "run.no-outcome",
    "the answer to write does not state an outcome",
    "end it with a line such as OUTCOME: ok",
  ])
})

test("gates, computed steps, questions and waits cannot be reported", async () => {
  const questions = [{ id: "q", text: "Which?", options: [] }]
  const first = { ask: ask({ id: "x", title: "X", questions, next: { ok: "end" } }) }
  const workflows = {
    "x cannot be reported: a person answers it": first.ask,
    "x cannot be reported: it waits": wait({ id: "x", title: "X", until: { seconds: 5 }, next: { ok: "end" } }),
    "x cannot be reported: its outcome is computed": gate({
      id: "x",
      title: "X",
      evidence: [{ kind: "command", command: "npm test" }],
      next: { ok: "end", fail: "end" },
    }),
  }
  for (const [message, step] of Object.entries(workflows)) {
    const bench = runBench([defineWorkflow({ name: "one", start: "x", steps: [step] })])
    await bench.start()
    expect(refusal(await bench.report("x", { outcome: "ok" })).slice(0, 2)).toEqual(["run.not-reportable", message])
  }
})

test("a gate's command is answered only under a lease", async () => {
  const step = gate({
    id: "x",
    title: "X",
    evidence: [{ kind: "command", command: "npm test" }],
    next: { ok: "end", fail: "end" },
  })
  const bench = runBench([defineWorkflow({ name: "one", start: "x", steps: [step] })])
  await bench.start()
  const text = JSON.stringify({ kind: "ran", exitCode: 0, output: "" })
  expect(refusal(await bench.report("x", { item: "command-1", text }))[0]).toBe("run.not-reportable")
  expect(refusal(await bench.report("x", { item: "command-1", text, epoch: 1 }))[0]).toBe("run.lease-lost")
  const claimed = await bench.store.claim({ worker: "w", leaseMilliseconds: 1000 })
  await bench.report("x", { item: "command-1", text, epoch: claimed!.lease.epoch })
  expect(await bench.place()).toBe("done")
})

test("an item that a fan-out does not have is refused", async () => {
  const bench = runBench([looking("all")])
  await bench.start()
  expect(refusal(await bench.report("look", { item: "d", outcome: "ok" })).slice(0, 2)).toEqual([
    "run.unknown-item",
    'look has no item "d"',
  ])
})

test.each([
  { join: "all", said: "ok ok ok", place: "end ok" },
  { join: "all", said: "ok fail", place: "end fail" },
  { join: "settled", said: "fail fail", place: "look/1" },
  { join: "settled", said: "fail fail ok", place: "end ok" },
  { join: "settled", said: "fail fail fail", place: "end fail" },
  { join: { atLeast: 2 }, said: "fail ok", place: "look/1" },
  { join: { atLeast: 2 }, said: "ok ok", place: "end ok" },
  { join: { atLeast: 2 }, said: "fail fail", place: "end fail" },
  { join: { atLeast: 3 }, said: "fail", place: "end fail" },
] as const)("a fan-out that joins $join and hears $said is at $place", async ({ join, said, place }) => {
  const bench = runBench([looking(join)])
  await bench.start()
  for (const [at, outcome] of said.split(" ").entries())
    await bench.report("look", { item: "abc"[at] ?? "", outcome: outcome as "ok" | "fail", text: `seen ${at}` })
  const { status, outcome } = await bench.run()
  expect(status === "done" ? `end ${outcome}` : await bench.place()).toBe(place)
})

test("an answer after a fan-out is settled is no longer needed", async () => {
  const bench = runBench([thenWrite({ atLeast: 1 })])
  await bench.start()
  await bench.report("look", { item: "b", outcome: "ok", text: "seen" })
  expect(refusal(await bench.report("look", { item: "a", outcome: "ok", text: "late" })).slice(0, 2)).toEqual([
    "run.stale",
    "the run is past look, round 1; it is at write, round 1",
  ])
  expect((await bench.report("look", { item: "b", outcome: "ok", text: "seen" })).kind).toBe("again")
  expect((await bench.history.dispatches("r", "look", 1)).map(({ item, status }) => `${item} ${status}`)).toEqual([
    "a cancelled",
    "b answered",
    "c cancelled",
  ])
})

test("the answers of a fan-out are one value, in the order of their items", async () => {
  const bench = runBench([thenWrite("all")])
  await bench.start()
  for (const item of ["c", "a", "b"]) await bench.report("look", { item, outcome: "ok", text: `seen by ${item}` })
  expect((await bench.history.dispatch({ run: "r", step: "write", round: 1, item: "-" }))?.ask).toEqual({
    kind: "prompt",
    prompt: ["a", "b", "c"].map((item) => `### ${item} (explore, ok)\n\nseen by ${item}`).join("\n\n"),
  })
})

test("a compute step is never reported, not even while something else waits", async () => {
  const bench = runBench([
    defineWorkflow({
      name: "counted",
      start: "count",
      steps: [
        compute({ id: "count", title: "Count", compute: { rows: [{ outcome: "ok" }] }, next: { ok: "a" } }),
        doStep({ id: "a", title: "A", next: { ok: "end" } }),
      ],
    }),
  ])
  await bench.start()
  expect(refusal(await bench.report("count", { outcome: "ok" }))[0]).toBe("run.not-reportable")
})

function looking(join: "all" | "settled" | { readonly atLeast: number }) {
  const items = (["a", "b", "c"] as const).map((item) => ({
    item,
    agent: "explore" as const,
    prompt: `Look at ${item}`,
  }))
  return defineWorkflow({
    name: "looking",
    start: "look",
    steps: [
      fanout({
        id: "look",
        title: "Look",
        items: { kind: "list", items },
        join,
        writes: ["seen"],
        next: { ok: "end", fail: "end" },
      }),
    ],
  })
}

function thenWrite(join: "all" | { readonly atLeast: number }) {
  const { steps, ...rest } = looking(join)
  return {
    ...rest,
    steps: [
      { ...steps[0]!, next: { ok: "write", fail: "end" } },
      dispatch({
        id: "write",
        title: "Write",
        agent: "developer",
        prompt: "{{values.seen}}",
        reads: ["seen"],
        next: { ok: "end", fail: "end" },
      }),
    ],
  }
}

function refusal(applied: Applied): readonly string[] {
  if (applied.kind !== "refused") return [applied.kind]
  const { code, message, next } = applied.refusal
  return [code, message, next]
}

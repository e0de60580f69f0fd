import { expect, test } from "vitest"
import { runBench } from "../../../../test/run-bench.ts"
import { scriptedAgents } from "../../../testing/scripted-agents.ts"
import { ask, defineWorkflow, dispatch, doStep, gate, wait } from "../../../workflow/define-workflow.ts"
import { verifyRun } from "../../verify-run.ts"

const gated = (override?: "person") =>
  defineWorkflow({
    name: "gated",
    start: "work",
    steps: [
      doStep({ id: "work", title: "Work", writes: ["text"], next: { ok: "gate" }, maxRounds: 9 }),
      gate({
        id: "gate",
        title: "Gate",
        reads: ["text"],
        evidence: [{ kind: "sections", of: "text", sections: ["Goal"] }],
        override,
        next: { ok: "after", fail: "work" },
      }),
      doStep({ id: "after", title: "After", next: { ok: "end" } }),
    ],
  })

test("right after a gate failed, a person may pass it with a reason; verifying shows it", async () => {
  const bench = runBench([gated("person")])
  await bench.start()
  await bench.report("work", { outcome: "ok", text: "no heading" })
  expect(await bench.place()).toBe("work/2")
  await bench.happen({ kind: "override", gate: "gate", by: "ann", reason: "a note needs no goal" })
  expect(await bench.place()).toBe("after/1")
  expect(await bench.told()).toContain(
    'override: {"gate":"gate","round":1,"from":{"step":"work","round":2},"by":"ann","reason":"a note needs no goal"}',
  )
  const verified = await verifyRun(bench.engine, "r")
  expect({ holds: verified.holds, replay: verified.replay, gates: verified.gates }).toMatchObject({
    holds: true,
    replay: { holds: true },
    gates: [{ step: "gate", round: 1, holds: true, overridden: "ann: a note needs no goal" }],
  })
})

test("a gate that waits for a person can be passed as well, and its question is withdrawn", async () => {
  const steps = [
    doStep({ id: "work", title: "Work", next: { ok: "review" } }),
    dispatch({
      id: "review",
      title: "Review",
      agent: "quality-reviewer",
      prompt: "Look",
      review: "Review",
      writes: ["report"],
      next: { ok: "gate", fail: "gate" },
    }),
    gate({
      id: "gate",
      title: "Gate",
      reads: ["report"],
      evidence: [{ kind: "review", of: "report" }],
      loop: { work: "work", review: "review", limit: 1, reverify: "fresh" },
      override: "person",
      next: { ok: "end", fail: "work" },
    }),
  ] as const
  const bench = runBench([defineWorkflow({ name: "limited", start: "work", steps })])
  await bench.start()
  await bench.report("work", { outcome: "ok" })
  await bench.report("review", { text: "- [logic-repeated] twice\nRESULT: FAIL" })
  expect(await bench.history.questions()).toHaveLength(1)
  await bench.happen({ kind: "override", gate: "gate", by: "ann", reason: "known" })
  expect(await bench.place()).toBe("done")
  expect(await bench.history.questions()).toEqual([])
  expect((await verifyRun(bench.engine, "r")).gates).toMatchObject([{ holds: true, overridden: "ann: known" }])
})

test.each([
  { override: undefined, gateName: "gate", reason: "r", message: "the workflow does not let anyone pass gate" },
  { override: "person", gateName: "work", reason: "r", message: "work is not a gate" },
  { override: "person", gateName: "gate", reason: " ", message: "an override needs a reason" },
] as const)("a gate is not passed: $message", async ({ override, gateName, reason, message }) => {
  const bench = runBench([gated(override)])
  await bench.start()
  await bench.report("work", { outcome: "ok", text: "no heading" })
  expect(await bench.happen({ kind: "override", gate: gateName, by: "ann", reason })).toMatchObject({
    kind: "refused",
    refusal: { code: "run.no-override", message },
  })
})

test("a gate can be passed only if the run is at it or right after it", async () => {
  const bench = runBench([gated("person")])
  await bench.start()
  const refused = { kind: "refused", refusal: { message: "the run is not waiting at gate" } }
  expect(await bench.happen({ kind: "override", gate: "gate", by: "ann", reason: "early" })).toMatchObject(refused)
  await bench.report("work", { outcome: "ok", text: "# Goal\n\nTo pass." })
  expect(await bench.place()).toBe("after/1")
  expect(await bench.happen({ kind: "override", gate: "gate", by: "ann", reason: "late" })).toMatchObject(refused)
})

test("a wait ends when its time has come, and not before", async () => {
  const bench = runBench([
    defineWorkflow({
      name: "waiting",
      start: "rest",
      steps: [
        wait({ id: "rest", title: "Rest", until: { seconds: 5 }, next: { ok: "after" } }),
        doStep({ id: "after", title: "After", next: { ok: "end" } }),
      ],
    }),
  ])
  await bench.start()
  bench.clock.now += 4_999
  await bench.happen({ kind: "tick" })
  expect(await bench.place()).toBe("rest/1")
  bench.clock.now += 1
  await bench.happen({ kind: "tick" })
  expect(await bench.place()).toBe("after/1")
  const before = await bench.run()
  await bench.happen({ kind: "tick" })
  expect(await bench.run()).toEqual(before)
})

test("a wait for a report ends with it, and no agent is asked to wait", async () => {
  const bench = runBench([
    defineWorkflow({
      name: "waiting",
      start: "deployed",
      steps: [
        wait({ id: "deployed", title: "Deployed?", until: { reported: true }, writes: ["log"], next: { ok: "after" } }),
        doStep({ id: "after", title: "After", reads: ["log"], next: { ok: "end" } }),
      ],
    }),
  ])
  await bench.start()
  const agents = scriptedAgents({ after: "seen" })
  expect((await bench.drive(agents)).kind).toBe("asks")
  expect(await bench.text()).toContain("skillet run report r --step deployed --round 1 --outcome ok")
  await bench.report("deployed", { text: "it is up" })
  expect((await bench.report("deployed", { text: "it is up" })).kind).toBe("again")
  expect((await bench.drive(agents)).kind).toBe("ended")
  expect(agents.asked).toEqual(["after"])
  expect(await bench.history.values("r", ["log"])).toMatchObject([{ step: "deployed", round: 1 }])
})

test("a dispatch that could not be executed fails the run, or leads to its error step", async () => {
  const asking = {
    id: "ask",
    title: "Ask",
    agent: "explore",
    prompt: "Look",
    next: { ok: "end", fail: "end" },
  } as const
  const alone = defineWorkflow({ name: "one", start: "ask", steps: [dispatch(asking)] })
  const mended = defineWorkflow({
    name: "one",
    start: "ask",
    steps: [
      dispatch({ ...asking, onError: "repair" }),
      doStep({
        id: "repair",
        title: "Mend",
        actions: ["Mend {{values._error}}"],
        reads: ["_error"],
        next: { ok: "end" },
      }),
    ],
  })
  const item = { step: "ask", round: 1, item: "-" }
  const error = { kind: "error", item, message: "no such model", by: "driver" } as const
  const failing = runBench([alone])
  await failing.start()
  await failing.happen(error)
  expect(await failing.place()).toBe("failed: step ask: no such model")
  const mending = runBench([mended])
  await mending.start()
  await mending.happen(error)
  expect(await mending.text()).toContain("Mend no such model")
  const before = await mending.run()
  await mending.happen(error)
  expect(await mending.run()).toEqual(before)
})

test("a cancelled run shows who ended it and why, asks nothing more and accepts nothing more", async () => {
  const bench = runBench([
    defineWorkflow({
      name: "asking",
      start: "agree",
      steps: [
        ask({
          id: "agree",
          title: "Agree",
          questions: [{ id: "q", text: "Which?", options: [] }],
          next: { ok: "end" },
        }),
      ],
    }),
  ])
  await bench.start()
  await bench.happen({ kind: "cancel", by: "ann", reason: "not needed" })
  expect(await bench.place()).toBe("cancelled: not needed (ann)")
  expect(await bench.history.questions()).toEqual([])
  expect(await bench.answer("q", "a")).toMatchObject({ kind: "refused", refusal: { code: "run.ended" } })
  expect(await bench.happen({ kind: "cancel", by: "bob", reason: "too" })).toMatchObject({ kind: "refused" })
})

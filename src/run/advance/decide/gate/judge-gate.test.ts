import { expect, test } from "vitest"
import { type RunBench, runBench } from "../../../../../test/run-bench.ts"
import { defineWorkflow, dispatch, doStep, gate } from "../../../../workflow/define-workflow.ts"
import type { Evidence } from "../../../../workflow/workflow.ts"
import { currentDirective } from "../../../build-directive.ts"

const loop = (limit: number, more: readonly Evidence[] = []) =>
  defineWorkflow({
    name: "reviewed",
    params: [{ name: "file", type: "text", about: "a file", default: "plan.md" }],
    start: "work",
    steps: [
      doStep({ id: "work", title: "Work", reads: ["report?"], writes: ["text"], next: { ok: "review" } }),
      dispatch({
        id: "review",
        title: "Review",
        agent: "quality-reviewer",
        review: "Text Review",
        prompt: "Iteration {{loop.iteration}}",
        reads: ["text"],
        writes: ["report"],
        next: { ok: "gate", fail: "gate" },
      }),
      gate({
        id: "gate",
        title: "Does it hold?",
        reads: ["report"],
        evidence: [{ kind: "review", of: "report" }, ...more],
        loop: { work: "work", review: "review", limit, reverify: "fresh", passMessage: "{{params.file}} holds." },
        next: { ok: "after", fail: "work" },
      }),
      doStep({ id: "after", title: "After", next: { ok: "end" } }),
    ],
  })

async function once(bench: RunBench, review: string): Promise<void> {
  await bench.report("work", { outcome: "ok", text: "a text" })
  await bench.report("review", { text: review })
}

const heavy = "- [decision-unrecorded] why\nRESULT: FAIL"
const light = "- [wording-uneven] two words\nRESULT: FAIL"

test("work, review and gate show the same iteration through all five iterations", async () => {
  const bench = runBench([loop(5)])
  await bench.start()
  const seen: string[] = []
  const look = async () => {
    const { step, review } = await currentDirective(bench.engine, "r")
    seen.push(
      `${step} ${review?.iteration} ${review?.failed === true ? "to repair" : ""} ${review?.blocking.join("+")}`,
    )
  }
  for (let iteration = 1; iteration <= 5; iteration++) {
    await look()
    await bench.report("work", { outcome: "ok", text: "a text" })
    await look()
    await bench.report("review", { text: heavy })
  }
  expect(seen).toEqual([
    "work 1  MUST+SHOULD+COULD",
    "review 1  MUST+SHOULD+COULD",
    "work 2 to repair MUST+SHOULD+COULD",
    "review 2 to repair MUST+SHOULD+COULD",
    "work 3 to repair MUST+SHOULD+COULD",
    "review 3 to repair MUST+SHOULD+COULD",
    "work 4 to repair MUST+SHOULD",
    "review 4 to repair MUST+SHOULD",
    "work 5 to repair MUST",
    "review 5 to repair MUST",
  ])
  expect(
    (await bench.history.visits("r")).filter(({ step }) => step === "gate").map((one) => one.loop?.iteration),
  ).toEqual([1, 2, 3, 4, 5])
  expect((await bench.history.dispatches("r", "review", 5))[0]?.ask).toEqual({ kind: "prompt", prompt: "Iteration 5" })
})

test("a gate passes if the open issues no longer block, and its count restarts after it passed", async () => {
  const bench = runBench([loop(5)])
  await bench.start()
  for (let times = 0; times < 4; times++) await once(bench, light)
  expect(await bench.place()).toBe("after/1")
  expect(await currentDirective(bench.engine, "r")).toMatchObject({
    gate: { gate: "Does it hold?", status: "pass", message: "plan.md holds." },
  })
})

async function atLimit(limit = 5, more: readonly Evidence[] = []): Promise<RunBench> {
  const bench = runBench([loop(limit, more)])
  await bench.start()
  for (let times = 0; times < limit; times++) await once(bench, heavy)
  return bench
}

test("at the limit a person is asked, with four choices and the open issues", async () => {
  const bench = await atLimit()
  expect(await bench.place()).toBe("gate/5")
  expect(await bench.history.questions()).toMatchObject([
    {
      id: "limit",
      kind: "limit",
      text: "Does it hold?: after 5 reviews it still does not pass. 1 issue of MUST open.\n- [decision-unrecorded] why",
      options: [{ label: "continue" }, { label: "fix-must-only" }, { label: "skip-check" }, { label: "abort" }],
      urgency: 100,
    },
  ])
  const { outcomes, dispatches, actions, questions } = await currentDirective(bench.engine, "r")
  expect({ outcomes, dispatches, actions, asks: questions.map(({ id }) => id) }).toEqual({
    outcomes: [],
    dispatches: [],
    actions: [],
    asks: ["limit"],
  })
})

test("continuing grants one more round, then a person is asked again", async () => {
  const bench = await atLimit(2)
  await bench.answer("limit", "continue")
  expect(await bench.place()).toBe("work/3")
  await once(bench, heavy)
  expect(await bench.place()).toBe("gate/3")
  await bench.answer("limit", "1")
  await once(bench, "RESULT: PASS")
  expect(await bench.place()).toBe("after/1")
})

test("continuing with MUST only lets every lower level pass from then on", async () => {
  const bench = await atLimit(2)
  await bench.answer("limit", "fix-must-only")
  expect((await currentDirective(bench.engine, "r")).review?.blocking).toEqual(["MUST"])
  await once(bench, light)
  expect(await bench.place()).toBe("after/1")
})

test("skipping the check records each open issue as an accepted risk, with who, what and when", async () => {
  const bench = await atLimit(2)
  await bench.answer("limit", "skip-check")
  expect(await bench.place()).toBe("after/1")
  expect((await bench.told()).filter((line) => line.startsWith("risks"))).toEqual([
    'risks-accepted: {"step":"gate","round":2,"by":"ann","risks":[{"issue":"[decision-unrecorded] why","choice":"skip-check","iteration":2}]}',
  ])
})

test("skipping the check records evidence that does not hold as an accepted risk, next to the issues of the review", async () => {
  const bench = await atLimit(1, [{ kind: "sections", of: "report", sections: ["Scope"] }])
  await bench.answer("limit", "skip-check")
  const [accepted] = (await bench.told()).filter((line) => line.startsWith("risks"))
  expect(accepted).toContain('"issue":"[decision-unrecorded] why"')
  expect(accepted).toMatch(/"issue":"[^"]*Scope/)
})

test("aborting ends the run", async () => {
  const bench = await atLimit(2)
  await bench.answer("limit", "abort")
  expect(await bench.place()).toBe("cancelled: Does it hold?: ended by ann at the review limit")
})

test("a gate with commands waits for them and judges their results", async () => {
  const workflow = defineWorkflow({
    name: "tested",
    params: [{ name: "test", type: "text", about: "a command", default: "" }],
    start: "gate",
    steps: [
      gate({
        id: "gate",
        title: "Gate",
        evidence: [
          { kind: "command", command: "{{params.test}}" },
          { kind: "command", command: "npm run lint", exit: 0 },
        ],
        next: { ok: "end", fail: "repair" },
      }),
      doStep({ id: "repair", title: "Repair", next: { ok: "end" } }),
    ],
  })
  const judged = async (test: string, exits: readonly number[]) => {
    const bench = runBench([workflow])
    await bench.start({ params: { test } })
    const asked = (await bench.history.dispatches("r", "gate", 1)).map(({ item, ask }) => [item, ask])
    const left = [...exits]
    await bench.drive(
      { name: "nobody", ask: async () => ({ text: "mended" }) },
      { atOnce: 1, forGate: async () => ({ kind: "ran", exitCode: left.shift() ?? 9, output: "" }) },
    )
    return { asked, because: (await bench.history.visit("r", "gate", 1))?.because }
  }
  const lint = { kind: "command", command: "npm run lint" }
  expect(await judged("", [0])).toEqual({
    asked: [["command-2", lint]],
    because: "no command was given for {{params.test}}; `npm run lint` ended with 0",
  })
  expect(await judged("npm test", [0, 2])).toEqual({
    asked: [
      ["command-1", { kind: "command", command: "npm test" }],
      ["command-2", lint],
    ],
    because: "`{{params.test}}` ended with 0; `npm run lint` ended with 2",
  })
})

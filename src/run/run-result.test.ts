import { directiveJson } from "./directive/directive-json.ts"
import { describe, expect, test } from "vitest"
import { runBench } from "../../test/run-bench.ts"
import { defineWorkflow, dispatch, doStep, fanout, gate } from "../workflow/define-workflow.ts"
import { renderXml } from "./directive/xml/render-xml.ts"
import { currentDirective } from "./build-directive.ts"
import { type DispatchStatus, NO_ITEM, type Result } from "./model.ts"
import { isAwaitingAnswer, listFailedItems, hasEnded, tellRun, writePassedActions } from "./run-result.ts"

const FAIL = "- [decision-unrecorded] why 50?\nRESULT: FAIL"

describe("the end of a run", () => {
  const writing = defineWorkflow({
    name: "writing",
    start: "write",
    result: "text",
    steps: [doStep({ id: "write", title: "Write", writes: ["text"], next: { ok: "end" } })],
  })

  test("shows its result", async () => {
    const bench = runBench([writing])
    await bench.start()
    await bench.report("write", { outcome: "ok", text: "It stands.\n" })
    expect(await bench.text()).toBe(
      "STEP 1/1: Done\n\nDO:\n  The result (text):\n\n  It stands.\n\nWORKFLOW COMPLETE - Present results to user.",
    )
    expect(renderXml(await currentDirective(bench.engine, "r"))).toContain("It stands.")
  })

  test("shows the command that prints a result that is data", async () => {
    const bench = runBench([{ ...writing, resultPrintedBy: "review --run" }])
    await bench.start()
    await bench.report("write", { outcome: "ok", text: "{}" })
    expect((await currentDirective(bench.engine, "r")).actions).toEqual([
      "To see the text, run: skillet review --run r",
    ])
  })

  test("shows where to read a long result in full", async () => {
    const bench = runBench([writing])
    await bench.start()
    await bench.report("write", { outcome: "ok", text: "word ".repeat(2000) })
    const { actions } = await currentDirective(bench.engine, "r")
    expect(actions[0]).toHaveLength("The result (text):\n\n".length + 3999)
    expect(actions[1]).toBe(
      "The first 3999 of 10000 characters. The whole text: skillet run show r --step write --round 1",
    )
  })

  test("shows the answers of all agents where they are the result, and nothing if none was written", async () => {
    const many = defineWorkflow({
      name: "many",
      start: "look",
      result: "seen",
      steps: [
        fanout({
          id: "look",
          title: "Look",
          writes: ["seen"],
          items: { kind: "list", items: [{ item: "a", agent: "explore", prompt: "Look" }] },
          join: "all",
          next: { ok: "end", fail: "end" },
        }),
      ],
    })
    const bench = runBench([many])
    await bench.start()
    await bench.report("look", { item: "a", text: "Found." })
    expect((await currentDirective(bench.engine, "r")).actions).toEqual([
      "The result (seen):\n\n### a (explore, ok)\n\nFound.",
    ])
    const bare = runBench([writing])
    await bare.start()
    await bare.report("write", { outcome: "ok" })
    expect((await currentDirective(bare.engine, "r")).actions).toEqual([])
  })
})

describe("a run that ends without success", () => {
  const asking = defineWorkflow({
    name: "asking",
    start: "look",
    steps: [
      dispatch({ id: "look", title: "Look", agent: "explore", prompt: "Look", next: { ok: "end", fail: "end" } }),
    ],
  })

  test.each([
    { reason: "no agents here", text: "nothing", because: ": no agents here" },
    { reason: undefined, text: "\n# Nothing was found\nmore\nOUTCOME: fail", because: ": # Nothing was found" },
    { reason: undefined, text: "OUTCOME: fail", because: "." },
    { reason: undefined, text: "x".repeat(400), because: `: ${"x".repeat(300)}…` },
  ])(
    "says at which step and why, and is not called complete: $reason, $text",
    async ({ reason, text, because: why }) => {
      const because = `The run ended because look did not succeed${why}`
      const bench = runBench([asking])
      await bench.start()
      await bench.report("look", { outcome: "fail", text, reason })
      expect(await bench.text()).toBe(
        `STEP 1/1: Ended without success\n\nDO:\n  ${because}\n\nRUN ENDED WITHOUT SUCCESS - Tell the user why.`,
      )
      const directive = await currentDirective(bench.engine, "r")
      expect(renderXml(directive)).toContain(because)
      expect(directiveJson(directive)).toMatchObject({ status: "failed", done: false, ended: true, because })
      expect(tellRun(await bench.run())).toMatchObject({ status: "failed", outcome: "fail", because })
    },
  )

  test("a run that succeeded is done, and a running one is neither done nor ended", async () => {
    const bench = runBench([asking])
    await bench.start()
    const running = directiveJson(await currentDirective(bench.engine, "r"))
    expect(running).toMatchObject({ status: "running", done: false, ended: false })
    await bench.report("look", { outcome: "ok", text: "something" })
    const done = directiveJson(await currentDirective(bench.engine, "r"))
    expect(done).toMatchObject({ status: "done", done: true, ended: true })
    expect(tellRun(await bench.run())).toEqual(await bench.run())
  })
})

describe("a gate that a person lets pass with open issues", () => {
  const planning = defineWorkflow({
    name: "planning",
    start: "plan",
    steps: [
      doStep({ id: "plan", title: "Plan", writes: ["plan"], reads: ["report?"], next: { ok: "review" } }),
      dispatch({
        id: "review",
        title: "Review",
        agent: "quality-reviewer",
        prompt: "Judge",
        review: "Plan Review",
        reads: ["plan"],
        writes: ["report"],
        next: { ok: "gate", fail: "gate" },
      }),
      gate({
        id: "gate",
        title: "Is the plan complete?",
        reads: ["report"],
        evidence: [{ kind: "review", of: "report" }],
        loop: { work: "plan", review: "review", limit: 2, reverify: "fresh", passMessage: "The plan is complete." },
        override: "person",
        next: { ok: "build", fail: "plan" },
      }),
      doStep({ id: "build", title: "Build", next: { ok: "tell" } }),
      doStep({ id: "tell", title: "Tell", next: { ok: "end" } }),
    ],
  })

  async function failedTwice() {
    const bench = runBench([planning])
    await bench.start()
    for (const round of [1, 2]) {
      await bench.report("plan", { outcome: "ok", text: `plan ${round}` })
      await bench.report("review", { text: FAIL })
    }
    return bench
  }

  const said =
    'The gate "Is the plan complete?" was passed with open issues by ann. Do not call the work complete. Still open:\n- [decision-unrecorded] why 50?'

  test("is never called complete: every later step and the end name who passed it and what is open", async () => {
    const bench = await failedTwice()
    await bench.answer("limit", "skip-check")
    const next = await currentDirective(bench.engine, "r")
    expect([next.step, next.gate?.message, next.actions[0]]).toEqual(["build", "passed with open issues by ann", said])
    await bench.report("build", { outcome: "ok" })
    expect((await currentDirective(bench.engine, "r")).actions).toEqual([said])
    await bench.report("tell", { outcome: "ok" })
    const end = await currentDirective(bench.engine, "r")
    expect([end.title, end.actions]).toEqual(["Done, with open issues", [said]])
    expect(await bench.text()).not.toContain("The plan is complete")
  })

  test("is shown with the reason if it was passed before the limit", async () => {
    const bench = runBench([planning])
    await bench.start()
    await bench.report("plan", { outcome: "ok", text: "plan 1" })
    await bench.report("review", { text: FAIL })
    expect(await bench.place()).toBe("plan/2")
    await bench.happen({ kind: "override", gate: "gate", by: "ann", reason: "known" })
    expect((await currentDirective(bench.engine, "r")).actions).toEqual([said.replace("by ann.", "by ann: known.")])
  })

  test("is shown as passed if it did pass", async () => {
    const bench = runBench([planning])
    await bench.start()
    await bench.report("plan", { outcome: "ok", text: "plan 1" })
    await bench.report("review", { text: "RESULT: PASS" })
    const next = await currentDirective(bench.engine, "r")
    expect([next.gate?.message, next.actions]).toEqual(["The plan is complete.", []])
  })
})

describe("the agent of a child run", () => {
  const below = defineWorkflow({
    name: "below",
    start: "report",
    result: "report",
    steps: [
      doStep({
        id: "report",
        title: "Report",
        outputRequired: true,
        writes: ["report"],
        next: { ok: "end", fail: "end" },
      }),
    ],
  })
  const above = (review: string | undefined) =>
    defineWorkflow({
      name: "above",
      start: "ask",
      steps: [
        dispatch({
          id: "ask",
          title: "Ask",
          agent: "quality-reviewer",
          workflow: "below",
          writes: ["report"],
          review,
          next: { ok: "gate", fail: "gate" },
        }),
        gate({
          id: "gate",
          title: "Gate",
          reads: ["report"],
          evidence: [
            { kind: "sections", of: "report", sections: ["Goal"] },
            ...(review === undefined ? [] : [{ kind: "review", of: "report" } as const]),
          ],
          next: { ok: "end", fail: "end" },
        }),
      ],
    })

  test.each([
    { review: "Review", text: "Read all.\nRESULT: PASS", answer: ["RESULT: PASS"] },
    { review: "Review", text: FAIL, answer: ["RESULT: FAIL", "REPORT: .skillet/out/r.ask.1/report.1.md"] },
    { review: undefined, text: "What I saw.", answer: ["Done: below (run r.ask.1)"] },
  ])("answers in a line or two, and the report stays in its file: $answer", async ({ review, text, answer }) => {
    const bench = runBench([above(review), below])
    await bench.start()
    await bench.report("report", { run: "r.ask.1", outcome: "ok", text })
    const end = await currentDirective(bench.engine, "r.ask.1")
    expect(end.answer).toEqual({ lines: answer, isReview: review !== undefined })
    const shown = await bench.text("r.ask.1")
    expect(shown).toContain(
      [
        "  Your output is recorded. If another agent started you for this, answer with these lines only:",
        ...answer,
        "ORCHESTRATOR ACTION: run this now, before anything else: skillet run current r",
        ...(review === undefined ? [] : ["Do not read the report. Do not fix anything yourself."]),
      ].join("\n  "),
    )
    expect(shown.split("\n").at(-1)).toBe("RUN ENDED - Answer with the lines above.")
    expect(shown).not.toContain("why 50?")
  })

  test("is mentioned before a review starts", async () => {
    const looped = defineWorkflow({
      name: "looped",
      start: "work",
      steps: [
        doStep({ id: "work", title: "Work", next: { ok: "ask" } }),
        dispatch({
          id: "ask",
          title: "Ask",
          agent: "quality-reviewer",
          workflow: "below",
          writes: ["report"],
          review: "Review",
          next: { ok: "gate", fail: "gate" },
        }),
        gate({
          id: "gate",
          title: "Gate",
          reads: ["report"],
          evidence: [{ kind: "review", of: "report" }],
          loop: { work: "work", review: "ask", limit: 2, reverify: "fresh" },
          next: { ok: "end", fail: "work" },
        }),
      ],
    })
    const bench = runBench([looped, below])
    await bench.start()
    await bench.report("work", { outcome: "ok" })
    const shown = await bench.text()
    expect(shown).toContain("Write the full report to the file that your run's last step names")
    expect(shown).toContain("Answer with these lines only.")
  })
})

test("a run has ended once it is no longer running", () => {
  expect((["running", "done", "failed", "cancelled"] as const).map((status) => hasEnded({ status }))).toEqual([
    false,
    true,
    true,
    true,
  ])
})

test("an answer is awaited while a dispatch may be claimed or is claimed", () => {
  const all: readonly DispatchStatus[] = ["open", "held", "leased", "answered", "cancelled"]
  expect(all.filter((status) => isAwaitingAnswer({ status }))).toEqual(["open", "leased"])
})

test("the failures of a step are those of its agents, not its own", () => {
  const results = [
    { item: "a", outcome: "fail" },
    { item: "b", outcome: "ok" },
    { item: NO_ITEM, outcome: "fail" },
  ] as readonly Pick<Result, "item" | "outcome">[] as readonly Result[]
  expect(listFailedItems(results).map(({ item }) => item)).toEqual(["a"])
})

test("an accepted issue that names a place is to be marked there", () => {
  const passed = {
    title: "Is it right?",
    because: "passed with open issues by ann",
    open: ["[x] src/a.ts:12: no reason"],
  }
  expect(writePassedActions([passed])).toEqual([
    `The gate "Is it right?" was passed with open issues by ann. Do not call the work complete. Still open:
- [x] src/a.ts:12: no reason
Mark each issue that names a place there, unless it is marked already: a comment line directly above it, \`ACCEPTED RISK: \` and what is wrong, without the category and the place.`,
  ])
  expect(writePassedActions([{ ...passed, open: ["[x] no reason"] }])[0]).not.toContain("Mark")
})

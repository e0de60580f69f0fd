import { expect, test } from "vitest"
import { runBench } from "../../../../test/run-bench.ts"
import { ask, defineWorkflow, dispatch, doStep } from "../../../workflow/define-workflow.ts"
import type { Question } from "../../../workflow/workflow.ts"
import { currentDirective } from "../../build-directive.ts"

const asking = (questions: readonly Question[]) =>
  defineWorkflow({
    name: "asking",
    start: "agree",
    steps: [
      ask({
        id: "agree",
        title: "Agree",
        questions,
        writes: ["said"],
        next: { ok: "work", fail: "end", skip: "agree" },
        maxRounds: 3,
      }),
      dispatch({
        id: "work",
        title: "Work",
        agent: "developer",
        reads: ["said"],
        prompt: "{{values.said}}",
        next: { ok: "end", fail: "end" },
      }),
    ],
  })

const size: Question = {
  id: "size",
  text: "How large?",
  options: [{ label: "Small" }, { label: "Large", about: "takes longer" }, { label: "None", outcome: "fail" }],
}
const places: Question = { id: "places", text: "Where?", multiple: true, options: [{ label: "a" }, { label: "b" }] }
const why: Question = { id: "why", text: "Why?", options: [] }

test("a step is done when its last question is answered, and the answers are its value", async () => {
  const bench = runBench([asking([size, why])])
  await bench.start()
  await bench.answer("why", "because")
  expect(await bench.place()).toBe("agree/1")
  await bench.answer("size", "large")
  const [asked] = await bench.history.dispatches("r", "work", 1)
  expect(asked?.ask.kind === "prompt" && JSON.parse(asked.ask.prompt)).toEqual([
    { id: "size", question: "How large?", answers: ["Large"], by: "ann", at: bench.clock.now },
    { id: "why", question: "Why?", answers: ["because"], by: "ann", at: bench.clock.now },
  ])
})

test.each([
  { question: "size", answers: ["2"], taken: ["Large"] },
  { question: "size", answers: [" small "], taken: ["Small"] },
  { question: "places", answers: ["2", "A"], taken: ["b", "a"] },
  { question: "why", answers: ["1"], taken: ["1"] },
])("the answer $answers to $question is $taken", async ({ question, answers, taken }) => {
  const bench = runBench([asking([size, places, why])])
  await bench.start()
  await bench.answer(question, answers)
  const kept = (await bench.run()).questions.find(({ id }) => id === question)
  expect(kept?.answer?.answers).toEqual(taken)
})

test.each([
  {
    question: "size",
    answers: ["4"],
    why: '"4" is not one of the options',
    next: "answer with one of Small, Large, None",
  },
  {
    question: "size",
    answers: ["0"],
    why: '"0" is not one of the options',
    next: "answer with one of Small, Large, None",
  },
  {
    question: "size",
    answers: ["Small", "Large"],
    why: "only one answer can be given",
    next: "answer with one of Small, Large, None",
  },
  { question: "why", answers: ["  "], why: "the answer is empty", next: "say something" },
])("the answer $answers to $question is refused: $why", async ({ question, answers, why: message, next }) => {
  const bench = runBench([asking([size, places, { id: "why", text: "Why?", options: [] }])])
  await bench.start()
  expect(await bench.answer(question, answers)).toEqual({
    kind: "refused",
    refusal: { code: "run.bad-answer", message, next },
  })
  expect(await bench.history.questions({ run: "r" })).toHaveLength(3)
})

test("an option may set the outcome; the first that is not ok decides", async () => {
  const bench = runBench([asking([size])])
  await bench.start()
  await bench.answer("size", "None")
  expect([await bench.place(), (await bench.run()).outcome]).toEqual(["done", "fail"])
})

test("the same answer again changes nothing, even if it names the option differently; another one is refused", async () => {
  const bench = runBench([asking([size, why])])
  await bench.start()
  await bench.answer("size", "2")
  const before = await bench.run()
  expect((await bench.answer("size", "2")).kind).toBe("applied")
  expect((await bench.answer("size", "LARGE")).kind).toBe("applied")
  expect(await bench.run()).toEqual(before)
  expect(await bench.answer("size", "1")).toMatchObject({
    kind: "refused",
    refusal: { code: "run.bad-answer", message: "size was already answered by ann" },
  })
})

test("an answer to an unknown question is refused with the open ones", async () => {
  const bench = runBench([asking([size, why])])
  await bench.start()
  expect(await bench.answer("sizes", "2")).toEqual({
    kind: "refused",
    refusal: {
      code: "run.no-question",
      message: 'run r has no open question "sizes"',
      next: "select one with --question: size, why",
    },
  })
})

test("four questions are asked at a time, the most urgent first", async () => {
  const many = [1, 5, 3, 2, 4, 0].map((urgency) => ({ id: `u${urgency}`, text: `${urgency}?`, options: [], urgency }))
  const bench = runBench([asking(many)])
  await bench.start()
  const shown = async () => (await currentDirective(bench.engine, "r")).questions.map(({ id }) => id)
  expect(await shown()).toEqual(["u5", "u4", "u3", "u2"])
  await bench.answer("u4", "yes")
  expect(await shown()).toEqual(["u5", "u3", "u2", "u1"])
})

test("questions can be what an earlier step wrote; none to ask is ok", async () => {
  const workflow = defineWorkflow({
    name: "asked",
    start: "prepare",
    steps: [
      doStep({ id: "prepare", title: "Prepare", writes: ["open"], next: { ok: "agree" } }),
      ask({ id: "agree", title: "Agree", reads: ["open"], questions: { from: "open" }, next: { ok: "end" } }),
    ],
  })
  const started = async (text: string) => {
    const bench = runBench([workflow])
    await bench.start()
    await bench.report("prepare", { outcome: "ok", text })
    return bench
  }
  const bench = await started(
    JSON.stringify({
      questions: ["Go on?", { question: "Which?", options: ["a", { label: "b", description: "second" }], urgency: 3 }],
    }),
  )
  const asked = (await bench.history.questions({ run: "r" })).map(({ id, text, options }) => ({ id, text, options }))
  expect(asked).toEqual([
    { id: "q2", text: "Which?", options: [{ label: "a" }, { label: "b", about: "second" }] },
    { id: "q1", text: "Go on?", options: [] },
  ])
  const hostile = await started(
    JSON.stringify([{ text: "Which?\n\nThen run: x", options: [{ label: "a\nb", description: "c\u001b[1m\nd" }] }]),
  )
  const [plain] = await hostile.history.questions({ run: "r" })
  expect([plain?.text, plain?.options]).toEqual(["Which? Then run: x", [{ label: "a b", about: "c\\u001b[1m d" }]])
  expect(await (await started("[]")).place()).toBe("done")
  expect(await (await started("nothing to ask")).place()).toBe("prepare/1")
})

test("a question of one round is not a question of the next", async () => {
  const bench = runBench([asking([{ ...size, options: [{ label: "Again", outcome: "skip" }, { label: "Done" }] }])])
  await bench.start()
  await bench.answer("size", "Again")
  expect(await bench.place()).toBe("agree/2")
  await bench.answer("size", "Done")
  expect(await bench.place()).toBe("work/1")
})

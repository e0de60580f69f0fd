import { describe, expect, test } from "vitest"
import { runBench } from "../../../../test/run-bench.ts"
import { scriptedAgents } from "../../../testing/scripted-agents.ts"
import { ask, compute, defineWorkflow, dispatch, doStep, fanout } from "../../../workflow/define-workflow.ts"
import type { Outcome } from "../../../workflow/outcome.ts"
import type { ValueSchema } from "../../../workflow/workflow.ts"

const described: ValueSchema = {
  type: "object",
  required: ["kind", "tests"],
  properties: { kind: { enum: ["a", "b"] }, tests: { type: "array", minItems: 1, items: { type: "string" } } },
}

const doing = (output: ValueSchema) =>
  defineWorkflow({
    name: "doing",
    start: "write",
    steps: [
      doStep({ id: "write", title: "Write", output, writes: ["it"], next: { ok: "end", fail: "end", skip: "end" } }),
    ],
  })

async function reported(output: ValueSchema, text: string | undefined, outcome: Outcome = "ok") {
  const bench = runBench([doing(output)])
  await bench.start()
  const applied = await bench.report("write", { outcome, ...(text === undefined ? {} : { text }) })
  return applied.kind === "refused" ? `${applied.refusal.code}: ${applied.refusal.message}` : applied.kind
}

describe("the output of a step", () => {
  test.each([
    { text: undefined, said: "run.output-missing: write must have an output" },
    { text: "OUTCOME: ok", said: "run.output-missing: write must have an output" },
    { text: "not json", said: "run.output-shape: the output of write does not fit: it is not JSON" },
    { text: "[]", said: "run.output-shape: the output of write does not fit: it is not an object" },
    {
      text: '{"kind":"c","tests":[]}',
      said: "run.output-shape: the output of write does not fit: it.kind is not one of a, b; it.tests has no entries",
    },
    { text: '{"kind":"a","tests":["x"]}', said: "applied" },
    { text: '```json\n{"kind":"a","tests":["x"]}\n```\nOUTCOME: ok', said: "applied" },
  ])("$text is answered with $said", async ({ text, said }) => {
    expect(await reported(described, text)).toBe(said)
  })

  test("that is text must be long enough", async () => {
    expect(await reported({ type: "string", minLength: 5 }, "[1]")).toBe(
      "run.output-shape: the output of write does not fit: it is shorter than 5 characters",
    )
    expect(await reported({ type: "string", minLength: 5 }, '["a", "b"]')).toBe("applied")
  })

  test("has its shape whatever the outcome, unless the step failed, which its text must explain", async () => {
    expect(await reported(described, "not json", "skip")).toMatch(/^run\.output-shape/)
    expect(await reported(described, "the file does not exist", "fail")).toBe("applied")
    expect(await reported(described, undefined, "fail")).toMatch(/^run\.output-missing/)
  })

  test("is described where the step is shown, and is reported as a file", async () => {
    const bench = runBench([doing(described)])
    await bench.start()
    const text = await bench.text()
    expect(text).toContain(
      "Write a JSON object with `kind` (one of `a`, `b`), `tests` (a list of at least 1 entry, each text) and no other text.",
    )
    expect(text).toContain("--outcome ok --output .skillet/out/r/write.1.md")
  })

  test("is refused with what to write instead, and nothing changes", async () => {
    const bench = runBench([doing(described)])
    await bench.start()
    const before = await bench.run()
    expect(await bench.report("write", { outcome: "ok", text: "{}" })).toMatchObject({
      refusal: { next: expect.stringContaining("write a JSON object with `kind`") },
    })
    expect(await bench.run()).toEqual(before)
  })
})

describe("the answer of an agent", () => {
  const asking = (output?: ValueSchema) =>
    defineWorkflow({
      name: "asking",
      start: "ask",
      steps: [
        dispatch({
          id: "ask",
          title: "Ask",
          agent: "explore",
          prompt: "Look",
          ...(output === undefined ? {} : { output }),
          next: { ok: "end", fail: "end" },
        }),
      ],
    })

  test.each(["", " \n", "OUTCOME: ok"])("that is empty (%j) is never ok", async (text) => {
    const bench = runBench([asking()])
    await bench.start()
    expect(await bench.report("ask", { text })).toMatchObject({ refusal: { code: "run.output-missing" } })
    expect(await bench.report("ask", { outcome: "fail" })).toMatchObject({ kind: "applied" })
  })

  test("has the shape that its prompt names; a driver asks again, then the step is an error", async () => {
    const bench = runBench([asking(described)])
    await bench.start()
    const prompts: string[] = []
    const agents = scriptedAgents({
      "*": ({ prompt }) => {
        prompts.push(prompt)
        return "here you are"
      },
    })
    await bench.drive(agents)
    expect(prompts).toHaveLength(3)
    expect(prompts[0]).toContain("Answer with a JSON object with `kind`")
    expect(await bench.place()).toBe("failed: step ask: the output of ask does not fit: it is not JSON")
  })

  test("counts when a later attempt fits", async () => {
    const bench = runBench([asking(described)])
    await bench.start()
    let tries = 0
    await bench.drive(scriptedAgents({ "*": () => (++tries < 3 ? "" : '{"kind":"b","tests":["x"]}') }))
    expect([tries, await bench.place()]).toEqual([3, "done"])
  })
})

describe("a value that a later step takes its items from", () => {
  const spreading = (skip?: "last") =>
    defineWorkflow({
      name: "spreading",
      start: "list",
      steps: [
        doStep({ id: "list", title: "List", writes: ["tasks"], next: { ok: "check", fail: "last" } }),
        doStep({ id: "check", title: "Check", next: { ok: "each" } }),
        fanout({
          id: "each",
          title: "Each",
          reads: ["tasks"],
          items: { kind: "each", of: "tasks", most: 2, ask: { agent: "explore", prompt: "{{item.text}}" } },
          join: "all",
          next: { ok: "last", fail: "last", ...(skip === undefined ? {} : { skip }) },
        }),
        doStep({ id: "last", title: "Last", next: { ok: "end" } }),
      ],
    })

  test.each([
    { text: "Some prose instead of tasks.", message: "tasks has no entries, but each starts one agent for each" },
    { text: undefined, message: "tasks has no entries, but each starts one agent for each" },
    { text: '["a","b","c"]', message: "tasks has 3 entries, but each starts at most 2 agents" },
    { text: "- a\n- b\n- c", message: "tasks has 3 entries, but each starts at most 2 agents" },
  ])("is refused when it is reported: $message", async ({ text, message }) => {
    const bench = runBench([spreading()])
    await bench.start()
    const applied = await bench.report("list", { outcome: "ok", ...(text === undefined ? {} : { text }) })
    expect(applied).toMatchObject({ kind: "refused", refusal: { code: "run.output-shape", message } })
    expect(await bench.place()).toBe("list/1")
  })

  test("may be empty if the workflow has a transition for it, and if no path leads there", async () => {
    const skipping = runBench([spreading("last")])
    await skipping.start()
    await skipping.report("list", { outcome: "ok", text: "[]" })
    await skipping.report("check", { outcome: "ok" })
    expect(await skipping.place()).toBe("last/1")
    const failing = runBench([spreading()])
    await failing.start()
    await failing.report("list", { outcome: "fail", text: "nothing to do" })
    expect(await failing.place()).toBe("last/1")
  })

  test("that was not reported is an error of the fan-out, and no entry is dropped", async () => {
    const workflow = defineWorkflow({
      name: "computed",
      start: "list",
      steps: [
        compute({
          id: "list",
          title: "List",
          writes: ["tasks"],
          compute: () => ({ outcome: "ok", values: { tasks: ["a", "b", "c"] } }),
          next: { ok: "each" },
        }),
        fanout({
          id: "each",
          title: "Each",
          reads: ["tasks"],
          items: { kind: "each", of: "tasks", most: 2, ask: { agent: "explore", prompt: "{{item.text}}" } },
          join: "all",
          next: { ok: "end", fail: "end" },
        }),
      ],
    })
    const bench = runBench([workflow])
    await bench.start()
    expect(await bench.place()).toBe("failed: step each: tasks has 3 entries, but each starts at most 2 agents")
  })

  test.each(["which?", '[{"options":["a"]}]', '["a", 3]'])("is refused as questions: %s", async (text) => {
    const bench = runBench([
      defineWorkflow({
        name: "asked",
        start: "prepare",
        steps: [
          doStep({ id: "prepare", title: "Prepare", writes: ["open"], next: { ok: "between" } }),
          doStep({ id: "between", title: "Between", next: { ok: "agree" } }),
          ask({ id: "agree", title: "Agree", reads: ["open"], questions: { from: "open" }, next: { ok: "end" } }),
        ],
      }),
    ])
    await bench.start()
    expect(await bench.report("prepare", { outcome: "ok", text })).toMatchObject({
      refusal: {
        code: "run.output-shape",
        message: "agree asks a person the questions in open, but the output is not a list of questions",
      },
    })
  })
})

describe("the result of a child run", () => {
  const below = (result?: string) =>
    defineWorkflow({
      name: "below",
      start: "look",
      ...(result === undefined ? {} : { result }),
      steps: [doStep({ id: "look", title: "Look", writes: ["seen"], next: { ok: "end" } })],
    })
  const above = (output?: ValueSchema) =>
    defineWorkflow({
      name: "above",
      start: "ask",
      steps: [
        dispatch({
          id: "ask",
          title: "Ask",
          agent: "explore",
          workflow: "below",
          ...(output === undefined ? {} : { output }),
          next: { ok: "end", fail: "end" },
        }),
      ],
    })

  test.each([
    {
      what: "without a declared result needs no text",
      output: undefined,
      result: undefined,
      text: undefined,
      place: "done",
    },
    {
      what: "that was declared but not reported",
      output: undefined,
      result: "seen",
      text: undefined,
      place: "failed: step ask: run r.ask.1: the answer to ask is empty",
    },
    {
      what: "that does not fit",
      output: described,
      result: "seen",
      text: "prose",
      place: "failed: step ask: run r.ask.1: the output of ask does not fit: it is not JSON",
    },
    { what: "that fits", output: described, result: "seen", text: '{"kind":"a","tests":["x"]}', place: "done" },
  ])("$what leaves its parent $place", async ({ output, result, text, place }) => {
    const bench = runBench([above(output), below(result)])
    await bench.start()
    await bench.report("look", { run: "r.ask.1", outcome: "ok", ...(text === undefined ? {} : { text }) })
    expect(await bench.place()).toBe(place)
  })
})

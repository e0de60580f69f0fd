import { describe, expect, test } from "vitest"
import { runBench } from "../../../../test/run-bench.ts"
import { defineWorkflow } from "../../define-workflow.ts"
import type { Workflow } from "../../workflow.ts"
import { checkWorkflow, findWorkflowErrors } from "../check-workflow.ts"

const any = { id: "a", title: "A", actions: ["look"], next: { ok: "end", fail: "end" } }
const asked = { agent: "explore", prompt: "p", tier: "small" }
const steps = {
  do: { ...any, kind: "do", writes: ["x"], output: { type: "object", required: ["a"], properties: { a: {} } } },
  dispatch: { ...any, kind: "dispatch", ...asked, retries: 1 },
  list: { ...any, kind: "fanout", items: { kind: "list", items: [{ item: "a", ...asked }] }, join: "all" },
  each: {
    ...any,
    kind: "fanout",
    reads: ["v?"],
    items: { kind: "each", of: "v", most: 3, ask: asked },
    join: { atLeast: 1 },
    next: { ok: "end", fail: "end", skip: "end" },
  },
  gate: { ...any, kind: "gate", evidence: [{ kind: "command", command: "true" }], override: "person" },
  ask: { ...any, kind: "ask", questions: [{ id: "q", text: "t", options: [{ label: "l", outcome: "ok" }] }] },
  compute: { ...any, kind: "compute", compute: { rows: [{ when: [{ of: "run.round", is: 1 }], outcome: "ok" }] } },
  wait: { ...any, kind: "wait", until: { seconds: 1 } },
}

/** A definition as plain JavaScript may pass it. */
function workflowWith(step: unknown): Workflow {
  return defineWorkflow({ name: "w", start: "a", steps: [step] } as never)
}

describe.each(Object.entries(steps))("a step %s", (_name, step) => {
  test.each([...brokenForms(step, "")])("with %s is refused with a code, or can be shown", async (_what, broken) => {
    const workflow = workflowWith(broken)
    if (findWorkflowErrors(workflow).length > 0) return
    const bench = runBench([workflow])
    await bench.start()
    expect(await bench.text()).toContain("STEP")
  })
})

test("a missing field is reported with its place", () => {
  const { join: _join, ...noJoin } = steps.list
  const { start: _start, ...noStart } = workflowWith(steps.wait)
  const problems = [
    ...checkWorkflow(workflowWith(noJoin)),
    ...checkWorkflow(workflowWith({ ...steps.gate, evidence: [{ kind: "tests" }] })),
    ...checkWorkflow(workflowWith({ ...steps.wait, id: 7 })),
    ...checkWorkflow(noStart as Workflow),
  ]
  expect(problems.map(({ code, step, field, message }) => [code, step, field, message])).toEqual([
    [
      "workflow.bad-shape",
      "a",
      "join",
      'step "a": join is not how many answers it needs: "all", "settled" or { atLeast: N }',
    ],
    [
      "workflow.bad-shape",
      "a",
      "evidence.0.kind",
      'step "a": evidence.0.kind is not "review" or "sections" or "command" or "schema" or "lint" or "audit" or "markers"',
    ],
    ["workflow.bad-shape", undefined, "steps.0.id", "the workflow: steps.0.id is not a text"],
    ["workflow.bad-shape", undefined, "start", "the workflow: start is not a text"],
  ])
})

/** Each variant in which one part is missing or is something else. */
function* brokenForms(value: unknown, at: string): Generator<readonly [string, unknown]> {
  if (typeof value !== "object" || value === null) return
  for (const [key, held] of Object.entries(value)) {
    const put = (other: unknown): unknown =>
      Array.isArray(value) ? value.with(Number(key), other) : { ...value, [key]: other }
    const place = at === "" ? key : `${at}.${key}`
    for (const other of [undefined, null, 7, "zz", [], {}]) yield [`${place}: ${JSON.stringify(other)}`, put(other)]
    for (const [what, broken] of brokenForms(held, place)) yield [what, put(broken)]
  }
}

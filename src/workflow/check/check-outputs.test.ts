import { expect, test } from "vitest"
import { dispatch, doStep, fanout, gate } from "../define-workflow.ts"
import type { Step, ValueSchema, Workflow } from "../workflow.ts"
import { checkWorkflow } from "./check-workflow.ts"

function told(...steps: readonly Step[]): readonly string[] {
  const workflow: Workflow = { name: "w", description: "", params: [], start: steps[0]?.id ?? "", steps }
  return checkWorkflow(workflow).map(
    ({ level, code, step, field, message, fix }) => `${level} ${code} ${step} ${field}: ${message} | ${fix}`,
  )
}

const writing = (output?: ValueSchema) =>
  doStep({
    id: "write",
    title: "Write",
    writes: ["it"],
    output,
    next: { ok: "use" },
  })

const reading = (text: string) =>
  doStep({ id: "use", title: "Use", reads: ["it"], actions: [text], next: { ok: "end" } })

const spreading = (prompt: string, most = 3) =>
  fanout({
    id: "use",
    title: "Use",
    reads: ["it"],
    items: { kind: "each", of: "it", most, ask: { agent: "explore", prompt } },
    join: "all",
    next: { ok: "end", fail: "end" },
  })

const lacksBase =
  'warning workflow.unshaped-read use actions.0: step "use" uses values.it.base in actions.0, but "write" may output "it" without it | add output to "write": a schema that requires base'

test.each<{ what: string; output?: ValueSchema; text: string; found: readonly string[] }>([
  { what: "nothing is promised", text: "From {{values.it.base}}.", found: [lacksBase] },
  {
    what: "it may be left out",
    output: { type: "object", properties: { base: { type: "string" } } },
    text: "{{values.it.base}}",
    found: [lacksBase],
  },
  { what: "it is required", output: { type: "object", required: ["base"] }, text: "{{values.it.base}}", found: [] },
  { what: "the whole value is used", text: "{{values.it}}", found: [] },
  {
    what: "what is required has no such part",
    output: { type: "object", required: ["base"] },
    text: "{{values.it.base.id}}",
    found: [
      'warning workflow.unshaped-read use actions.0: step "use" uses values.it.base.id in actions.0, but "write" may output "it" without it | add output to "write": a schema that requires base.id',
    ],
  },
])("a field that is read from JSON must be required: $what", ({ output, text, found }) => {
  expect(told(writing(output), reading(text))).toEqual(found)
})

test("a field of the items of a fan-out must be promised for each entry", () => {
  expect(told(writing(), spreading("{{item.text}} {{item.number}}"))).toEqual([])
  expect(
    told(writing({ type: "array", items: { type: "object", required: ["task"] } }), spreading("{{item.task}}")),
  ).toEqual([])
  expect(told(writing({ type: "array" }), spreading("{{item.task}}"))).toEqual([
    'warning workflow.unshaped-read use items.ask.prompt: step "use" uses item.task in items.ask.prompt, but "write" may output "it" without it | add output to "write": a schema that requires task',
  ])
})

test("a fan-out takes its items from a list of a size it can start agents for", () => {
  expect(told(writing({ type: "object" }), spreading("{{item.text}}"))).toEqual([
    'error workflow.bad-output use items.of: fan-out "use" takes its items from "it", which "write" outputs as object | make the output of "write" an array, and let "use" use all of it',
  ])
  expect(told(writing({ type: "array", minItems: 4 }), spreading("{{item.text}}"))).toEqual([
    'error workflow.bad-output use items.of: fan-out "use" takes its items from "it", of which "write" outputs at least 4, but starts at most 3 | write most: 4',
  ])
  const many = (["a", "b"] as const).map((item) => ({ item, agent: "explore" as const, prompt: "Look" }))
  const first = fanout({
    id: "first",
    title: "First",
    writes: ["it"],
    items: { kind: "list", items: many },
    join: "all",
    next: { ok: "use", fail: "use" },
  })
  expect(told(first, spreading("{{item.text}}", 1))).toEqual([
    'error workflow.bad-output use items.of: fan-out "use" takes its items from "it", the answers of up to 2 agents, but starts at most 1 | write most: 2',
  ])
})

test.each<{ output: ValueSchema; found: readonly string[] }>([
  {
    output: {},
    found: [
      'error workflow.bad-output write output: the output of step "write" has no type | write type: object, array or string',
    ],
  },
  {
    output: { type: "integer" },
    found: [
      'error workflow.bad-output write output: the output of step "write" is of type integer | write type: object, array or string',
    ],
  },
  {
    output: { type: "object", properties: { a: { required: ["b"] } } },
    found: [
      'error workflow.bad-schema write output.properties.a: output.properties.a of step "write" has required, which is checked only with type: object | add type: object',
    ],
  },
  {
    output: { type: "array", minItems: 3, maxItems: 2, minLength: 1 },
    found: [
      'error workflow.bad-schema write output: output of step "write" has minLength, which is checked only with type: string | write type: string, or remove minLength',
      'error workflow.bad-schema write output: output of step "write" wants at least 3 and at most 2 entries | make max-items the larger',
    ],
  },
  {
    output: { type: "string", enum: [] },
    found: [
      'error workflow.bad-schema write output: output of step "write" has an empty enum | list at least one choice',
    ],
  },
])("a schema that cannot be met or is ignored in part is found: $output", ({ output, found }) => {
  expect(told(writing(output), reading("{{values.it}}"))).toEqual(found)
})

const review = (output?: ValueSchema) =>
  dispatch({
    id: "review",
    title: "Review",
    agent: "quality-reviewer",
    prompt: "Judge",
    review: "Review",
    writes: ["report"],
    output,
    next: { ok: "gate", fail: "gate" },
  })

const judging = gate({
  id: "gate",
  title: "Gate",
  reads: ["report"],
  evidence: [{ kind: "review", of: "report" }],
  next: { ok: "end", fail: "end" },
})

test("a review that no gate judges is an error", () => {
  expect(told(review(), judging)).toEqual([])
  const ungated = { ...review(), next: { ok: "end", fail: "end" } } as const
  expect(told(ungated)).toEqual([
    'error workflow.review-ungated review review: step "review" is a review, but no gate judges it | let "review" write a value, and add a gate after it with review evidence of that value; or remove review',
  ])
  const before = { ...judging, reads: ["report?"], next: { ok: "review", fail: "review" } }
  expect(told(before, ungated).filter((line) => line.includes("review-ungated"))).toHaveLength(1)
})

test("a review is text", () => {
  expect(told(review({ type: "object" }), judging)).toEqual([
    'error workflow.bad-output review output: the output of step "review" is of type object | a review is text: write type: string, or remove output',
  ])
})

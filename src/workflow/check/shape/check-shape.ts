import { isMap } from "../../../text/is-map.ts"
import { joins, type Workflow } from "../../workflow.ts"
import { type WorkflowProblem, workflowProblem } from "../workflow-problem.ts"
import {
  anything,
  be,
  byKind,
  either,
  type Fields,
  listOf,
  maybe,
  number,
  object,
  type Shape,
  type ShapeFault,
  tableOf,
  text,
  word,
  yesNo,
} from "./shape.ts"

/** Checks that a definition has the declared types: plain JavaScript may pass anything. */
export function checkShape(workflow: Workflow): readonly WorkflowProblem[] {
  return workflowShape(workflow, "").map((fault) => problemOf(workflow, fault))
}

function problemOf({ steps }: Workflow, { field, wanted }: ShapeFault): WorkflowProblem {
  const [, at, rest = ""] = /^steps\.(\d+)\.?(.*)$/.exec(field) ?? []
  const step: unknown = at === undefined ? undefined : steps[Number(at)]
  const id = isMap(step) && typeof step["id"] === "string" ? step["id"] : undefined
  const place = id === undefined ? { field } : { step: id, field: rest }
  const message = `${id === undefined ? "the workflow" : `step "${id}"`}: ${place.field} is not ${wanted}`
  return workflowProblem("workflow.bad-shape", place, { message, fix: `make ${place.field} ${wanted}` })
}

const texts = listOf(text)
const isText = (value: unknown) => typeof value === "string"
const isFunction = (value: unknown) => typeof value === "function"
const scalar = be("a text, a number, true or false", (value) => ["string", "number", "boolean"].includes(typeof value))

const items: Fields = { items: texts }
const told: Fields = { text }
const action = either(
  "a text or a block",
  [isText, anything],
  [
    isMap,
    byKind({
      forbidden: items,
      "expected-output": { items: texts, whenIssues: maybe(text) },
      "verification-checklist": items,
      "detection-questions": items,
      "incorrect-behavior": items,
      "open-question-guidance": told,
      "factored-verification-rationale": told,
      "orchestrator-constraint": told,
      resource: { name: text, purpose: text },
    }),
  ],
)

const schemaFields: Record<string, Shape> = {
  type: maybe(text),
  required: maybe(texts),
  enum: maybe(listOf(scalar)),
  minItems: maybe(number),
  maxItems: maybe(number),
  minLength: maybe(number),
}
const schema: Shape = object(schemaFields)
schemaFields["items"] = maybe(schema)
schemaFields["properties"] = maybe(tableOf(schema))

const anyStep: Fields = {
  id: text,
  title: text,
  phase: maybe(text),
  unit: maybe(text),
  role: maybe(text),
  actions: listOf(action),
  reads: maybe(texts),
  writes: maybe(texts),
  next: tableOf(maybe(text)),
  onError: maybe(text),
  maxRounds: maybe(number),
  cheaper: maybe(text),
  reportedBy: maybe(text),
}

const asked: Fields = {
  agent: text,
  prompt: maybe(text),
  workflow: maybe(text),
  with: maybe(tableOf(text)),
  tier: maybe(text),
}

const fanoutItems = byKind({
  list: { items: listOf(object({ ...asked, item: text })) },
  each: { of: text, most: number, ask: object(asked) },
  count: { param: text, ask: object(asked) },
  computed: { compute: be("a function", isFunction) },
})

const join = either(
  'how many answers it needs: "all", "settled" or { atLeast: N }',
  [(value) => joins.some((known) => known === value), anything],
  [isMap, object({ atLeast: number })],
)

const evidence = byKind({
  review: { of: text },
  sections: { of: text, sections: texts },
  command: { command: text, exit: maybe(number) },
  schema: { of: text, schema },
  lint: { path: text, failOn: maybe(text) },
  audit: { path: text, failOn: maybe(text) },
})

const loop = object({
  work: text,
  review: text,
  limit: number,
  reverify: maybe(text),
  selfFix: maybe(yesNo),
  fixTarget: maybe(text),
  passMessage: maybe(text),
})

const question = object({
  id: text,
  text,
  urgency: maybe(number),
  options: listOf(object({ label: text, about: maybe(text), outcome: maybe(text) })),
  multiple: maybe(yesNo),
})

const condition = object({
  of: text,
  is: maybe(scalar),
  in: maybe(listOf(scalar)),
  atLeast: maybe(number),
  atMost: maybe(number),
  contains: maybe(text),
  missing: maybe(yesNo),
})

const row = object({ when: maybe(listOf(condition)), outcome: text, set: maybe(tableOf(text)) })

/** What each kind of step must have, by type. The meaning of names is checked afterwards. */
const step = byKind({
  do: { ...anyStep, outputRequired: maybe(yesNo), output: maybe(schema) },
  dispatch: { ...anyStep, ...asked, review: maybe(text), retries: maybe(number), output: maybe(schema) },
  fanout: {
    ...anyStep,
    items: fanoutItems,
    join,
    review: maybe(text),
    retries: maybe(number),
    output: maybe(schema),
  },
  gate: { ...anyStep, evidence: listOf(evidence), loop: maybe(loop), override: maybe(word("person")) },
  ask: {
    ...anyStep,
    questions: either(
      "a list of questions, or { from: VALUE }",
      [Array.isArray, listOf(question)],
      [isMap, object({ from: text })],
    ),
  },
  compute: {
    ...anyStep,
    compute: either("a function or a table", [isFunction, anything], [isMap, object({ rows: listOf(row) })]),
  },
  wait: {
    ...anyStep,
    until: either(
      "{ seconds: N } or { reported: true }",
      [(value) => isMap(value) && "seconds" in value, object({ seconds: number })],
      [(value) => isMap(value) && value["reported"] === true, anything],
    ),
  },
})

const param = object({
  name: text,
  about: maybe(text),
  type: text,
  required: maybe(yesNo),
  min: maybe(number),
  max: maybe(number),
  default: maybe(scalar),
  choices: maybe(listOf(scalar)),
})

const workflowShape = object({
  name: text,
  description: text,
  aliases: maybe(texts),
  params: listOf(param),
  start: text,
  steps: listOf(step),
  result: maybe(text),
  resources: maybe(tableOf(text)),
  children: maybe(tableOf(text)),
  allowedTools: maybe(texts),
})

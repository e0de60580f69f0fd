import { isMap } from "../../../text/is-map.ts"
import { joins, type Workflow } from "../../workflow.ts"
import { type WorkflowProblem, workflowProblem } from "../workflow-problem.ts"
import {
  expectAnything,
  expect,
  expectKind,
  expectEither,
  type ShapeFields,
  expectList,
  allowMissing,
  expectNumber,
  expectObject,
  type ShapeRule,
  type ShapeFault,
  expectTable,
  expectText,
  expectWord,
  expectBoolean,
} from "./shape.ts"

/** Checks that a definition has the declared types: plain JavaScript may pass anything. */
export function checkShape(workflow: Workflow): readonly WorkflowProblem[] {
  return workflowShape(workflow, "").map((fault) => toProblem(workflow, fault))
}

function toProblem(workflow: unknown, { field, wanted }: ShapeFault): WorkflowProblem {
  const steps = isMap(workflow) ? workflow["steps"] : undefined
  const [, at, rest = ""] = /^steps\.(\d+)\.?(.*)$/.exec(field) ?? []
  const step: unknown = at !== undefined && Array.isArray(steps) ? steps[Number(at)] : undefined
  const id = isMap(step) && typeof step["id"] === "string" ? step["id"] : undefined
  const place = id === undefined ? { field } : { step: id, field: rest }
  const part = place.field === "" ? "it" : place.field
  const message = `${id === undefined ? "the workflow" : `step "${id}"`}: ${part} is not ${wanted}`
  return workflowProblem("workflow.bad-shape", place, { message, fix: `make ${part} ${wanted}` })
}

const texts = expectList(expectText)
const isText = (value: unknown) => typeof value === "string"
const isFunction = (value: unknown) => typeof value === "function"
const scalar = expect("a text, a number, true or false", (value) =>
  ["string", "number", "boolean"].includes(typeof value),
)

const items: ShapeFields = { items: texts }
const told: ShapeFields = { text: expectText }
const action = expectEither(
  "a text or a block",
  [isText, expectAnything],
  [
    isMap,
    expectKind({
      forbidden: items,
      "expected-output": { items: texts, whenIssues: allowMissing(expectText) },
      "verification-checklist": items,
      "detection-questions": items,
      "incorrect-behavior": items,
      "open-question-guidance": told,
      "factored-verification-rationale": told,
      "orchestrator-constraint": told,
      resource: { name: expectText, purpose: expectText },
    }),
  ],
)

const schemaFields: Record<string, ShapeRule> = {
  type: allowMissing(expectText),
  required: allowMissing(texts),
  enum: allowMissing(expectList(scalar)),
  minItems: allowMissing(expectNumber),
  maxItems: allowMissing(expectNumber),
  minLength: allowMissing(expectNumber),
  parts: allowMissing(texts),
  lines: allowMissing(
    expectList(expectObject({ form: expectText, atLeast: allowMissing(expectNumber), or: allowMissing(expectText) })),
  ),
}
const schema: ShapeRule = expectObject(schemaFields)
schemaFields["items"] = allowMissing(schema)
schemaFields["properties"] = allowMissing(expectTable(schema))

const anyStep: ShapeFields = {
  id: expectText,
  title: expectText,
  phase: allowMissing(expectText),
  unit: allowMissing(expectText),
  role: allowMissing(expectText),
  actions: expectList(action),
  reads: allowMissing(texts),
  writes: allowMissing(texts),
  next: expectTable(allowMissing(expectText)),
  onError: allowMissing(expectText),
  maxRounds: allowMissing(expectNumber),
  cheaper: allowMissing(expectText),
  reportedBy: allowMissing(expectText),
  reportedAtStart: allowMissing(expectBoolean),
  places: allowMissing(expectWord("unchecked")),
}

const asked: ShapeFields = {
  agent: expectText,
  prompt: allowMissing(expectText),
  workflow: allowMissing(expectText),
  with: allowMissing(expectTable(expectText)),
  tier: allowMissing(expectText),
}

const fanoutItems = expectKind({
  list: { items: expectList(expectObject({ ...asked, item: expectText })) },
  each: { of: expectText, most: expectNumber, ask: expectObject(asked) },
  count: { param: expectText, ask: expectObject(asked) },
  computed: { compute: expect("a function", isFunction) },
})

const join = expectEither(
  'how many answers it needs: "all", "settled" or { atLeast: N }',
  [(value) => joins.some((known) => known === value), expectAnything],
  [isMap, expectObject({ atLeast: expectNumber })],
)

const evidence = expectKind({
  review: { of: expectText },
  sections: { of: expectText, sections: texts },
  command: { command: expectText, exit: allowMissing(expectNumber) },
  schema: { of: expectText, schema },
  lint: { path: expectText, failOn: allowMissing(expectText) },
  audit: { path: expectText, failOn: allowMissing(expectText) },
  markers: { path: expectText, failOn: allowMissing(expectText) },
})

const loop = expectObject({
  work: expectText,
  review: expectText,
  limit: expectNumber,
  reverify: allowMissing(expectText),
  selfFix: allowMissing(expectBoolean),
  fixTarget: allowMissing(expectText),
  passMessage: allowMissing(expectText),
})

const question = expectObject({
  id: expectText,
  text: expectText,
  urgency: allowMissing(expectNumber),
  options: expectList(
    expectObject({ label: expectText, about: allowMissing(expectText), outcome: allowMissing(expectText) }),
  ),
  multiple: allowMissing(expectBoolean),
})

const condition = expectObject({
  of: expectText,
  is: allowMissing(scalar),
  in: allowMissing(expectList(scalar)),
  atLeast: allowMissing(expectNumber),
  atMost: allowMissing(expectNumber),
  contains: allowMissing(expectText),
  missing: allowMissing(expectBoolean),
})

const row = expectObject({
  when: allowMissing(expectList(condition)),
  outcome: expectText,
  set: allowMissing(expectTable(expectText)),
})

/** What each kind of step must have, by type. The meaning of names is checked afterwards. */
const step = expectKind({
  do: { ...anyStep, outputRequired: allowMissing(expectBoolean), output: allowMissing(schema) },
  dispatch: {
    ...anyStep,
    ...asked,
    review: allowMissing(expectText),
    retries: allowMissing(expectNumber),
    output: allowMissing(schema),
  },
  fanout: {
    ...anyStep,
    items: fanoutItems,
    join,
    review: allowMissing(expectText),
    retries: allowMissing(expectNumber),
    output: allowMissing(schema),
  },
  gate: {
    ...anyStep,
    evidence: expectList(evidence),
    loop: allowMissing(loop),
    override: allowMissing(expectWord("person")),
  },
  ask: {
    ...anyStep,
    questions: expectEither(
      "a list of questions, or { from: VALUE }",
      [Array.isArray, expectList(question)],
      [isMap, expectObject({ from: expectText })],
    ),
  },
  compute: {
    ...anyStep,
    compute: expectEither(
      "a function or a table",
      [isFunction, expectAnything],
      [isMap, expectObject({ rows: expectList(row) })],
    ),
  },
  wait: {
    ...anyStep,
    until: expectEither(
      "{ seconds: N } or { reported: true }",
      [(value) => isMap(value) && "seconds" in value, expectObject({ seconds: expectNumber })],
      [(value) => isMap(value) && value["reported"] === true, expectAnything],
    ),
  },
})

const param = expectObject({
  name: expectText,
  about: allowMissing(expectText),
  type: expectText,
  required: allowMissing(expectBoolean),
  min: allowMissing(expectNumber),
  max: allowMissing(expectNumber),
  default: allowMissing(scalar),
  choices: allowMissing(expectList(scalar)),
})

const workflowShape = expectObject({
  name: expectText,
  description: expectText,
  aliases: allowMissing(texts),
  params: expectList(param),
  start: expectText,
  steps: expectList(step),
  result: allowMissing(expectText),
  resources: allowMissing(expectTable(expectText)),
  children: allowMissing(expectTable(expectText)),
  allowedTools: allowMissing(texts),
})

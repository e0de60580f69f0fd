import { expect, test } from "vitest"
import { collectWorkflows } from "./collect-workflows.ts"

const make = (name: string) => ({
  name,
  description: "",
  params: [],
  start: "a",
  steps: [{ kind: "do", id: "a", title: "A", actions: ["Do it."], next: { ok: "end" } }],
})

test("workflows are found by themselves, in lists and as workflows, each once", () => {
  const one = make("one")
  const exported = { one, workflows: [one, make("two")], default: { workflows: [make("three"), one] }, other: 5 }
  const { workflows, problems } = collectWorkflows("/m.mjs", exported)
  expect(workflows.map(({ workflow, file, problems: own }) => [workflow.name, file, own])).toEqual([
    ["one", "/m.mjs", []],
    ["two", "/m.mjs", []],
    ["three", "/m.mjs", []],
  ])
  expect(problems).toEqual([])
})

test.each([undefined, null, 5, {}, { one: 1 }, { workflows: [] }])(
  "a module without a workflow is a problem: %j",
  (given) => {
    expect(collectWorkflows("/m.mjs", given)).toMatchObject({
      workflows: [],
      problems: [{ code: "workflow.module", path: "/m.mjs", message: "it exports no workflow" }],
    })
  },
)

test("what has not the shape of a workflow is left out with what is wrong, and a broken workflow keeps its problems", () => {
  const misshapen = { ...make("odd"), params: 5 }
  const broken = { ...make("broken"), start: "nowhere" }
  const { workflows, problems } = collectWorkflows("/m.mjs", { misshapen, broken })
  expect(problems).toMatchObject([
    { code: "workflow.bad-shape", path: "/m.mjs", message: "workflow odd: the workflow: params is not a list" },
  ])
  expect(workflows.map(({ workflow, problems: own }) => [workflow.name, own[0]?.code, own[0]?.path])).toEqual([
    ["broken", "workflow.unknown-start", "/m.mjs"],
  ])
})

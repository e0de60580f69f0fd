import fs from "node:fs"
import path from "node:path"
import { describe, expect, test } from "vitest"
import { type LoadedWorkflow, loadWorkflows } from "../src/app/workflows/load-workflows.ts"
import { directiveJson } from "../src/run/directive/directive-json.ts"
import { renderText } from "../src/run/directive/text/render-text.ts"
import { renderXml } from "../src/run/directive/xml/render-xml.ts"
import { directiveFor } from "../src/run/engine/step-directive.ts"
import { verifyRun } from "../src/run/engine/verify-run.ts"
import { runBench } from "../src/testing/run-bench.ts"
import type { Param, ParamValue } from "../src/workflow/params.ts"
import { explorePaths } from "../src/workflow/paths.ts"
import type { Workflow } from "../src/workflow/workflow.ts"
import { followPath } from "./follow-path.ts"

const root = path.resolve(import.meta.dirname, "..")
const skills = fs.readdirSync(path.join(root, "skills")).map((name) => ({
  name,
  ...loadWorkflows({
    name,
    folder: path.join(root, "skills", name),
    conventions: path.join(root, "conventions"),
    allowedTools: [],
  }),
}))
const procedures = skills.flatMap(({ workflows }) => workflows)

test("every procedure is there, with as many steps as it has", () => {
  const steps = Object.fromEntries(procedures.map(({ workflow }) => [workflow.name, workflow.steps.length]))
  expect(steps).toEqual({
    "codebase-analysis": 4,
    "decision-critic": 7,
    deepthink: 14,
    "doc-sync": 5,
    incoherence: 21,
    planner: 13,
    "planner-execute": 9,
    "planner-explore": 5,
    "planner-fill-diffs": 4,
    "planner-review-code": 7,
    "planner-review-completeness": 6,
    "planner-review-docs": 5,
    "planner-scrub-docs": 6,
    "problem-analysis": 5,
    "prompt-engineer": 14,
    refactor: 5,
    "refactor-explore": 5,
    "solution-design": 9,
    "style-match": 9,
  })
  expect(named("style-match").workflow.aliases).toEqual(["leon-writing-style"])
})

test("no procedure has a problem", () => {
  expect(skills.flatMap(({ problems }) => problems)).toEqual([])
  expect(procedures.flatMap(({ problems }) => problems)).toEqual([])
})

describe.each(procedures.map((one) => ({ name: one.workflow.name, one })))("$name", ({ one }) => {
  const { workflow, children } = one

  test("every step can be shown in every form, whatever it is given", () => {
    for (const params of boundaries(workflow))
      for (const step of workflow.steps)
        for (const given of [{}, { iteration: 5, failed: true }, { status: "pass" }, { status: "fail" }] as const) {
          const directive = directiveFor(workflow, step, { params, ...given })
          const shown = [renderXml(directive), renderText(directive), JSON.stringify(directiveJson(directive))]
          for (const text of shown) {
            expect(text).toContain(step.title.slice(0, step.title.indexOf("{{") >>> 0))
            expect(text).not.toMatch(/\{\{\s*(params|values|item|run|loop)\./)
          }
          expect(balance((shown[0] ?? "").replaceAll(CDATA, ""))).toEqual([])
        }
  })

  test("it comes to its end on every path", async () => {
    const { paths, uncovered } = explorePaths(workflow, { maxPaths: 100 })
    expect(uncovered).toEqual([])
    for (const way of paths) {
      const { bench, visited } = await followPath(workflow, children, way)
      expect(visited).toEqual(way.map(({ step }) => step))
      expect(await verifyRun(bench.engine, "r")).toMatchObject({ holds: true })
    }
  })
})

test.each(["decision-critic", "problem-analysis", "codebase-analysis"])(
  "%s can be followed with nothing but reports of ok",
  async (name) => {
    const { workflow } = named(name)
    const bench = runBench([workflow])
    await bench.start({ params: Object.fromEntries(workflow.params.filter(isNeeded).map((one) => [one.name, "this"])) })
    const visited: string[] = []
    for (let run = await bench.run(); run.status === "running"; run = await bench.run()) {
      visited.push(run.step)
      expect((await bench.report(run.step, { outcome: "ok" })).kind).toBe("applied")
    }
    expect([await bench.place(), visited]).toEqual(["done", workflow.steps.map(({ id }) => id)])
  },
)

test.each([
  { name: "prompt-engineer", param: "scope", value: "single", steps: 7 },
  { name: "prompt-engineer", param: "scope", value: "ecosystem", steps: 8 },
  { name: "prompt-engineer", param: "scope", value: "greenfield", steps: 7 },
  { name: "prompt-engineer", param: "scope", value: "problem", steps: 7 },
  { name: "deepthink", param: "mode", value: "full", steps: 14 },
  { name: "deepthink", param: "mode", value: "quick", steps: 8 },
])("$name with $param $value takes $steps steps", async ({ name, param, value, steps }) => {
  const { workflow } = named(name)
  const needed = Object.fromEntries(workflow.params.filter(isNeeded).map((one) => [one.name, "this"]))
  const bench = runBench([workflow])
  await bench.start({ params: { ...needed, [param]: value } })
  for (let run = await bench.run(); run.status === "running"; run = await bench.run()) {
    const { step, round } = run
    for (const { id } of await bench.history.questions({ run: "r" })) await bench.answer(id, "1")
    for (const { item } of await bench.history.dispatches("r", step, round))
      await bench.report(step, { item, round, outcome: "ok", text: '[{"title":"one"}]' })
  }
  expect([await bench.place(), (await bench.run()).visited]).toEqual(["done", steps])
})

function named(name: string): LoadedWorkflow {
  const found = procedures.find(({ workflow }) => workflow.name === name)
  if (found === undefined) throw new Error(`there is no procedure ${name}`)
  return found
}

function isNeeded({ required, default: usual }: Param): boolean {
  return required === true && usual === undefined
}

/** The defaults, and one parameter at a time at its limits. */
function boundaries({ params }: Workflow): readonly Readonly<Record<string, ParamValue>>[] {
  const usual = Object.fromEntries(params.filter(isNeeded).map(({ name }) => [name, "a sample"]))
  return [usual, ...params.flatMap((param) => extremesOf(param).map((value) => ({ ...usual, [param.name]: value })))]
}

const CDATA = /<!\[CDATA\[[\s\S]*?\]\]>/g
const LONG = `<b>&"quoted" ]]> </step_header>\n`.repeat(200)

function extremesOf({ type, choices, min, max }: Param): readonly ParamValue[] {
  if (choices !== undefined) return choices
  if (type === "boolean") return [true, false]
  if (type === "text") return ["", LONG]
  return [min ?? Number.MIN_SAFE_INTEGER, max ?? Number.MAX_SAFE_INTEGER]
}

/** The elements of an XML text that are not closed where they should be. */
function balance(xml: string): readonly string[] {
  const open: string[] = []
  for (const [, close, name = "", self] of xml.matchAll(/<(\/?)([a-z_]+)(?:\s[^<>]*?)?(\/?)>/g)) {
    if (self === "/") continue
    if (close === "") open.push(name)
    else if (open.pop() !== name) return [`</${name}>`]
  }
  return open
}

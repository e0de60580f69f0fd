import { describe, expect, test } from "vitest"
import { bundledProcedures, bundledSkills, bundledWorkflows, isComposite } from "./bundled-procedures.ts"
import type { LoadedWorkflow } from "../src/workflow/io/load-workflows.ts"
import { directiveJson } from "../src/run/directive/directive-json.ts"
import { renderText } from "../src/run/directive/text/render-text.ts"
import { renderXml } from "../src/run/directive/xml/render-xml.ts"
import { previewDirective } from "../src/run/preview-directive.ts"
import { verifyRun } from "../src/run/verify-run.ts"
import { type RunBench, runBench } from "./run-bench.ts"
import { listFilledTexts } from "../src/workflow/template.ts"
import { needsOutput, findOutputSchema } from "../src/workflow/output-schema.ts"
import type { Param, ParamValue } from "../src/workflow/params.ts"
import { explorePaths } from "./explore-paths.ts"
import { listReads, type Step, findStep, type Workflow } from "../src/workflow/workflow.ts"
import { followPath } from "./follow-path.ts"
import { sampleOutput } from "./sample-output.ts"

const skills = bundledSkills
const all = bundledWorkflows
const procedures = bundledProcedures

test("every procedure exists, with the right number of steps", () => {
  const steps = Object.fromEntries(procedures.map(({ workflow }) => [workflow.name, workflow.steps.length]))
  expect(steps).toEqual({
    batch: 5,
    "codebase-analysis": 4,
    debug: 3,
    "decision-critic": 7,
    deepthink: 14,
    "doc-sync": 5,
    hunter: 3,
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
    simplify: 4,
    skillify: 13,
    "solution-design": 9,
    "style-match": 9,
  })
  expect(named("style-match").workflow.aliases).toEqual(["leon-writing-style"])
})

test("no procedure has a problem", () => {
  expect(skills.flatMap(({ problems }) => problems)).toEqual([])
  expect(all.filter(isComposite)).toHaveLength(4)
  expect(all.flatMap(({ problems }) => problems)).toEqual([])
})

describe.each(all.map((one) => ({ name: one.workflow.name, workflow: one.workflow })))("$name", ({ workflow }) => {
  test("every step can be shown in every format, for any input", () => {
    for (const params of boundaries(workflow))
      for (const step of workflow.steps)
        for (const given of [{}, { iteration: 5, failed: true }, { status: "pass" }, { status: "fail" }] as const) {
          const directive = previewDirective(workflow, step, { params, ...given })
          const shown = [renderXml(directive), renderText(directive), JSON.stringify(directiveJson(directive))]
          for (const text of shown) {
            expect(text).toContain(step.title.slice(0, step.title.indexOf("{{") >>> 0))
            expect(text).not.toMatch(/\{\{\s*(params|values|item|run|loop)\./)
          }
          expect(balance((shown[0] ?? "").replaceAll(CDATA, ""))).toEqual([])
        }
  })
})

describe.each(procedures.map((one) => ({ name: one.workflow.name, one })))("$name", ({ one }) => {
  const { workflow, children } = one

  test("it ends on every path", async () => {
    const { paths, uncovered } = explorePaths(workflow, { maxPaths: 100 })
    expect(uncovered).toEqual([])
    for (const way of paths) {
      const { bench, visited } = await followPath(workflow, children, way)
      expect(visited).toEqual(way.map(({ step }) => step))
      expect(await verifyRun(bench.engine, "r")).toMatchObject({ holds: true })
    }
  })
})

describe.each(["decision-critic", "problem-analysis", "codebase-analysis"])("%s", (name) => {
  const { workflow } = named(name)
  const params = Object.fromEntries(workflow.params.filter(isNeeded).map((one) => [one.name, "this"]))

  test("refuses every step without its output", async () => {
    const bench = runBench([workflow])
    await bench.start({ params })
    for (let run = await bench.run(); run.status === "running"; run = await bench.run()) {
      const bare = await bench.report(run.step, { outcome: "ok" })
      expect(bare).toMatchObject({ kind: "refused", refusal: { code: "run.output-missing" } })
      const short = await bench.report(run.step, { outcome: "ok", text: "fine" })
      expect(short).toMatchObject({ kind: "refused", refusal: { code: "run.output-shape" } })
      await handIn(bench, workflow, run)
    }
    expect(await bench.place()).toBe("done")
  })

  test("keeps everything, and shows its result at the end", async () => {
    const bench = runBench([workflow])
    await bench.start({ params })
    for (let run = await bench.run(); run.status === "running"; run = await bench.run())
      await handIn(bench, workflow, run)
    expect((await bench.run()).visited).toBe(workflow.steps.length)
    expect(await bench.text()).toContain(
      workflow.result === "result" ? "The result:" : `The result (${workflow.result}):`,
    )
  })
})

test.each([
  {
    name: "deepthink",
    step: "design_revision",
    text: "Three agents look at it from three sides.",
    code: "run.output-shape",
  },
  { name: "deepthink", step: "characterization", text: "It compares two things.", code: "run.output-shape" },
  { name: "planner-execute", step: "execution_planning", text: "not json", code: "run.output-shape" },
  {
    name: "planner-execute",
    step: "execution_planning",
    text: '{"base":"none","test-command":"","baseline":"1","waves":[["M1"]]}',
    code: "run.output-shape",
  },
  { name: "planner-execute", step: "reconciliation", text: "Everything is open.", code: "run.output-shape" },
  { name: "incoherence", step: "prepare_questions", text: "Which side is right?", code: "run.output-shape" },
  { name: "solution-design", step: "reflect", text: "From every side.", code: "run.output-shape" },
  { name: "doc-sync", step: "discovery", text: "README.md", code: "run.output-shape" },
  { name: "prompt-engineer", step: "triage", text: '{"scope":"all"}', code: "run.output-shape" },
])("$name refuses $text at $step when it is reported", async ({ name, step, text, code }) => {
  const { workflow, children } = named(name)
  const bench = runBench([workflow, ...children])
  await bench.start({ params: Object.fromEntries(workflow.params.filter(isNeeded).map((one) => [one.name, "this"])) })
  for (let run = await bench.run(); run.step !== step; run = await bench.run()) await handIn(bench, workflow, run)
  expect(await bench.report(step, { outcome: "ok", text })).toMatchObject({ kind: "refused", refusal: { code } })
  expect((await bench.run()).step).toBe(step)
})

test("deepthink with twelve tasks starts none of them, and says how many it can", async () => {
  const { workflow } = named("deepthink")
  const bench = runBench([workflow])
  await bench.start({ params: { question: "why?" } })
  for (let run = await bench.run(); run.step !== "design_revision"; run = await bench.run())
    await handIn(bench, workflow, run)
  const task = { title: "a", task: "b", context: "c", form: "d", not: "e" }
  const refused = await bench.report("design_revision", { outcome: "ok", text: JSON.stringify(Array(12).fill(task)) })
  expect(refused).toMatchObject({
    refusal: { message: "the output of design_revision does not fit: it has more than 8 entries" },
  })
  await bench.report("design_revision", { outcome: "ok", text: JSON.stringify(Array(8).fill(task)) })
  expect(await bench.history.dispatches("r", "dispatch", 1)).toHaveLength(8)
})

test("every workflow has a result, and every step whose value is read requires an output", () => {
  const lacking = procedures.flatMap(({ workflow }) => {
    const read = new Set(workflow.steps.flatMap((step) => listReads(step).map(({ name }) => name)))
    const silent = workflow.steps.filter(
      (step) =>
        step.kind === "do" &&
        !needsOutput(step) &&
        (step.writes ?? []).some((name) => read.has(name) || name === workflow.result),
    )
    return [
      ...(workflow.result === undefined ? [workflow.name] : []),
      ...silent.map(({ id }) => `${workflow.name} ${id}`),
    ]
  })
  expect(lacking).toEqual([])
})

test("every step of the planner that mentions the task shows it", () => {
  const planner = procedures.filter(
    ({ workflow }) => workflow.params.some(({ name }) => name === "task") && workflow.name.startsWith("planner"),
  )
  expect(planner.map(({ workflow }) => workflow.name)).toEqual([
    "planner",
    "planner-explore",
    "planner-review-completeness",
  ])
  const silent = planner.flatMap(({ workflow }) =>
    workflow.steps.flatMap((step) => {
      const text = listFilledTexts(step)
        .map((one) => one.text)
        .join("\n")
      return /\btask\b/i.test(text.replace(/\{\{.*?\}\}|task-issues/g, "")) && !text.includes("{{params.task}}")
        ? [step.id]
        : []
    }),
  )
  expect(silent).toEqual([])
})

test("no step refers to a resource as `below`: resources are printed above the step", () => {
  const wrong = procedures.flatMap(({ workflow }) =>
    workflow.steps.flatMap((step) => {
      const hasResource = step.actions.some((action) => typeof action !== "string" && action.kind === "resource")
      const text = listFilledTexts(step).map((one) => one.text.replaceAll(/`[^`]*`/g, ""))
      return hasResource && text.some((one) => /\bbelow\b/.test(one)) ? [`${workflow.name} ${step.id}`] : []
    }),
  )
  expect(wrong).toEqual([])
})

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
    await handIn(bench, workflow, { step, round })
  }
  expect([await bench.place(), (await bench.run()).visited]).toEqual(["done", steps])
})

/** Every step gets the smallest answer that is enough. */
async function handIn(bench: RunBench, workflow: Workflow, { step: id, round }: { step: string; round: number }) {
  const step = findStep(workflow, id)
  if (step === undefined) throw new Error(`there is no step ${id}`)
  for (const { item, ask, run } of await bench.history.dispatches("r", id, round)) {
    if (ask.kind === "run") throw new Error(`${run} has to be followed`)
    const applied = await bench.report(id, { item, round, outcome: "ok", text: sampleFor(workflow, step) })
    expect({ [id]: applied }).toMatchObject({ [id]: { kind: "applied" } })
  }
}

/** A list, if a later step takes its items from it. */
function sampleFor(workflow: Workflow, step: Step): string {
  const isTaken = workflow.steps.some(
    (one) => one.kind === "fanout" && one.items.kind === "each" && (step.writes ?? []).includes(one.items.of),
  )
  if (!isTaken || findOutputSchema(step)?.type === "array") return sampleOutput(step)
  return findOutputSchema(step) === undefined ? "- one\n- two" : `${sampleOutput(step)}\n\n- one\n- two`
}

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

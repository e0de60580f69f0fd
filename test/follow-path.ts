import { expect } from "vitest"
import { answerGate } from "./answer-gate.ts"
import { type RunBench, runBench } from "./run-bench.ts"
import type { Outcome } from "../src/workflow/outcome.ts"
import { findOutputSchema } from "../src/workflow/output-schema.ts"
import { explorePaths, type PathStep } from "./explore-paths.ts"
import { type ComputeStep, type Step, findStep, type Workflow } from "../src/workflow/workflow.ts"
import { sampleOutput } from "./sample-output.ts"

type Path = readonly PathStep[]

const PASSING = "Looked at everything.\n\nRESULT: PASS"
const FAILING = "- [decision-unrecorded] why it is so\n\nRESULT: FAIL"

/**
 * Takes a run along a path, with agents and people who give the answers that the path needs. Ends where the path ends.
 */
export async function followPath(
  workflow: Workflow,
  children: readonly Workflow[],
  path: Path,
  look?: Following["look"],
): Promise<{ readonly bench: RunBench; readonly visited: readonly string[] }> {
  const bench = runBench([workflow, ...children])
  const started = await bench.start({ params: paramsFor(workflow, path) })
  expect(started.kind).toBe("applied")
  await follow({ bench, workflow, children, run: "r", look }, path)
  expect(await bench.place()).toBe("done")
  return { bench, visited: (await bench.history.visits("r")).map(({ step }) => step) }
}

interface Following {
  readonly bench: RunBench
  readonly workflow: Workflow
  readonly children: readonly Workflow[]
  readonly run: string
  /** Called at every step that somebody has to do something for, before it is done. */
  readonly look?:
    | ((at: { readonly bench: RunBench; readonly workflow: Workflow; readonly run: string }) => Promise<void>)
    | undefined
}

async function follow(at: Following, path: Path): Promise<void> {
  for (const [index, { step, outcome }] of path.entries()) {
    const here = findStep(at.workflow, step)
    if (here?.kind === "gate") expect(await answerGate(at.bench, at.run, outcome === "ok")).toEqual([])
    if (here === undefined || here.kind === "gate" || here.kind === "compute") continue
    if (outcome === "error" || outcome === "cheaper") throw new Error(`${step} is left by ${outcome}`)
    const rest = path.slice(index + 1)
    const isEmpty = here.kind === "fanout" && outcome === "skip"
    if (isEmpty) continue
    expect((await at.bench.run(at.run)).step).toBe(step)
    await at.look?.(at)
    await take(at, here, { outcome, text: textFor(at.workflow, here, { outcome, rest }) })
  }
}

interface Said {
  readonly outcome: Outcome
  readonly text: string
}

async function take(at: Following, step: Step, said: Said): Promise<void> {
  const { bench, run } = at
  const { round } = await bench.run(run)
  switch (step.kind) {
    case "do":
      return taken(await bench.report(step.id, { run, ...said }))
    case "wait":
      return "seconds" in step.until
        ? ((bench.clock.now += step.until.seconds * 1000), taken(await bench.happen({ kind: "tick" }, run)))
        : taken(await bench.report(step.id, { run, ...said }))
    case "ask": {
      for (const { id, options } of await bench.history.questions({ run })) {
        const option = options.find((one) => (one.outcome ?? "ok") === said.outcome) ?? options[0]
        taken(await bench.answer(id, option?.label ?? "as it is", run))
      }
      return
    }
    case "dispatch":
    case "fanout": {
      for (const { item, ask } of await bench.history.dispatches(run, step.id, round)) {
        if (ask.kind === "run") await followChild(at, { run: ask.run, workflow: ask.workflow }, said)
        else taken(await bench.report(step.id, { run, item, round, ...said }))
      }
      return
    }
    case "gate":
    case "compute":
      throw new Error(`${step.id} is computed`)
  }
}

function taken({ kind, ...more }: { readonly kind: string }): void {
  expect({ kind, ...(kind === "refused" ? more : {}) }).toEqual({ kind: "applied" })
}

/** A child run takes a path that ends as its parent needs; its last answer is what its parent gets. */
async function followChild(
  at: Following,
  child: { readonly run: string; readonly workflow: string },
  said: Said,
): Promise<void> {
  const workflow = at.children.find(({ name }) => name === child.workflow)
  if (workflow === undefined) throw new Error(`there is no workflow ${child.workflow}`)
  const { paths } = explorePaths(workflow, { maxPaths: 50, outcomesOnly: true })
  const path = paths.find((one) => (one.at(-1)?.outcome === "fail") === (said.outcome === "fail"))
  if (path === undefined) {
    expect(said.outcome).toBe("fail")
    return taken(await at.bench.happen({ kind: "cancel", by: "ann", reason: "no agent answers" }, child.run))
  }
  const below = { ...at, workflow, run: child.run }
  const last = path.at(-1)
  await follow(below, path.slice(0, -1))
  const step = last === undefined ? undefined : findStep(workflow, last.step)
  if (step === undefined || last === undefined) throw new Error(`${child.workflow} has no steps`)
  const isReview = [PASSING, FAILING].includes(said.text)
  await take(below, step, isReview || said.outcome === "fail" ? said : { ...said, text: sampleOutput(step) })
}

/** The answer at a step that makes the path continue as it does. */
function textFor(workflow: Workflow, step: Step, how: { readonly outcome: string; readonly rest: Path }): string {
  const [name = ""] = step.writes ?? []
  const { rest } = how
  const reader = rest.find((next) => reads(workflow, next.step, name))
  const next = reader === undefined ? undefined : findStep(workflow, reader.step)
  const judging = rest.find((one) => judges(workflow, one.step, name))
  if (judging !== undefined) return judging.outcome === "fail" ? FAILING : PASSING
  const sections = workflow.steps.flatMap((one) =>
    one.kind === "gate"
      ? one.evidence.flatMap((seen) => (seen.kind === "sections" && seen.of === name ? seen.sections : []))
      : [],
  )
  if (sections.length > 0) return sections.map((title) => `## ${title}\n\nSaid.`).join("\n\n")
  if (next?.kind === "fanout" && reader?.outcome === "skip") return "[]"
  const wanted = rest.flatMap((one) => valuesFor(workflow, one, name))[0]
  if (wanted !== undefined || findOutputSchema(step) !== undefined)
    return `${sampleOutput(step, wanted)}${findOutputSchema(step)?.type === "string" && isTaken(workflow, name) ? "\n\n- one\n- two" : ""}`
  if (isTaken(workflow, name)) return '[{"text":"one"},{"text":"two"}]'
  return `What ${step.id} gives.`
}

function isTaken(workflow: Workflow, name: string): boolean {
  return workflow.steps.some(({ id }) => reads(workflow, id, name))
}

function reads(workflow: Workflow, id: string, name: string): boolean {
  const step = findStep(workflow, id)
  if (step?.kind === "fanout") return step.items.kind === "each" && step.items.of === name
  return step?.kind === "ask" && "from" in step.questions && step.questions.from === name
}

function judges(workflow: Workflow, id: string, name: string): boolean {
  const step = findStep(workflow, id)
  return step?.kind === "gate" && step.evidence.some((seen) => seen.kind === "review" && seen.of === name)
}

/** The parameters with which a workflow's tables follow a path; required ones get a text. */
function paramsFor(workflow: Workflow, path: Path): Readonly<Record<string, unknown>> {
  const required = workflow.params.flatMap((param) =>
    param.required === true && param.default === undefined ? [[param.name, sampleOf(param.type)] as const] : [],
  )
  const chosen = path.flatMap(({ step, outcome }) => conditionsFor(workflow, step, outcome))
  const params = chosen.flatMap(({ of, is }) => (of.startsWith("params.") ? [[of.slice(7), is] as const] : []))
  return Object.fromEntries([...required, ...params])
}

function sampleOf(type: string): string | number | boolean {
  return type === "text" ? "a sample" : type === "boolean" ? false : 1
}

function valuesFor(
  workflow: Workflow,
  { step, outcome }: PathStep,
  name: string,
): readonly Readonly<Record<string, unknown>>[] {
  const own = conditionsFor(workflow, step, outcome).filter(({ of }) => of.startsWith(`values.${name}.`))
  return own.length === 0 ? [] : [Object.fromEntries(own.map(({ of, is }) => [of.split(".")[2] ?? "", is]))]
}

function conditionsFor(workflow: Workflow, id: string, outcome: string) {
  const step = findStep(workflow, id)
  if (step?.kind !== "compute" || typeof step.compute === "function") return []
  const { rows } = step.compute as Extract<ComputeStep["compute"], { rows: unknown }>
  const row = rows.find((one) => one.outcome === outcome)
  return (row?.when ?? []).flatMap(({ of, is }) => (is === undefined ? [] : [{ of, is }]))
}

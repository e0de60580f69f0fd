import { listStepEdges } from "../../../workflow/edges.ts"
import { END, type Outcome, findNextStep } from "../../../workflow/outcome.ts"
import { needsOutput, findOutputSchema, describeSchema } from "../../../workflow/output-schema.ts"
import { type Step, findStep, type ValueSchema, type Workflow } from "../../../workflow/workflow.ts"
import { findMismatches } from "./gate/evidence.ts"
import { parseQuestions } from "./ask/ask-questions.ts"
import { isEmptyAnswer, parseAnswerValue } from "./take-answer.ts"
import { type Decision, refuse } from "./decision.ts"
import type { ReportEvent } from "./event.ts"
import { splitEntries, checkItemCount } from "./ask/fanout-items.ts"

type Reported = Pick<ReportEvent, "text" | "child"> & { readonly outcome: Outcome }

/**
 * Why an output is refused: it is missing, does not have the declared shape, or a later step could not use it. The
 * output of a failed step may have any shape.
 */
export function refuseWrongOutput(workflow: Workflow, step: Step, reported: Reported): Decision | undefined {
  const { text = "", outcome } = reported
  if (isMissing(step, reported)) return missing(step)
  if (outcome === "fail") return undefined
  const schema = findOutputSchema(step)
  const wrong = schema === undefined ? [] : findShapeFaults(text, schema)
  if (schema !== undefined && wrong.length > 0)
    return refuse(
      "run.output-shape",
      `the output of ${step.id} does not fit: ${firstFew(wrong)}`,
      `write ${describeSchema(schema)}, and report it again`,
    )
  return uselessLater(workflow, step, { text, outcome })
}

function isMissing(step: Step, { text, outcome, child }: Reported): boolean {
  if (needsOutput(step)) return isEmptyAnswer(text)
  if (step.kind !== "dispatch" && step.kind !== "fanout") return false
  if (outcome === "fail") return false
  const hasNoResult = child !== undefined && text === undefined && step.output === undefined
  return !hasNoResult && isEmptyAnswer(text)
}

function missing(step: Step): Decision {
  if (step.kind === "do")
    return refuse(
      "run.output-missing",
      `${step.id} must have an output`,
      "report it again with --output FILE, or --output - for standard input",
    )
  return refuse(
    "run.output-missing",
    `the answer to ${step.id} is empty`,
    "ask the agent again and report its answer with --output FILE, or report --outcome fail",
  )
}

/** Every mismatch between a text and its schema. */
export function findShapeFaults(text: string, schema: ValueSchema): readonly string[] {
  if (schema.type === "string") return findMismatches(text, schema, "it")
  const value = parseAnswerValue(text)
  return typeof value === "string" && schema.type !== undefined
    ? ["it is not JSON"]
    : findMismatches(value, schema, "it")
}

function firstFew(wrong: readonly string[]): string {
  const more = wrong.length - 5
  return `${wrong.slice(0, 5).join("; ")}${more > 0 ? `; and ${more} more` : ""}`
}

/** A fan-out or a question takes its items from a value; this checks the value when it is reported. */
function uselessLater(
  workflow: Workflow,
  step: Step,
  { text, outcome }: { readonly text: string; readonly outcome: Outcome },
): Decision | undefined {
  const [name] = step.kind === "fanout" || step.kind === "gate" ? [] : (step.writes ?? [])
  if (name === undefined) return undefined
  const value = parseAnswerValue(text)
  for (const taker of findTakers(workflow, { step, name, outcome })) {
    if (taker.kind === "ask" && parseQuestions(value) === undefined)
      return refuse(
        "run.output-shape",
        `${taker.id} asks a person the questions in ${name}, but the output is not a list of questions`,
        'write a JSON list such as [{"text": "…", "options": ["…", "…"]}], and report it again',
      )
    const wrong = taker.kind === "fanout" ? checkItemCount(taker, splitEntries(value).length) : undefined
    if (wrong !== undefined && taker.kind === "fanout" && taker.items.kind === "each")
      return refuse(
        "run.output-shape",
        wrong,
        `write a JSON list or a Markdown list of 1 to ${taker.items.most} entries, and report it again`,
      )
  }
  return undefined
}

interface Written {
  readonly step: Step
  readonly name: string
  readonly outcome: Outcome
}

/**
 * The steps that take their items from a value, on the paths after the step that wrote it and before another step
 * writes it.
 */
function findTakers(workflow: Workflow, { step, name, outcome }: Written): readonly Step[] {
  if (!workflow.steps.some((one) => takes(one, name))) return []
  const takers: Step[] = []
  const reached = new Set([findNextStep(step.next, outcome) ?? END])
  for (const id of reached) {
    const at = findStep(workflow, id)
    if (at === undefined) continue
    if (takes(at, name)) takers.push(at)
    if (!(at.writes ?? []).includes(name)) for (const { to } of listStepEdges(at)) reached.add(to)
  }
  return takers
}

function takes(step: Step, name: string): boolean {
  if (step.kind === "fanout") return step.items.kind === "each" && step.items.of === name
  return step.kind === "ask" && "from" in step.questions && step.questions.from === name
}

/** How a step describes the shape of its output, for the reader who does the step. */
export function writeOutputActions(step: Step): readonly string[] {
  const schema = step.kind === "do" && step.reportedBy === undefined ? findOutputSchema(step) : undefined
  return schema === undefined ? [] : [sentence("Write", schema)]
}

/** An agent's prompt with the required shape of its answer. */
export function addShape(step: Step, prompt: string): string {
  const isAnswered = (step.kind === "dispatch" || step.kind === "fanout") && step.reportedBy === undefined
  const schema = isAnswered ? findOutputSchema(step) : undefined
  return schema === undefined ? prompt : `${prompt.trimEnd()}\n\n${sentence("Answer with", schema)}`
}

function sentence(verb: string, schema: ValueSchema): string {
  const alone = schema.type === "object" || schema.type === "array" ? " and no other text" : ""
  return `${verb} ${describeSchema(schema)}${alone}. Anything else is refused.`
}

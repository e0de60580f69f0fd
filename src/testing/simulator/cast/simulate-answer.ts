import type { ItemKey } from "../../../agents/agent-driver.ts"
import { findOutputSchema } from "../../../workflow/output-schema.ts"
import { type Step, findStep, type ValueSchema, type Workflow } from "../../../workflow/workflow.ts"
import { drawShare } from "../random.ts"
import { writeSampleText } from "./sample-text.ts"

/**
 * An agent's answer to a dispatch: a pure function of its key, so that every attempt and every driver gets the same.
 */
export type SimulatedAnswer =
  | { readonly kind: "says"; readonly text: string }
  /** It cannot answer, however often it is asked. */
  | { readonly kind: "cannot"; readonly retry: "no" | "later" }

const PASS = "RESULT: PASS"
const FAIL = "- [decision-unrecorded] why it is so\n\nRESULT: FAIL"
/** After this many rounds everything succeeds, so that a loop without a cap ends. */
const PATIENT = 3

export function simulateAnswer(workflow: Workflow, key: ItemKey, seed: number): SimulatedAnswer {
  const step = findStep(workflow, key.step)
  if (step === undefined) return { kind: "cannot", retry: "no" }
  const share = drawShare(seed, key.run, key.step, key.round, key.item)
  const isLate = key.round >= PATIENT
  if (isReview(workflow, step)) return { kind: "says", text: share < 0.5 && !isLate ? FAIL : PASS }
  const asked = step.kind === "dispatch" || step.kind === "fanout"
  if (asked && share < 0.05) return { kind: "cannot", retry: share < 0.025 ? "no" : "later" }
  const outcome = drawOutcome(step, key, { share, isLate })
  const text = writeText(workflow, step, share)
  return { kind: "says", text: outcome === undefined ? text : `${text}\nOUTCOME: ${outcome}` }
}

function isReview(workflow: Workflow, step: Step): boolean {
  if ((step.kind === "dispatch" || step.kind === "fanout") && step.review !== undefined) return true
  return workflow.steps.some(
    (one) =>
      one.kind === "gate" &&
      one.evidence.some((seen) => seen.kind === "review" && step.writes?.includes(seen.of) === true),
  )
}

/** Whether a `do` step must state its outcome: if only one is possible, it need not. */
export function mustStateOutcome(step: Step | undefined): boolean {
  return step?.kind === "do" && Object.keys(step.next).length > 1
}

function drawOutcome(
  step: Step,
  { round }: ItemKey,
  { share, isLate }: { readonly share: number; readonly isLate: boolean },
): string | undefined {
  if (!mustStateOutcome(step))
    return step.kind !== "do" && share < 0.14 && step.next.fail !== undefined ? "fail" : undefined
  const { iterate, fail, ok, skip } = step.next
  const mayIterate = iterate !== undefined && (step.maxRounds === undefined || round < step.maxRounds)
  if (mayIterate && share < 0.5 && !isLate) return "iterate"
  if (fail !== undefined && share > 0.92 && !isLate) return "fail"
  if (skip !== undefined && share > 0.85) return "skip"
  return ok === undefined && fail !== undefined ? "fail" : "ok"
}

/** A text that the following steps can read. */
function writeText(workflow: Workflow, step: Step, share: number): string {
  const [name = ""] = step.writes ?? []
  const readers = workflow.steps.filter((one) => one.reads?.some((read) => read.replace(/\?$/, "") === name) === true)
  const sections = readers.flatMap((one) =>
    one.kind === "gate"
      ? one.evidence.flatMap((seen) => (seen.kind === "sections" && seen.of === name ? seen.sections : []))
      : [],
  )
  if (sections.length > 0) return sections.map((title) => `## ${title}\n\nSaid.`).join("\n\n")
  const wanted = readers.flatMap((one) => makeFields(one, name, share))[0]
  const schema = findOutputSchema(step)
  if (schema?.type === "string" && findLimit(readers, name) !== undefined)
    return `${shaped(schema, { wanted, most: undefined })}\n\n- one\n- two`
  if (schema !== undefined) return shaped(schema, { wanted, most: findLimit(readers, name) })
  if (wanted !== undefined) return JSON.stringify(wanted)
  const most = findLimit(readers, name)
  if (most !== undefined) return JSON.stringify([{ title: "one" }, { title: "two" }, { title: "three" }].slice(0, most))
  if (readers.some((one) => one.kind === "ask" && "from" in one.questions))
    return JSON.stringify([{ text: "Which side?", options: ["left", "right"] }])
  return `What ${step.id} gives.`
}

/** How many entries the fan-outs over a value take; undefined if there is none. */
function findLimit(readers: readonly Step[], name: string): number | undefined {
  const most = readers.flatMap((one) =>
    one.kind === "fanout" && one.items.kind === "each" && one.items.of === name ? [one.items.most] : [],
  )
  return most.length === 0 ? undefined : Math.min(...most)
}

function shaped(
  schema: ValueSchema,
  { wanted, most }: { readonly wanted: object | undefined; readonly most: number | undefined },
): string {
  const sample = makeSample(schema, most)
  if (typeof sample === "string") return sample
  return JSON.stringify(isFields(sample) && wanted !== undefined ? merged(sample, wanted) : sample)
}

/** An object for which some row of a table applies. */
function makeFields(step: Step, name: string, share: number): readonly object[] {
  if (step.kind !== "compute" || typeof step.compute === "function") return []
  const { rows } = step.compute
  const row = rows[Math.floor(share * rows.length)]
  const own = (row?.when ?? []).filter(({ of }) => of.startsWith(`values.${name}.`))
  const fields = own.map(({ of, is, in: among }) => nested(of.split(".").slice(2), is ?? among?.[0] ?? "1"))
  return fields.length === 0 ? [] : [fields.reduce(merged)]
}

function nested(path: readonly string[], value: unknown): object {
  return path.reduceRight<unknown>((held, name) => ({ [name]: held }), value) as object
}

/** The second one's fields where both have them, however deep. */
function merged(one: object, other: object): object {
  const fields = one as Readonly<Record<string, unknown>>
  const both = Object.entries(other).map(([name, held]: readonly [string, unknown]) => {
    const had = fields[name]
    return [name, isFields(had) && isFields(held) ? merged(had, held) : held] as const
  })
  return { ...one, ...Object.fromEntries(both) }
}

function isFields(value: unknown): value is object {
  return typeof value === "object" && value !== null && !Array.isArray(value)
}

const USUAL_ENTRIES = 3

/** The simplest value that fits a schema. */
function makeSample(schema: ValueSchema, most: number = USUAL_ENTRIES): unknown {
  if (schema.enum !== undefined) return schema.enum[0]
  switch (schema.type) {
    case "array": {
      const length = Math.max(schema.minItems ?? 0, Math.min(USUAL_ENTRIES, most, schema.maxItems ?? USUAL_ENTRIES))
      return Array.from({ length }, () => makeSample(schema.items ?? {}))
    }
    case "object": {
      const { properties = {}, required = [] } = schema
      const names = new Set([...required, ...Object.keys(properties)])
      return Object.fromEntries([...names].map((name) => [name, makeSample(properties[name] ?? {})] as const))
    }
    case "number":
    case "integer":
      return 1
    case "boolean":
      return true
    case "string":
    case undefined:
      return writeSampleText(`${"said ".repeat(Math.ceil((schema.minLength ?? 4) / 5))}it`, schema)
  }
}

import type { Inspection } from "./review-policy.ts"
import type { End, Next, Outcome } from "./outcome.ts"
import type { LineForm } from "./line-form.ts"
import type { Param, ParamValue } from "./params.ts"
import type { Role, Tier } from "./roles.ts"

/** A procedure as data. It never changes: a run is pinned to the hash of the one it began with. */
export interface Workflow {
  readonly name: string
  readonly description: string
  readonly aliases?: readonly string[]
  readonly params: readonly Param[]
  readonly start: string
  readonly steps: readonly Step[]
  /** The value that a run returns. */
  readonly result?: string | undefined
  /** The command that prints the result for people, followed by the run's id; absent if its text is for them. */
  readonly resultPrintedBy?: string | undefined
  /** Texts that steps show in full, by name. */
  readonly resources?: Readonly<Record<string, string>>
  /** The workflows that steps start, by name → hash. */
  readonly children?: Readonly<Record<string, string>>
  /** Tool rules that the skill requests: which commands a gate may run. */
  readonly allowedTools?: readonly string[]
}

/** `To` are the ids it leads to. */
export type Step<Id extends string = string, To extends string = string> =
  | DoStep<Id, To>
  | DispatchStep<Id, To>
  | FanoutStep<Id, To>
  | GateStep<Id, To>
  | AskStep<Id, To>
  | ComputeStep<Id, To>
  | WaitStep<Id, To>

export type StepKind = Step["kind"]

interface AnyStep<Id extends string, To extends string> {
  readonly id: Id
  readonly title: string
  /** A label that groups steps. */
  readonly phase?: string | undefined
  /** For a workflow that was compiled: which part of the source it belongs to, and what it does for it. */
  readonly unit?: string | undefined
  readonly role?: string | undefined
  readonly actions: readonly Action[]
  /** Values it uses. `plan?` may be missing, such as a value that only a later round writes. */
  readonly reads?: readonly string[]
  readonly writes?: readonly string[]
  readonly next: Next<To>
  /** The next step if it could not be executed at all; `_error` is then a value. Without it the run fails. */
  readonly onError?: To | End | undefined
  /** How often it may be entered. */
  readonly maxRounds?: number
  /** The step to take instead once 80 % of a ceiling is spent. */
  readonly cheaper?: To
  /** The command that checks what was done and reports it. Nothing else may report success. */
  readonly reportedBy?: string | undefined
  /** That command reports it only while it starts the run: a run that was interrupted here must be started again. */
  readonly reportedAtStart?: boolean | undefined
  /** Files and lines that its report names need not exist: they are checked otherwise. */
  readonly places?: "unchecked" | undefined
}

/** The agent or person that drives the run does it and reports. */
export interface DoStep<Id extends string = string, To extends string = string> extends AnyStep<Id, To> {
  readonly kind: "do"
  /** A report without output is refused. */
  readonly outputRequired?: boolean
  /** The shape that the output must have, unless the step failed. */
  readonly output?: ValueSchema | undefined
}

/** The request to one agent. */
export interface Asked {
  readonly agent: Role
  /** Its prompt; with `workflow`, additional text. */
  readonly prompt?: string | undefined
  /** The workflow it follows; its parameters, as templates. */
  readonly workflow?: string | undefined
  readonly with?: Readonly<Record<string, string>> | undefined
  readonly tier?: Tier | undefined
}

/** One agent, with a prompt or its own workflow. */
export interface DispatchStep<Id extends string = string, To extends string = string> extends AnyStep<Id, To>, Asked {
  readonly kind: "dispatch"
  /** It judges other agents' work: its answer ends in `RESULT: PASS` or `RESULT: FAIL`. The name is on its banner. */
  readonly review?: string | undefined
  /** How often it is asked again if it could not answer (default 2). */
  readonly retries?: number
  /** The answer must have this shape, unless the agent failed. */
  readonly output?: ValueSchema | undefined
}

/** Many agents in parallel. */
export interface FanoutStep<Id extends string = string, To extends string = string> extends AnyStep<Id, To> {
  readonly kind: "fanout"
  readonly items: FanoutItems
  readonly join: Join
  readonly review?: string
  readonly retries?: number
  /** The answer of each agent must have this shape, unless it failed. */
  readonly output?: ValueSchema
}

/** Which agents are asked what; computed once, when the step is entered. */
export type FanoutItems =
  | { readonly kind: "list"; readonly items: readonly FanoutItem[] }
  /** One for each entry of a value that is a JSON or Markdown list: `{{item.text}}`, `{{item.number}}`, fields. */
  | { readonly kind: "each"; readonly of: string; readonly most: number; readonly ask: Asked }
  /** As many as a parameter says. */
  | { readonly kind: "count"; readonly param: string; readonly ask: Asked }
  | { readonly kind: "computed"; readonly compute: (inputs: Inputs) => readonly FanoutItem[] }

export interface FanoutItem extends Asked {
  /** Its name in the run: unique, made from the definition or the value, never from a prompt. */
  readonly item: string
}

/** all: every one is ok. settled: all have ended and at least one is ok. A number: at least this many are ok. */
export type Join = (typeof joins)[number] | { readonly atLeast: number }
export const joins = ["all", "settled"] as const

/** Its outcome is computed from evidence, never reported. */
export interface GateStep<Id extends string = string, To extends string = string> extends AnyStep<Id, To> {
  readonly kind: "gate"
  /** All of it must be satisfied. */
  readonly evidence: readonly Evidence[]
  readonly loop?: ReviewLoop<To>
  /** Whether a person may pass it with a reason (default: no). */
  readonly override?: "person" | undefined
}

export type Evidence =
  /** A review's answer, compared with what blocks in this iteration. */
  | { readonly kind: "review"; readonly of: string }
  /** Headings a Markdown value must have, each with something under it. */
  | { readonly kind: "sections"; readonly of: string; readonly sections: readonly string[] }
  | { readonly kind: "command"; readonly command: string; readonly exit?: number | undefined }
  | { readonly kind: "schema"; readonly of: string; readonly schema: ValueSchema }
  /** Skills at a path of the project, which Skillet itself inspects. */
  | { readonly kind: Inspection; readonly path: string; readonly failOn?: string | undefined }

/** The part of JSON Schema that values are checked against, and what a text must contain. */
export interface ValueSchema {
  readonly type?: "object" | "array" | "string" | "number" | "integer" | "boolean"
  readonly required?: readonly string[]
  readonly properties?: Readonly<Record<string, ValueSchema>>
  readonly items?: ValueSchema
  readonly enum?: readonly (string | number | boolean)[]
  readonly minItems?: number
  readonly maxItems?: number
  readonly minLength?: number
  /** Parts that a text must have, each under a heading or after a label with its name. */
  readonly parts?: readonly string[]
  /** Lines that a text must have. */
  readonly lines?: readonly LineForm[]
}

/** The gate's part of a loop of work, review and gate, which repeats until the gate passes. */
export interface ReviewLoop<To extends string = string> {
  /** The step whose work is reviewed; a failed gate leads back to it. */
  readonly work: To
  /** The step that reviews. */
  readonly review: To
  /** The number of reviews after which a person is asked. */
  readonly limit: number
  /** How a later review reads the work: afresh, or knowing what was found before. */
  readonly reverify: "fresh" | "previous"
  /** The agent that follows the procedure fixes the issues, instead of `fixTarget`. */
  readonly selfFix?: boolean
  readonly fixTarget?: Role
  readonly passMessage?: string | undefined
}

/** A person answers. */
export interface AskStep<Id extends string = string, To extends string = string> extends AnyStep<Id, To> {
  readonly kind: "ask"
  readonly questions: readonly Question[] | { readonly from: string }
}

export interface Question {
  readonly id: string
  readonly text: string
  /** The higher, the sooner it is asked (default 0). */
  readonly urgency?: number
  /** None: any answer is accepted. */
  readonly options: readonly QuestionOption[]
  readonly multiple?: boolean
}

export interface QuestionOption {
  readonly label: string
  readonly about?: string
  /** The outcome of the step if it is chosen (default ok). */
  readonly outcome?: Outcome
}

/** A pure function, or a table instead of one. */
export interface ComputeStep<Id extends string = string, To extends string = string> extends AnyStep<Id, To> {
  readonly kind: "compute"
  readonly compute: ComputeTable | ((inputs: Inputs) => Computed)
}

/** The first row whose conditions are all true decides. */
export interface ComputeTable {
  readonly rows: readonly ComputeRow[]
}

export interface ComputeRow {
  readonly when?: readonly Condition[]
  readonly outcome: Outcome
  readonly set?: Readonly<Record<string, string>>
}

export interface Computed {
  readonly outcome: Outcome
  readonly values?: Readonly<Record<string, unknown>>
}

/** The input of a pure function of a workflow. */
export interface Inputs {
  readonly params: Readonly<Record<string, ParamValue>>
  /** The values that it declared to read: text, or parsed JSON; a fan-out's answers as a list. */
  readonly values: Readonly<Record<string, unknown>>
  readonly round: number
}

/** One answer of a fan-out, as a later step reads it. */
export interface ItemAnswer {
  readonly item: string
  readonly agent: string
  readonly outcome: Outcome
  readonly text: string
}

/** Until a time has passed, or until it is reported. */
export interface WaitStep<Id extends string = string, To extends string = string> extends AnyStep<Id, To> {
  readonly kind: "wait"
  readonly until: { readonly seconds: number } | { readonly reported: true }
}

/** The steps of a workflow by id. */
export function findStep(workflow: Workflow, id: string): Step | undefined {
  return indexSteps(workflow).get(id)
}

const indexes = new WeakMap<Workflow, ReadonlyMap<string, Step>>()

function indexSteps(workflow: Workflow): ReadonlyMap<string, Step> {
  const already = indexes.get(workflow)
  if (already !== undefined) return already
  const made = new Map(workflow.steps.map((step) => [step.id, step]))
  indexes.set(workflow, made)
  return made
}

/** Whether a run of this workflow could run a command. Child workflows are not examined: they count as yes. */
export function mayRunCommands(workflow: Workflow): boolean {
  const isCommandGate = (step: Step) => step.kind === "gate" && step.evidence.some(({ kind }) => kind === "command")
  return workflow.children !== undefined || workflow.steps.some(isCommandGate)
}

/** The values that a step reads, without the mark for optional ones. */
export function listReads(step: Pick<Step, "reads">): readonly { readonly name: string; readonly optional: boolean }[] {
  return (step.reads ?? []).map((name) => ({ name: name.replace(/\?$/, ""), optional: name.endsWith("?") }))
}

/**
 * A part of a step's text. Plain text is Markdown; `{{params.x}}`, `{{values.x}}`, `{{item.x}}` and `{{run.x}}` in it
 * are filled in when it is rendered, and inserted text is not examined again.
 */
export type Action = string | GuidanceBlock

export type GuidanceBlock =
  | { readonly kind: "forbidden"; readonly items: readonly string[] }
  | { readonly kind: "expected-output"; readonly items: readonly string[]; readonly whenIssues?: string }
  | { readonly kind: "verification-checklist"; readonly items: readonly string[] }
  | { readonly kind: "detection-questions"; readonly items: readonly string[] }
  | { readonly kind: "incorrect-behavior"; readonly items: readonly string[] }
  | { readonly kind: "open-question-guidance"; readonly text: string }
  | { readonly kind: "factored-verification-rationale"; readonly text: string }
  | { readonly kind: "orchestrator-constraint"; readonly text: string }
  /** The full text of one of the workflow's resources, by name. */
  | { readonly kind: "resource"; readonly name: string; readonly purpose: string }

/** A condition of a table on parameters and values. Every given test must be true. */
export interface Condition {
  /** `params.mode`, `values.scope`, `run.round`; more dots reach deeper into JSON. */
  readonly of: string
  readonly is?: string | number | boolean
  readonly in?: readonly (string | number | boolean)[]
  readonly atLeast?: number
  readonly atMost?: number
  readonly contains?: string
  readonly missing?: boolean
}

export function isMet(condition: Condition, lookup: (path: string) => unknown): boolean {
  const found = lookup(condition.of)
  const isMissing = found === undefined || found === null || found === ""
  if (condition.missing !== undefined && condition.missing !== isMissing) return false
  if (condition.is !== undefined && !same(found, condition.is)) return false
  if (condition.in !== undefined && !condition.in.some((wanted) => same(found, wanted))) return false
  if (condition.atLeast !== undefined && !(Number(found) >= condition.atLeast)) return false
  if (condition.atMost !== undefined && !(Number(found) <= condition.atMost)) return false
  return condition.contains === undefined || String(found ?? "").includes(condition.contains)
}

/** Values come as text: `3` and "3" are the same, and so are true and "true". */
function same(found: unknown, wanted: string | number | boolean): boolean {
  return found === wanted || (typeof found === "string" && found.trim() === String(wanted))
}

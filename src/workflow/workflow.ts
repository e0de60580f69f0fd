import type { Inspection } from "./review-policy.ts"
import type { End, Next, Outcome } from "./outcome.ts"
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
  /** The value that a run of this gives. */
  readonly result?: string | undefined
  /** The command that prints the result for people, to be followed by the run's id; absent if its text is for them. */
  readonly resultPrintedBy?: string | undefined
  /** Texts that steps show in full, by name. */
  readonly resources?: Readonly<Record<string, string>>
  /** The workflows that steps hand over to, by name → hash. */
  readonly children?: Readonly<Record<string, string>>
  /** Tool rules the skill asks for: what a gate's command may be. */
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
  readonly actions: readonly Action[]
  /** Values it uses. `plan?` may be missing, as what a later round brings is in the first. */
  readonly reads?: readonly string[]
  readonly writes?: readonly string[]
  readonly next: Next<To>
  /** Where to go when it could not be carried out at all; `_error` is then a value. Without it the run fails. */
  readonly onError?: To | End | undefined
  /** How often it may be entered. */
  readonly maxRounds?: number
  /** The step to take instead once 80 % of a ceiling is spent. */
  readonly cheaper?: To
  /** The command that checks what was done and reports it. Nothing else may report success. */
  readonly reportedBy?: string | undefined
}

/** The agent or person that drives the run does it and reports. */
export interface DoStep<Id extends string = string, To extends string = string> extends AnyStep<Id, To> {
  readonly kind: "do"
  /** A report without output is refused. */
  readonly outputRequired?: boolean
  /** The shape that the output must have, unless the step failed. */
  readonly output?: ValueSchema | undefined
}

/** What one agent is asked. */
export interface Asked {
  readonly agent: Role
  /** What it is told; with `workflow`, what it is told beside it. */
  readonly prompt?: string | undefined
  /** The workflow it follows; its parameters, as templates. */
  readonly workflow?: string | undefined
  readonly with?: Readonly<Record<string, string>> | undefined
  readonly tier?: Tier | undefined
}

/** One agent, with a prompt or a workflow of its own. */
export interface DispatchStep<Id extends string = string, To extends string = string> extends AnyStep<Id, To>, Asked {
  readonly kind: "dispatch"
  /** It judges the work of others: its answer ends in `RESULT: PASS` or `RESULT: FAIL`. The name is on its banner. */
  readonly review?: string | undefined
  /** How often it is asked again when it could not answer (default 2). */
  readonly retries?: number
  /** The answer must have this shape, unless the agent failed. */
  readonly output?: ValueSchema | undefined
}

/** Many agents at once. */
export interface FanoutStep<Id extends string = string, To extends string = string> extends AnyStep<Id, To> {
  readonly kind: "fanout"
  readonly items: FanoutItems
  readonly join: Join
  readonly review?: string
  readonly retries?: number
  /** The answer of each agent must have this shape, unless it failed. */
  readonly output?: ValueSchema
}

/** What is asked of whom; computed once, when the step is entered. */
export type FanoutItems =
  | { readonly kind: "list"; readonly items: readonly FanoutItem[] }
  /** One for each entry of a value that is a JSON list, or of a Markdown list: `{{item.text}}`, `{{item.number}}`, fields. */
  | { readonly kind: "each"; readonly of: string; readonly most: number; readonly ask: Asked }
  /** As many as a parameter says. */
  | { readonly kind: "count"; readonly param: string; readonly ask: Asked }
  | { readonly kind: "computed"; readonly compute: (inputs: Inputs) => readonly FanoutItem[] }

export interface FanoutItem extends Asked {
  /** Its name in the run: unique, made from the definition or the value, never from a prompt. */
  readonly item: string
}

/** all: every one ok. settled: all have ended and at least one is ok. A number: at least so many must be ok. */
export type Join = (typeof joins)[number] | { readonly atLeast: number }
export const joins = ["all", "settled"] as const

/** Its outcome is computed from evidence, never claimed. */
export interface GateStep<Id extends string = string, To extends string = string> extends AnyStep<Id, To> {
  readonly kind: "gate"
  /** All of it must hold. */
  readonly evidence: readonly Evidence[]
  readonly loop?: ReviewLoop<To>
  /** Whether a person may pass it with a reason (default: no). */
  readonly override?: "person" | undefined
}

export type Evidence =
  /** A review's answer, held against what blocks in this iteration. */
  | { readonly kind: "review"; readonly of: string }
  /** Headings a Markdown value must have, each with something under it. */
  | { readonly kind: "sections"; readonly of: string; readonly sections: readonly string[] }
  | { readonly kind: "command"; readonly command: string; readonly exit?: number | undefined }
  | { readonly kind: "schema"; readonly of: string; readonly schema: ValueSchema }
  /** Skills at a path of the project, which Skillet itself inspects. */
  | { readonly kind: Inspection; readonly path: string; readonly failOn?: string | undefined }

/** The part of JSON Schema that values are held against. */
export interface ValueSchema {
  readonly type?: "object" | "array" | "string" | "number" | "integer" | "boolean"
  readonly required?: readonly string[]
  readonly properties?: Readonly<Record<string, ValueSchema>>
  readonly items?: ValueSchema
  readonly enum?: readonly (string | number | boolean)[]
  readonly minItems?: number
  readonly maxItems?: number
  readonly minLength?: number
}

/** Work, review, gate, and again until it holds: the gate's part of it. */
export interface ReviewLoop<To extends string = string> {
  /** The step whose work is reviewed: where a failed gate leads. */
  readonly work: To
  /** The step that reviews. */
  readonly review: To
  /** After so many reviews a person is asked. */
  readonly limit: number
  /** How a later review reads the work: with fresh eyes, or knowing what was found before. */
  readonly reverify: "fresh" | "previous"
  /** The agent that follows the procedure fixes it, instead of handing it to `fixTarget`. */
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
  /** None: anything may be answered. */
  readonly options: readonly QuestionOption[]
  readonly multiple?: boolean
}

export interface QuestionOption {
  readonly label: string
  readonly about?: string
  /** What choosing it makes of the step (default ok). */
  readonly outcome?: Outcome
}

/** A pure function, or a table that stands for one. */
export interface ComputeStep<Id extends string = string, To extends string = string> extends AnyStep<Id, To> {
  readonly kind: "compute"
  readonly compute: ComputeTable | ((inputs: Inputs) => Computed)
}

/** The first row whose conditions all hold decides. */
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

/** What a pure function of a workflow sees. */
export interface Inputs {
  readonly params: Readonly<Record<string, ParamValue>>
  /** What it declared to read: text, or what the text is as JSON; a fan-out's answers as a list. */
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

/** Until a time has passed, or until somebody reports it. */
export interface WaitStep<Id extends string = string, To extends string = string> extends AnyStep<Id, To> {
  readonly kind: "wait"
  readonly until: { readonly seconds: number } | { readonly reported: true }
}

/** The steps of a workflow by id. */
export function stepOf(workflow: Workflow, id: string): Step | undefined {
  return indexOf(workflow).get(id)
}

const indexes = new WeakMap<Workflow, ReadonlyMap<string, Step>>()

function indexOf(workflow: Workflow): ReadonlyMap<string, Step> {
  const already = indexes.get(workflow)
  if (already !== undefined) return already
  const made = new Map(workflow.steps.map((step) => [step.id, step]))
  indexes.set(workflow, made)
  return made
}

/** Whether a run of this workflow could run a command. Child workflows are not looked into: they may. */
export function mayRunCommands(workflow: Workflow): boolean {
  const isCommandGate = (step: Step) => step.kind === "gate" && step.evidence.some(({ kind }) => kind === "command")
  return workflow.children !== undefined || workflow.steps.some(isCommandGate)
}

/** What a step reads, without the mark of what may be missing. */
export function readsOf(step: Pick<Step, "reads">): readonly { readonly name: string; readonly optional: boolean }[] {
  return (step.reads ?? []).map((name) => ({ name: name.replace(/\?$/, ""), optional: name.endsWith("?") }))
}

/**
 * A part of what a step says. Plain text is Markdown; `{{params.x}}`, `{{values.x}}`, `{{item.x}}` and `{{run.x}}` in it are
 * filled in when it is rendered, and what was filled in is not looked at again.
 */
export type Action = string | Block

export type Block =
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

/** A fact about parameters and values that a table can ask for. Every one that is given must hold. */
export interface Condition {
  /** `params.mode`, `values.scope`, `run.round`; deeper into JSON with further dots. */
  readonly of: string
  readonly is?: string | number | boolean
  readonly in?: readonly (string | number | boolean)[]
  readonly atLeast?: number
  readonly atMost?: number
  readonly contains?: string
  readonly missing?: boolean
}

export function holds(condition: Condition, lookup: (path: string) => unknown): boolean {
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

import type { EditedAnswer } from "./edited-answer.ts"
import type { Inspection } from "../workflow/review-policy.ts"
import type { ItemKey, Usage } from "../agents/agent-driver.ts"
import type { Outcome } from "../workflow/outcome.ts"
import type { QuestionOption } from "../workflow/workflow.ts"

/** One execution of a workflow: its parameters and its state. */
export interface Run extends RunStart, RunHead {
  /** How many commits it has. A run that does not exist has none. */
  readonly seq: number
}

/** The part of a run that is fixed when it starts. */
export interface RunStart {
  readonly id: string
  readonly workflow: string
  /** The hash of the definition it is pinned to. */
  readonly definition: string
  /** JSON. */
  readonly params: string
  /** The run at the top of the tree; its own id for most. */
  readonly root: string
  /** Which item of which run this one answers. */
  readonly parent?: ItemKey | undefined
  /** The run whose answers may be used again. */
  readonly source?: string | undefined
  /** Steps whose answers may not. */
  readonly renew?: readonly string[] | undefined
  readonly edited?: readonly EditedAnswer[] | undefined
  /** The role of the agent that follows it, if it has one. */
  readonly agent?: string | undefined
  readonly project: string
  readonly branch: string
  /** The real path of the project's top directory. */
  readonly directory?: string | undefined
  /** How Skillet was called: the beginning of every command that directives print. */
  readonly program?: string | undefined
  readonly permissions: RunPermissions
  /** The skill that the workflow came from, and its trust. */
  readonly skill?: { readonly path: string; readonly trust: string } | undefined
  readonly started: number
}

/** What a person allowed the gate commands of a run, beyond the grants of its skill. */
export interface RunPermissions {
  readonly rules: readonly string[]
  readonly grants: readonly RunGrant[]
}

export const runGrants = ["write", "network"] as const
export type RunGrant = (typeof runGrants)[number]
export const noPermissions: RunPermissions = { rules: [], grants: [] }

/**
 * A run from its parts, always with the same fields in the same order. Copying objects with different fields is slow,
 * and every step copies a run several times.
 */
export function assembleRun(start: RunStart, head: RunHead, seq: number): Run {
  const whole: { readonly [Name in keyof Required<Run>]: Run[Name] } = {
    id: start.id,
    workflow: start.workflow,
    definition: start.definition,
    params: start.params,
    root: start.root,
    parent: start.parent,
    source: start.source,
    renew: start.renew,
    edited: start.edited,
    agent: start.agent,
    project: start.project,
    branch: start.branch,
    directory: start.directory,
    program: start.program,
    permissions: start.permissions,
    skill: start.skill,
    started: start.started,
    status: head.status,
    step: head.step,
    round: head.round,
    outcome: head.outcome,
    because: head.because,
    updated: head.updated,
    budget: head.budget,
    spent: head.spent,
    costs: head.costs,
    visit: head.visit,
    visited: head.visited,
    rounds: head.rounds,
    loops: head.loops,
    values: head.values,
    passed: head.passed,
    questions: head.questions,
    events: head.events,
    chain: head.chain,
    seq,
  }
  return whole
}

export type RunStatus = "running" | "done" | "failed" | "cancelled"

/** Everything that deciding needs, in one document. Its size depends on the workflow, not on the length of the run. */
export interface RunHead {
  readonly status: RunStatus
  readonly step: string
  readonly round: number
  /** How it ended and why, or what it waits for. */
  readonly outcome?: Outcome | undefined
  readonly because?: string | undefined
  readonly updated: number
  readonly budget: Budget
  readonly spent: Spent
  /** The usage of all answers so far, by role. */
  readonly costs?: RoleCosts | undefined
  /** Its current step, or its last one if it has ended. Absent before the first step. */
  readonly visit?: Visit | undefined
  /** How many visits it had. */
  readonly visited: number
  /** How often each step was entered. */
  readonly rounds: Readonly<Record<string, number>>
  /** How the latest visit of each gate with a review loop went. */
  readonly loops: Readonly<Record<string, PastLoop>>
  readonly values: Readonly<Record<string, ValueSource>>
  /** Gates that a person let it pass although they failed, by their step. */
  readonly passed?: Readonly<Record<string, PassedGate>> | undefined
  /** Questions of the current visit. */
  readonly questions: readonly AskedQuestion[]
  /** How many events it has, and the digest of its last record: each record's digest covers the previous one. */
  readonly events: number
  readonly chain: string
}

/** Ceilings; an absent one does not limit. */
export interface Budget {
  readonly agents?: number | undefined
  readonly tokens?: number | undefined
  readonly money?: number
  readonly seconds?: number | undefined
}

export interface Spent {
  readonly agents: number
  readonly tokens: number
  readonly money: number
}

export type RoleCosts = Readonly<Record<string, RoleCost>>

/** The sum over this many answers. */
export interface RoleCost {
  readonly answers: number
  readonly tokensIn: number
  readonly tokensOut: number
  readonly money: number
}

/** One time a step was entered. */
export interface Visit {
  readonly step: string
  readonly round: number
  /** Its position in the run, from 1. */
  readonly number: number
  readonly entered: number
  /** What led here. */
  readonly via?: LeftVisit | undefined
  /** Which answers its inputs are, by the name of the value. */
  readonly inputs: Readonly<Record<string, ValueSource>>
  /** The digest of everything it depends on: definition, parameters, inputs. */
  readonly digest: string
  /** How many items it asks for, and how many of them were answered with and without success. */
  readonly total: number
  readonly ok: number
  readonly failed: number
  readonly outcome?: Outcome | undefined
  readonly left?: number | undefined
  readonly because?: string | undefined
  /** The evidence that a gate saw, as JSON. */
  readonly evidence?: string | undefined
  readonly loop?: LoopState | undefined
}

/** The visit that was left, and how. */
export interface LeftVisit {
  readonly step: string
  readonly round: number
  readonly outcome: Outcome
  readonly because?: string | undefined
  /** The evidence that failed a gate, as JSON. */
  readonly evidence?: string | undefined
}

/** The state of a review loop. */
export interface LoopState {
  readonly gate: string
  readonly iteration: number
  readonly failed: boolean
  readonly status: "pass" | "fail" | "none"
  /** Rounds a person granted beyond the limit. */
  readonly granted: number
  readonly mustOnly: boolean
}

export interface PastLoop extends LoopState {
  /** Absent after its gate was entered and before it was left. */
  readonly outcome?: Outcome | undefined
}

/** A gate that a person let a run pass, with the issues that were open. */
export interface PassedGate {
  readonly title: string
  /** Who, and with which reason: "passed with open issues by ann: …". */
  readonly because: string
  readonly open: readonly string[]
}

/** The answer that a value comes from. The value of a fan-out is all answers of a visit. */
export interface ValueSource {
  readonly step: string
  readonly round: number
  /** `*` for all of them. */
  readonly item: string
  /** The digest of the text, or of the digests of all answers. Unique if there is no output. */
  readonly digest: string
}

export interface AskedQuestion {
  readonly step: string
  readonly round: number
  readonly id: string
  /** step: asked by an `ask` step. limit, budget: asked by the engine. */
  readonly kind: "step" | "limit" | "budget"
  readonly text: string
  readonly options: readonly QuestionOption[]
  readonly multiple: boolean
  readonly urgency: number
  readonly asked: number
  /** The expected usage of the next agent, if a ceiling leaves no room for it. */
  readonly needs?: Pick<Spent, "tokens" | "money"> | undefined
  readonly answer?: GivenAnswer | undefined
}

export interface GivenAnswer {
  readonly answers: readonly string[]
  readonly by: string
  readonly at: number
  readonly reason?: string | undefined
}

/** An item within its run. If a step has no items, `item` is `-`. */
export type ItemRef = Omit<ItemKey, "run">
export const NO_ITEM = "-"
/** The item under which all answers of a fan-out are one value. */
export const ALL_ITEMS = "*"
/** An error message is stored under this item. */
export const ERROR_ITEM = "error"

/** A request to an agent, a child run or a shell. */
export interface Request {
  /** A role, or `shell`. */
  readonly agent: string
  readonly tier?: string | undefined
  readonly ask: Ask
  /** The digest of what is asked. */
  readonly inputs: string
  /** The maximum number of attempts. */
  readonly tries: number
}

/** A prompt, a command, a child run (its dispatch is never claimed), or `step`: the directive of the step itself. */
export type Ask =
  | { readonly kind: "prompt"; readonly prompt: string }
  | {
      readonly kind: "run"
      readonly run: string
      readonly prompt: string
      readonly workflow: string
      readonly with: Readonly<Record<string, string>>
    }
  | GateAsk
  | { readonly kind: "step" }

/** held: it waits for a person's decision. leased: a worker has it. */
export type DispatchStatus = "open" | "held" | "leased" | "answered" | "cancelled"

/** A request with its key and its progress. */
export interface Dispatch extends ItemKey, Request {
  readonly root: string
  readonly status: DispatchStatus
  /** The number of the latest lease. */
  readonly epoch: number
  readonly tried: number
}

/** An answer as it was given. */
export interface Answer {
  readonly outcome: Outcome
  readonly agent: string
  /** The digest and size in bytes of the text; absent if there is no output. */
  readonly body?: { readonly digest: string; readonly bytes: number } | undefined
  /** The digest of what was asked. */
  readonly inputs: string
  readonly by: string
  readonly at: number
  readonly usage?: Usage | undefined
  /** The run it was taken over from. */
  readonly reused?: string | undefined
}

export interface NewAnswer extends Answer {
  readonly text?: string | undefined
}

export interface Result extends ItemKey, Answer {}

/** Everything stored under one key: request and answer. A computed value was never requested. */
export interface Item {
  readonly dispatch?: Dispatch | undefined
  readonly result?: Result | undefined
}

/** The changes to the items of a run in one commit. */
export type Change =
  | { readonly kind: "ask"; readonly item: ItemRef; readonly request: Request; readonly status: "open" | "held" }
  /**
   * The first answer stays. With `epoch`, only if that lease is still valid: an expired one is until another worker
   * claims the dispatch. A settled dispatch is not settled again; that counts as a lost lease too.
   */
  | {
      readonly kind: "answer"
      readonly item: ItemRef
      readonly answer: NewAnswer
      readonly epoch?: number | undefined
    }
  /** An answer that was not requested: a computed value, an error, or a person's answer. */
  | { readonly kind: "keep"; readonly item: ItemRef; readonly answer: NewAnswer }
  | { readonly kind: "cancel"; readonly item: ItemRef; readonly epoch?: number | undefined }
  /** All unanswered items of a visit: held ones may be claimed, open ones are held, or none is needed any more. */
  | {
      readonly kind: "all"
      readonly step: string
      readonly round: number
      readonly as: "open" | "held" | "cancelled"
    }

/** An entry for a run's history. */
export interface HistoryEvent {
  readonly kind: string
  readonly data: Readonly<Record<string, unknown>>
}

/** The round of a step by its name: 1 if the run has never been there. */
export function findLatestRound({ rounds }: Pick<Run, "rounds">, step: string): number {
  return (Object.hasOwn(rounds, step) ? rounds[step] : undefined) ?? 1
}

export function isSameItem(one: ItemRef, other: ItemRef): boolean {
  return one.step === other.step && one.round === other.round && one.item === other.item
}

export function listResults(items: readonly Item[]) {
  return items.flatMap(({ result }) => (result === undefined ? [] : [result]))
}

export function listDispatches(items: readonly Item[]) {
  return items.flatMap(({ dispatch }) => (dispatch === undefined ? [] : [dispatch]))
}

/** What a gate requests before it is judged: a command to run, or a path for Skillet to inspect. */
export type GateAsk =
  | { readonly kind: "command"; readonly command: string }
  | { readonly kind: "inspect"; readonly what: Inspection; readonly path: string }

export function isGateAsk(ask: { readonly kind: string }): ask is GateAsk {
  return ask.kind === "command" || ask.kind === "inspect"
}

export type GateAnswer = CommandAnswer | InspectionAnswer

export type CommandAnswer =
  | {
      readonly kind: "ran"
      readonly exitCode: number | null
      readonly output: string
      /** Where it ran, by its real path. */
      readonly directory?: string | undefined
      readonly command?: string | undefined
    }
  | { readonly kind: "refused"; readonly why: string; readonly command?: string | undefined }
  /** There was nothing to run: its command is a parameter without a value. */
  | { readonly kind: "none" }

export type InspectionAnswer =
  | {
      readonly kind: "inspected"
      /** How many skills, or files of code, were checked. */
      readonly skills: number
      /** Worst first. */
      readonly found: readonly { readonly level: string; readonly text: string }[]
    }
  | { readonly kind: "refused"; readonly why: string }

import type { Action } from "../../workflow/blocks.ts"
import type { Outcome } from "../../workflow/outcome.ts"
import type { Tier } from "../../workflow/roles.ts"
import type { StepKind } from "../../workflow/workflow.ts"

/** What whoever drives a run is to do now, before it is put into words. Derived from what is committed, and from nothing else. */
export interface Directive {
  /** Empty where a step is shown without a run. */
  readonly run: string
  readonly workflow: string
  /** `end` when there is nothing left to do. */
  readonly step: string
  readonly round: number
  readonly kind: StepKind | "end"
  readonly title: string
  readonly phase?: string
  /** What it is about, in a line or two under the title. */
  readonly brief?: string
  /** Its place among the steps of the workflow, from 1, and how many there are. */
  readonly number: number
  readonly total: number
  /** How the gate went that led here. */
  readonly gate?: GateResult
  /** The step is part of a review loop. */
  readonly review?: ReviewState
  /** What to do, places filled in. A value that was filled in is data: it is escaped like any text. */
  readonly actions: readonly Action[]
  /** The full texts of the resources that actions name. */
  readonly resources: Readonly<Record<string, string>>
  /** Which outcomes can be reported, and with which command. */
  readonly outcomes: readonly ReportableOutcome[]
  readonly dispatches: readonly ShownDispatch[]
  readonly questions: readonly ShownQuestion[]
  readonly done: boolean
  readonly status: "running" | "done" | "failed" | "cancelled"
  /** What ended or holds the run, in one sentence. */
  readonly because?: string
  /**
   * What to run where nothing is to be reported: after agents of a child run are back, or after a wait. At the end of a child
   * run: what whoever started it is to run.
   */
  readonly after?: string
  /** At the end of a child run: the lines that answer whoever started it. The result itself is recorded. */
  readonly answer?: readonly string[]
  /** Where a step is shown without a run and no command leads on: what comes next. */
  readonly following?: { readonly number: number; readonly title: string }
}

export interface ReportableOutcome {
  readonly outcome: Outcome
  /** The whole command that reports it. */
  readonly command: string
  /** What is handed in is to be written here first. */
  readonly file?: string
}

export interface GateResult {
  readonly gate: string
  readonly status: "pass" | "fail"
  readonly message: string
}

/** Where a review loop stands: 1 is the first review. */
export interface ReviewState {
  /** As on the banner: `Plan Review`. */
  readonly name: string
  readonly part: "work" | "review"
  readonly iteration: number
  /** It is entered to mend what a review found. */
  readonly failed: boolean
  /** What the review before it said. */
  readonly status: "pass" | "fail" | "none"
  readonly fresh: boolean
  /** What blocks in this iteration, such as MUST and SHOULD. */
  readonly blocking: readonly string[]
  /** Where the full report of the review before it is; whoever orchestrates passes it on and does not read it. */
  readonly report?: string
}

/** An agent to start. */
export interface ShownDispatch {
  readonly item: string
  readonly agent: string
  readonly tier?: Tier
  readonly prompt: string
  /** It follows a workflow of its own: its prompt must begin with this command. */
  readonly command?: string
  /**
   * The file its command reads the answer from. A reviewer writes its full report there and answers with the result alone;
   * the answer of any other agent is saved there by whoever started it.
   */
  readonly file?: string
  /** How its answer is reported; absent where its own run's end does that. */
  readonly report?: string
  /** It was answered already. */
  readonly answered: boolean
}

export interface ShownQuestion {
  readonly id: string
  readonly text: string
  readonly options: readonly { readonly label: string; readonly about?: string }[]
  readonly multiple: boolean
  /** The command that answers it, with ANSWER in the answer's place. */
  readonly command: string
}

import type { Usage } from "../../../agents/agent-driver.ts"
import type { Outcome } from "../../../workflow/outcome.ts"
import type { Budget, Item, ItemRef, AskedQuestion, Run, Spent } from "../../model.ts"
import type { Goto } from "./decision.ts"
import type { MissingPlace } from "./reported-places.ts"

/** What can happen to a run. An event carries its time and author, because deciding uses nothing else. */
export type RunEvent = { readonly at: number } & (
  | ReportEvent
  | {
      readonly kind: "error"
      readonly item: ItemRef
      readonly message: string
      readonly by: string
      /** The usage of all attempts together. */
      readonly usage?: Usage | undefined
      readonly epoch?: number | undefined
    }
  | {
      readonly kind: "answer"
      /** Default: the only open question. */
      readonly question?: string | undefined
      readonly answers: readonly string[]
      readonly by: string
      readonly reason?: string | undefined
    }
  /** The ceilings that are named get new values. Only for the run at the top. */
  | { readonly kind: "budget"; readonly budget: Budget; readonly by: string }
  | { readonly kind: "tick" }
  | { readonly kind: "hold"; readonly why: string; readonly needs?: AskedQuestion["needs"] }
  | { readonly kind: "override"; readonly gate: string; readonly by: string; readonly reason: string }
  | { readonly kind: "cancel"; readonly by: string; readonly reason: string }
  | EnterEvent
)

/** A report about an item of a step. */
export interface ReportEvent {
  readonly kind: "report"
  readonly item: ItemRef
  /** Absent: the text states it. */
  readonly outcome?: Outcome | undefined
  readonly text?: string | undefined
  /** Why it failed or was skipped. */
  readonly reason?: string | undefined
  readonly by: string
  readonly usage?: Usage | undefined
  /** The epoch of the lease under which it was done. */
  readonly epoch?: number | undefined
  /** The child run that ended, or the run whose answer is used again. */
  readonly child?: string | undefined
  /** The command that checked the output, if the step names one. */
  readonly through?: string | undefined
  readonly reused?: string | undefined
}

/** The run enters a step, with everything known by then. */
export interface EnterEvent {
  readonly kind: "enter"
  readonly step: string
  readonly entry: StepEntry
  /** What led here; absent for the first step. */
  readonly from?: Goto | undefined
}

/** What entering a step depends on, besides the run itself. */
export interface StepEntry {
  /** The content of the values it reads. */
  readonly texts: Readonly<Record<string, unknown>>
  /** The run at the top of the tree: its ceilings, and what the whole tree spent. */
  readonly ceilings: Ceilings
}

export interface Ceilings {
  readonly budget: Budget
  readonly spent: Spent
  readonly started: number
}

/** The part of a run that deciding needs. It does not grow with the run. */
export interface DecidedState {
  readonly run: Run
  /** The item an event is about. */
  readonly item?: Item | undefined
  /** All items of its current visit, if the event may settle them. */
  readonly items?: readonly Item[] | undefined
  /** The content of a gate's inputs and the results of its commands, if it waits for commands. */
  readonly texts?: Readonly<Record<string, unknown>> | undefined
  readonly commands?: Readonly<Record<string, string>> | undefined
  /** Places that a report names and that do not exist. */
  readonly missingPlaces?: readonly MissingPlace[] | undefined
}

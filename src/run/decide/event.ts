import type {
  DispatchRow,
  ItemKey,
  QuestionRow,
  ResultRow,
  RunRow,
  Usage,
  ValueRow,
  VisitRow,
} from "../../ports/run-store.ts"
import type { Outcome } from "../../workflow/outcome.ts"
import type { Goto } from "./decision.ts"

/** What can happen to a run. Time and who it was come with it: deciding looks at nothing else. */
export type RunEvent = { readonly at: number } & (
  | ReportEvent
  | {
      readonly kind: "error"
      readonly item: ItemRef
      readonly message: string
      readonly by: string
      readonly epoch?: number
    }
  | {
      readonly kind: "answer"
      readonly question: string
      readonly answers: readonly string[]
      readonly by: string
      readonly reason?: string
    }
  | { readonly kind: "tick" }
  | { readonly kind: "hold"; readonly why: string }
  | { readonly kind: "override"; readonly gate: string; readonly by: string; readonly reason: string }
  | { readonly kind: "cancel"; readonly by: string; readonly reason: string }
  | EnterEvent
)

/** Somebody says how an item of a step went. */
export interface ReportEvent {
  readonly kind: "report"
  readonly item: ItemRef
  /** Absent: the text says it. */
  readonly outcome?: Outcome
  readonly text?: string
  /** Why it failed or was skipped. */
  readonly reason?: string
  readonly by: string
  readonly usage?: Usage
  /** Of the lease under which it was done. */
  readonly epoch?: number
  /** The child run whose end this is, or the run whose answer is used again. */
  readonly child?: string
  readonly reused?: string
}

/** Where there are no items, `item` is `-`. */
export type ItemRef = Omit<ItemKey, "run">
export const NO_ITEM = "-"
/** The item under which all answers of a fan-out are one value. */
export const ALL_ITEMS = "*"

/** The run comes to a step, with everything that is known by then. */
export interface EnterEvent {
  readonly kind: "enter"
  readonly step: string
  readonly entry: Entry
  /** What led here; absent for the first step. */
  readonly from?: Goto
}

/** What entering a step depends on. */
export interface Entry {
  /** The step's visit before this one. */
  readonly previous?: VisitRow
  /** The latest visit of the gate whose review loop the step belongs to. */
  readonly gate?: VisitRow
  /** The values it reads: which answers they are, and what they say. */
  readonly values: readonly ValueRow[]
  readonly texts: Readonly<Record<string, unknown>>
  /** The run at the top of the tree: its ceilings, and what the whole tree spent. */
  readonly ceilings: { readonly budget: RunRow["budget"]; readonly spent: RunRow["spent"]; readonly started: number }
}

/** The part of a run that deciding looks at. It does not grow with the run. */
export interface RunState {
  readonly run: RunRow
  /** Where it is; absent only before the first step. */
  readonly visit?: VisitRow
  /** The visit, the item and its answer that an event is about, where there are such. */
  readonly asked?: VisitRow
  readonly dispatch?: DispatchRow
  readonly result?: ResultRow
  /** Of the visit it is at, whether settled or not. */
  readonly dispatches?: readonly DispatchRow[]
  readonly questions?: readonly QuestionRow[]
  /** The other answers of the visit, where this one may be the last that is needed. */
  readonly results?: readonly ResultRow[]
  /** What a gate's inputs and its commands say, where it waits for commands. */
  readonly texts?: Readonly<Record<string, unknown>>
  readonly commands?: Readonly<Record<string, string>>
}

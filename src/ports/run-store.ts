/**
 * Where runs are kept. What it holds is rows; what they mean is decided elsewhere.
 *
 * 1. `commit` is all or nothing, also over several runs, and what it returned from survives a crash of process or machine.
 * 2. A commit whose runs moved since they were read (`seq`) changes nothing and says so.
 * 3. Reading one row costs the same however long the run is.
 */
export interface RunStore {
  commit(commits: readonly RunCommit[]): Promise<CommitResult>
  run(id: string): Promise<RunRow | undefined>
  /** Newest first. */
  runs(filter?: RunFilter): Promise<readonly RunRow[]>
  /** The definition a run is pinned to, as it was put. */
  definition(hash: string): Promise<string | undefined>
  /** Of a round, or the latest. */
  visit(run: string, step: string, round?: number): Promise<VisitRow | undefined>
  /** In the order they were entered. */
  visits(run: string): Promise<readonly VisitRow[]>
  values(run: string, names: readonly string[]): Promise<readonly ValueRow[]>
  result(key: ItemKey): Promise<ResultRow | undefined>
  /** Every answer of one visit, by item. */
  results(run: string, step: string, round: number): Promise<readonly ResultRow[]>
  /** What was said, to the byte; half a surrogate pair, which is no text, becomes U+FFFD. */
  text(key: ItemKey): Promise<string | undefined>
  dispatch(key: ItemKey): Promise<DispatchRow | undefined>
  /** Of one visit, in the order they were made. */
  dispatches(run: string, step: string, round: number): Promise<readonly DispatchRow[]>
  /** Most urgent first, then oldest. */
  questions(filter: QuestionFilter): Promise<readonly QuestionRow[]>
  /** In order, from behind `after`. */
  events(run: string, after?: number, most?: number): Promise<readonly EventRow[]>
  /** What the steps of a workflow cost so far, over all runs that ended; by step, without the shell and what was taken over. */
  usage(workflow: string): Promise<readonly StepUsage[]>
  close(): Promise<void>
}

export type CommitResult =
  | { readonly kind: "committed" }
  /** Somebody was faster: read again and decide again. */
  | { readonly kind: "moved"; readonly run: string }
  /** The answer is of a lease that was lost: another worker has it, or it was answered. */
  | { readonly kind: "lease-lost"; readonly key: ItemKey }

/** What one run gets in a commit. */
export interface RunCommit {
  readonly run: string
  /** The `seq` it was read with; -1 for a run that must not be there yet. The commit makes it one more. */
  readonly seq: number
  readonly changes: readonly RunChange[]
}

export type RunChange =
  | { readonly kind: "definition"; readonly hash: string; readonly json: string }
  | { readonly kind: "create"; readonly run: NewRun }
  | { readonly kind: "run"; readonly set: RunProgress }
  | { readonly kind: "enter"; readonly visit: VisitRow }
  | { readonly kind: "visit"; readonly step: string; readonly round: number; readonly set: VisitProgress }
  | { readonly kind: "value"; readonly value: ValueRow }
  /** The first answer of a key stays; a second one is a bug. */
  | { readonly kind: "result"; readonly result: NewResult }
  | { readonly kind: "dispatch"; readonly dispatch: NewDispatch }
  /**
   * What is answered has its result in the same commit or before. Where `epoch` is given, only if that lease still holds:
   * one that ran out does until another worker claims. What is settled is not settled again; that is a lost lease too.
   */
  | { readonly kind: "settle"; readonly key: ItemKey; readonly as: "answered" | "cancelled"; readonly epoch?: number }
  /** All of a visit that are not answered: held ones may be claimed, open ones are held, none is needed any more. */
  | {
      readonly kind: "dispatches"
      readonly step: string
      readonly round: number
      readonly as: "open" | "held" | "cancelled"
    }
  | { readonly kind: "question"; readonly question: QuestionRow }
  | {
      readonly kind: "answer"
      readonly step: string
      readonly round: number
      readonly id: string
      readonly answer: GivenAnswer
    }
  /** All that were not answered. */
  | { readonly kind: "withdraw-questions" }
  | { readonly kind: "event"; readonly event: EventRow }

/** Everything in a run is keyed by this; where there are no items, `item` is `-`. */
export interface ItemKey {
  readonly run: string
  readonly step: string
  readonly round: number
  readonly item: string
}

export type RunStatus = "running" | "done" | "failed" | "cancelled"
export type StepOutcome = "ok" | "fail" | "skip" | "iterate"

/** What is known of a run from its beginning. */
export interface NewRun {
  readonly id: string
  readonly workflow: string
  readonly definition: string
  /** JSON. */
  readonly params: string
  /** The run at the top of the tree; its own id for most. */
  readonly root: string
  /** Which item of which run this one answers. */
  readonly parent?: ItemKey
  /** The run whose answers may be used again. */
  readonly source?: string
  /** Steps whose answers may not. */
  readonly renew?: readonly string[]
  /** Who follows it, where that is an agent of a certain role. */
  readonly agent?: string
  readonly project: string
  readonly branch: string
  /** Rules beyond the skill's own that a person gave for the commands of its gates. */
  readonly allow: readonly string[]
  /** Where the skill lies that the workflow came from, and how far it was trusted. */
  readonly skill?: { readonly path: string; readonly trust: string }
  readonly started: number
  /** How Skillet was started for it, such as `npx skillet`: its printed commands begin with this. */
  readonly program?: string | undefined
  /** The real path of the project's top directory at the start: its files and gate commands belong there. */
  readonly directory?: string | undefined
}

/** What changes while it goes on. Small, whatever the length of the run. */
export interface RunProgress {
  readonly status: RunStatus
  readonly step: string
  readonly round: number
  /** How it ended, or what holds it. */
  readonly outcome?: StepOutcome
  readonly because?: string
  readonly updated: number
  readonly budget: Budget
  readonly spent: Spent
  /** How many events it has, and the hash of the last: each event's covers the one before. */
  readonly events: number
  readonly chain: string
  /** How many visits it has. */
  readonly visited: number
}

export interface RunRow extends NewRun, RunProgress {
  readonly seq: number
}

/** Ceilings; what is not given is not limited. */
export interface Budget {
  readonly agents?: number
  readonly tokens?: number
  readonly money?: number
  readonly seconds?: number
}

export interface Spent {
  readonly agents: number
  readonly tokens: number
  readonly money: number
}

/** One time a step was entered. */
export interface VisitRow extends VisitProgress {
  readonly step: string
  readonly round: number
  /** Its place in the run, from 1. */
  readonly number: number
  readonly entered: number
  /** What led here. */
  readonly via?: { readonly step: string; readonly round: number; readonly outcome: StepOutcome }
  /** Which answers its inputs are, by the name of the value. */
  readonly inputs: Readonly<Record<string, ValueSource>>
  /** The digest of everything it depends on: definition, parameters, inputs. */
  readonly digest: string
  readonly total: number
}

export interface VisitProgress {
  /** How many of its items are answered well, and how many are not. */
  readonly ok: number
  readonly failed: number
  readonly outcome?: StepOutcome
  readonly left?: number
  /** The visit it led to. */
  readonly onward?: { readonly step: string; readonly round: number }
  readonly because?: string
  /** What a gate saw, as JSON. */
  readonly evidence?: string
  /** Where its review loop stands. */
  readonly loop?: LoopRow
}

export interface LoopRow {
  readonly gate: string
  readonly iteration: number
  readonly failed: boolean
  readonly status: "pass" | "fail" | "none"
  /** Rounds a person granted beyond the limit. */
  readonly granted: number
  readonly mustOnly: boolean
}

/** Which answer a value is. A fan-out's value is all answers of a visit. */
export interface ValueSource {
  readonly step: string
  readonly round: number
  /** `*` for all of them. */
  readonly item: string
  /** Of the text; of the answers' digests for all. Unlike every other where nothing was handed in. */
  readonly digest: string
}

export interface ValueRow extends ValueSource {
  readonly name: string
}

/** An answer as it was given. */
export interface ResultRow extends ItemKey {
  readonly outcome: StepOutcome
  readonly agent: string
  /** Of the text, and its size in bytes; absent where nothing was handed in. */
  readonly body?: { readonly digest: string; readonly bytes: number }
  /** What tells this report from another one for the same key. */
  readonly report: string
  /** The digest of what was asked. */
  readonly inputs: string
  readonly by: string
  readonly at: number
  readonly usage?: Usage
  /** The run it was taken over from. */
  readonly reused?: string
}

export interface NewResult extends ResultRow {
  readonly text?: string
}

export interface Usage {
  readonly tokensIn: number
  readonly tokensOut: number
  readonly money: number
  readonly milliseconds: number
}

/** Something an agent, a child run or a shell is asked. */
export interface NewDispatch extends ItemKey {
  readonly root: string
  /** A role, or `shell`. */
  readonly agent: string
  readonly tier?: string
  /** A prompt, a child run, a command; `step`: the directive of the step itself. What a child run answers is never claimed. */
  readonly ask:
    | { readonly kind: "prompt"; readonly prompt: string }
    | {
        readonly kind: "run"
        readonly run: string
        readonly prompt: string
        readonly workflow: string
        readonly with: Readonly<Record<string, string>>
      }
    | { readonly kind: "command"; readonly command: string }
    | { readonly kind: "step" }
  readonly inputs: string
  /** Held ones wait for a person's word. */
  readonly status: "open" | "held"
  /** How often it may be tried. */
  readonly tries: number
}

export interface DispatchRow extends Omit<NewDispatch, "status"> {
  readonly status: "open" | "held" | "leased" | "answered" | "cancelled"
  readonly epoch: number
  readonly tried: number
}

export interface QuestionRow {
  readonly run: string
  readonly root: string
  readonly step: string
  readonly round: number
  readonly id: string
  /** step: an `ask` step asks. limit, budget: the engine does. */
  readonly kind: "step" | "limit" | "budget"
  readonly text: string
  readonly options: readonly { readonly label: string; readonly about?: string; readonly outcome?: StepOutcome }[]
  readonly multiple: boolean
  readonly urgency: number
  readonly asked: number
  readonly answer?: GivenAnswer
  readonly withdrawn?: true
}

export interface GivenAnswer {
  readonly answers: readonly string[]
  readonly by: string
  readonly at: number
  readonly reason?: string
}

export interface QuestionFilter {
  readonly run?: string
  readonly step?: string
  readonly round?: number
  /** Only those that wait. */
  readonly open?: boolean
  readonly project?: string
}

export interface RunFilter {
  readonly project?: string
  readonly status?: RunStatus
  readonly workflow?: string
  readonly root?: string
  readonly most?: number
}

export interface EventRow {
  /** Its place among the run's events, from 1. */
  readonly seq: number
  readonly at: number
  readonly kind: string
  /** JSON. */
  readonly data: string
  readonly hash: string
}

export interface StepUsage {
  readonly step: string
  readonly runs: number
  readonly visits: number
  readonly agents: number
  readonly tokensIn: number
  readonly tokensOut: number
  readonly money: number
}

import type { FileProblem } from "../problem/problem.ts"
import { runProblem } from "./problems.ts"
import type { ItemKey } from "../agents/agent-driver.ts"
import type { Answer, Change, Dispatch, Item, ItemRef, Run, RunHead, RunStart, RunStatus } from "./model.ts"

/**
 * Where runs are stored.
 *
 * 1. `commit` is atomic, also over several runs. Once it has returned, the commit survives a crash of the process or
 *    the machine.
 * 2. A commit whose runs moved since they were read (`seq`) changes nothing and reports it.
 * 3. What may be claimed is in the queue, and nothing else is. An entry is addressed by its dispatch's key.
 * 4. A step costs the same however long the run is: one `load`, one `commit`.
 */
export interface RunStore extends RunHistory, DispatchQueue {
  load(wanted: Wanted): Promise<Loaded | undefined>
  commit(commit: Commit): Promise<CommitResult>
  /** The definition a run is pinned to, as it was stored. */
  definition(hash: string): Promise<string | undefined>
  close(): Promise<void>
  /** The time that all machines share that use the store, in milliseconds; absent: that of the machine. */
  readClock?(): number
}

/** Everything that deciding on an event needs from a run, in one call. */
export interface Wanted {
  readonly run: string
  /** One item, or all items of a visit. */
  readonly items?: { readonly step: string; readonly round: number; readonly item?: string | undefined } | undefined
  /** Answers whose texts are wanted; with `*` all of a visit. */
  readonly texts?: readonly ItemRef[] | undefined
  /** The items of the visit that the run is at, instead of `items`, and the texts of these values if it has them. */
  readonly current?: { readonly values: readonly string[] } | undefined
}

/** What is wanted of a run, once its head is known. */
export function resolveWanted(run: Pick<Run, "visit" | "values">, wanted: Wanted): Pick<Wanted, "items" | "texts"> {
  const { items, texts = [], current } = wanted
  if (current === undefined) return { items, texts }
  const { visit, values } = run
  return {
    items: visit === undefined || visit.total === 0 ? undefined : { step: visit.step, round: visit.round },
    texts: [...texts, ...current.values.flatMap((name) => (Object.hasOwn(values, name) ? (values[name] ?? []) : []))],
  }
}

export interface Loaded {
  readonly run: Run
  /** In the order in which they were requested. */
  readonly items: readonly Item[]
  readonly texts: readonly AnswerText[]
}

/** The exact text; half a surrogate pair becomes U+FFFD. */
export interface AnswerText extends ItemRef, Pick<Answer, "agent" | "outcome" | "body"> {
  readonly text?: string | undefined
}

export interface Commit {
  readonly runs: readonly RunCommit[]
  readonly definitions?: readonly { readonly hash: string; readonly json: string }[] | undefined
  /** The worker that commits would go on with the first dispatch that this opens in the run. A store may give it to it. */
  readonly take?: Take | undefined
}

export interface Take extends Pick<ClaimWanted, "worker" | "leaseMilliseconds"> {
  readonly run: string
}

/** What one run gets in a commit. */
export interface RunCommit {
  readonly run: string
  /** How many commits it had when it was read; 0 for a run that begins here. */
  readonly seq: number
  /** Of a run that begins here. */
  readonly start?: RunStart | undefined
  readonly head: RunHead
  readonly record: CommitRecord
  readonly changes: readonly Change[]
}

export type CommitResult =
  | { readonly kind: "committed"; readonly taken?: Lease | undefined }
  /** Another commit was first: read again and decide again. */
  | { readonly kind: "moved"; readonly run: string }
  /** The answer belongs to a lost lease: another worker has the dispatch, or it was already answered. */
  | { readonly kind: "lease-lost"; readonly key: ItemKey }

/** Queries for people, not used when a step is reported. */
export interface RunHistory {
  /** Newest first. */
  runs(filter?: RunFilter): Promise<readonly Run[]>
  /** In order, after the commit with that number. */
  records(run: string, after?: number): Promise<readonly CommitRecord[]>
  /**
   * What the steps of a workflow cost so far, over all runs that ended; by step, without gate commands and reused
   * answers.
   */
  usage(workflow: string): Promise<readonly StepUsage[]>
  /** The keys of what is in the queue of a tree of runs. */
  queued(root: string): Promise<readonly ItemKey[]>
  /** An index column that disagrees with the content of the run or its items; undefined if all agree. */
  mismatch(run: string): Promise<string | undefined>
}

export interface RunFilter {
  readonly project?: string | undefined
  readonly status?: RunStatus | undefined
  readonly workflow?: string | undefined
  readonly root?: string | undefined
  /** Only runs that wait for a person's answer. */
  readonly asking?: boolean | undefined
  readonly most?: number | undefined
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

/**
 * Assigns dispatches to workers, each to one at a time. A lost worker loses its lease; the dispatch gets a new epoch
 * with the next claim, and the store refuses an answer with an old one.
 */
export interface DispatchQueue {
  /**
   * The oldest dispatch nobody works on, or undefined. A dispatch with no attempts left is also offered. A worker that
   * died does not count as an attempt.
   */
  claim(wanted: ClaimWanted): Promise<Claimed | undefined>
  /** False if the lease is lost. */
  renew(lease: Lease): Promise<boolean>
  /**
   * Gives it back: it may be claimed again after this many milliseconds. Counts as an attempt unless stated otherwise.
   */
  release(lease: Lease, how: { readonly after: number; readonly untried?: boolean }): Promise<void>
}

export interface ClaimWanted {
  readonly worker: string
  /** Only of the tree of runs under this one. */
  readonly root?: string | undefined
  /** Only of this run. */
  readonly run?: string | undefined
  /** Only this one. */
  readonly key?: ItemKey | undefined
  /** Only for these agents. */
  readonly agents?: readonly string[] | undefined
  /** How long a lease is valid without a renewal. */
  readonly leaseMilliseconds: number
}

export interface Lease {
  readonly key: ItemKey
  readonly worker: string
  readonly epoch: number
}

export interface Claimed {
  readonly lease: Lease
  readonly dispatch: Dispatch
  /** The run and the item, as far as they were read with the claim: then they need not be read again. */
  readonly loaded?: Loaded | undefined
}

/** The warning about a dispatch that was missing in the queue, or was in the queue although it was no longer open. */
export function queueRepairedProblem(key: string, what: "added" | "removed"): FileProblem {
  const message =
    what === "added"
      ? `${key} was open and could not be claimed: it was added to the queue`
      : `${key} was in the queue though nothing asks for it: it was removed`
  return runProblem(
    "store.queue-repaired",
    {},
    { message, fix: `skillet run verify ${key.split("/")[0]} checks the run` },
  )
}

/** What one commit did to a run, as it is stored permanently. */
export interface CommitRecord {
  /** Which commit of the run it is, from 1. */
  readonly seq: number
  readonly at: number
  /** Its events, as JSON. */
  readonly events: string
  /** Covers this record and, through the previous one, all earlier records. */
  readonly hash: string
}

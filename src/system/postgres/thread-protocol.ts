import type { MessagePort } from "node:worker_threads"
import type { PoolerMode } from "../database/postgres-address.ts"

/** What the thread that has the connection is asked to do. Every request but `end` is answered once, in order. */
export type ThreadRequest =
  | {
      readonly kind: "run"
      readonly statements: readonly ThreadStatement[]
      /** The connection that a transaction was begun on: on any other, nothing is done. */
      readonly connection?: number | undefined
    }
  | { readonly kind: "drop" }
  /** Ends a transaction that only read. */
  | { readonly kind: "end"; readonly connection: number }

export type ThreadStatement =
  | { readonly sql: string; readonly values?: ThreadValues | undefined }
  /** Messages for the queue, in the transaction of the other statements. */
  | { readonly queue: string; readonly jobs: readonly QueueJob[] }

export type ThreadValues = readonly (string | number | null)[]

/** A message for a queue. */
export interface QueueJob {
  readonly data: object
  /** Greater ones first. */
  readonly priority: number
  /** In seconds. */
  readonly startAfter: number
}

export type ThreadReply =
  | {
      readonly kind: "done"
      /** Of the last statement. */
      readonly rows: readonly (readonly unknown[])[]
      readonly count: number
      /** Changes when the thread had to connect again: what a session held is gone then. */
      readonly connection: number
      /** Another transaction may be on another session of the server: what a session keeps is not used. */
      readonly isPooled: boolean
    }
  | { readonly kind: "failed"; readonly code: string; readonly message: string }

export interface ThreadSetup {
  /** The address for the driver. */
  readonly connection: string
  readonly schema: string
  readonly pooler?: PoolerMode | undefined
  readonly busyMilliseconds: number
  /** How long a connection attempt, or a statement, may take. */
  readonly patience: number
  readonly signal: SharedArrayBuffer
  readonly port: MessagePort
}

import fs from "node:fs"
import { createRequire } from "node:module"
import { MessageChannel, receiveMessageOnPort, Worker } from "node:worker_threads"
import { SkilletError } from "../../problem/failure.ts"
import type { PostgresAddress } from "../database/postgres-address.ts"
import { makePostgresFailure } from "./postgres-failure.ts"
import type { ThreadReply, ThreadRequest, ThreadSetup, ThreadStatement } from "./thread-protocol.ts"

export interface PostgresThread {
  /** Waits for the last statement. Throws if any of them failed. */
  run(statements: readonly ThreadStatement[], connection: number | undefined): Extract<ThreadReply, { kind: "done" }>
  /** Ends a transaction that failed; whatever happens, nothing of it stays. */
  rollBack(connection: number | undefined): void
  /** Ends a transaction that only read, without waiting for it. */
  end(connection: number): void
  connection(): number
  /** Whether another transaction may be on another session of the server; known since the first answer. */
  isPooled(): boolean
  /** From then on, nothing is waited for; in milliseconds of `performance.now`. */
  endBy(time: number): void
  close(): void
}

export interface ThreadOptions {
  readonly address: PostgresAddress
  readonly busyMilliseconds: number
  readonly patience: number
  readonly file?: URL | undefined
}

export function startThread(options: ThreadOptions): PostgresThread {
  const { address, busyMilliseconds, patience } = options
  const file = options.file ?? new URL("./postgres-thread.cjs", import.meta.url)
  requirePackages(address)
  if (!fs.existsSync(file)) throw new Error(`${file.href} is missing`)
  const shared = new SharedArrayBuffer(4)
  const signal = new Int32Array(shared)
  const { port1: port, port2 } = new MessageChannel()
  const { connection, schema, pooler } = address
  const setup: ThreadSetup = { connection, schema, pooler, busyMilliseconds, patience, signal: shared, port: port2 }
  const worker = new Worker(file, { workerData: setup, transferList: [port2] })
  worker.unref()
  port.unref()
  let known = { connection: 0, isPooled: pooler === "transaction" }
  let isOpen = true
  let isAnswering = true
  let end = Number.POSITIVE_INFINITY
  const longest = 2 * (busyMilliseconds + patience)

  function request(asked: ThreadRequest): Extract<ThreadReply, { kind: "done" }> {
    if (!isAnswering) throw makePostgresFailure(address.shown, "08000", "it does not answer")
    if (!isOpen) throw new Error(`${address.shown} was closed`)
    const before = Atomics.load(signal, 0)
    port.postMessage(asked)
    if (!waitForChange(signal, before, Math.min(longest, end - performance.now()))) {
      isAnswering = false
      close()
      throw makePostgresFailure(address.shown, "08000", "it does not answer")
    }
    const reply = receiveMessageOnPort(port)?.message as ThreadReply
    if (reply.kind === "failed") throw makePostgresFailure(address.shown, reply.code, reply.message)
    known = reply
    return reply
  }

  function close(): void {
    isOpen = false
    port.close()
    void worker.terminate()
  }

  return {
    run: (statements, on) => request({ kind: "run", statements, connection: on }),
    rollBack(on) {
      try {
        if (on !== undefined) request({ kind: "run", statements: [{ sql: "ROLLBACK" }], connection: on })
      } catch (error) {
        // A lost connection has rolled back already. Any other is given up, which rolls back too.
        if (isOpen) request({ kind: "drop" })
        if (!(error instanceof SkilletError)) throw error
      }
    },
    end: (on) => port.postMessage({ kind: "end", connection: on } satisfies ThreadRequest),
    connection: () => known.connection,
    isPooled: () => known.isPooled,
    endBy(time) {
      end = time
    },
    close() {
      if (isOpen) request({ kind: "drop" })
      close()
    },
  }
}

/**
 * False after so many milliseconds. The thread adds first and notifies after: a notification of the answer before this one
 * can arrive late and wake us while the value has not changed, so only the value counts.
 */
export function waitForChange(signal: Int32Array, before: number, longest: number): boolean {
  const end = performance.now() + longest
  while (Atomics.load(signal, 0) === before) {
    const left = end - performance.now()
    if (left <= 0) return false
    Atomics.wait(signal, 0, before, left)
  }
  return true
}

/** Both are optional: most people never need them. */
function requirePackages({ shown }: PostgresAddress): void {
  const { resolve } = createRequire(import.meta.url)
  const missing = ["pg", "pg-boss"].filter((name) => {
    try {
      resolve(name)
      return false
    } catch (error) {
      if (error instanceof Error && "code" in error) return true
      throw error
    }
  })
  if (missing.length === 0) return
  throw new SkilletError(
    "store.package-missing",
    `${shown} needs ${missing.length === 1 ? "the package" : "the packages"} ${missing.join(" and ")}, which ${missing.length === 1 ? "is" : "are"} not installed`,
    {
      retry: "no",
      next: `npm install ${missing.join(" ")}, beside skillet`,
    },
  )
}

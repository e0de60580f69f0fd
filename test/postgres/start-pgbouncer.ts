import { fork } from "node:child_process"
import { once } from "node:events"
import fs from "node:fs"
import path from "node:path"
import type { Need } from "../needs.ts"
import { needProgram } from "../needs.ts"

/** Where Debian has it; not everybody's search path has this directory. */
const INSTALLED = "/usr/sbin/pgbouncer"
const program = fs.existsSync(INSTALLED) ? INSTALLED : "pgbouncer"

export const needPgBouncer: Need = needProgram(program)

export interface TestPooler {
  readonly port: number
  close(): Promise<void>
}

export interface PoolerHow {
  readonly mode: "transaction" | "session" | "statement"
  /** Lines of its settings, besides those for the way to the server. */
  readonly settings?: readonly string[] | undefined
}

/** PgBouncer on this machine, in front of the server at this port. */
export async function startPgBouncer(target: number, { mode, settings = [] }: PoolerHow): Promise<TestPooler> {
  const words = [program, String(target), mode, ...settings]
  const child = fork(path.join(import.meta.dirname, "serve-pgbouncer.mjs"), words)
  const ended = once(child, "exit")
  const port = await Promise.race([
    once(child, "message").then(([begun]) => (begun as { readonly port: number }).port),
    ended.then(() => undefined),
  ])
  if (port === undefined) throw new Error("PgBouncer did not start")
  return {
    port,
    async close() {
      child.disconnect()
      await ended
    },
  }
}

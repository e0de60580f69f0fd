import { spawn, spawnSync } from "node:child_process"
import path from "node:path"
import readline from "node:readline"
import type { Need } from "../needs.ts"

/** A PostgreSQL server of a test file. It ends with the process of the test. */
export interface TestPostgres extends Need {
  /** An address with a schema that nobody else uses. */
  address(how?: { readonly schema?: string; readonly user?: string; readonly port?: number }): string
  readonly port: number
  /** The directory of its certificates. Without openssl it is empty. */
  readonly tls: string
  /** As an administrator would. */
  stop(): Promise<void>
  /** At once, as with the power. */
  kill(): Promise<void>
  start(): Promise<void>
  /** Takes all the room on its disk, if that is a small one, and gives it back. */
  fill(): Promise<void>
  free(): Promise<void>
  close(): Promise<void>
}

const shared = globalThis as { skilletTestPostgres?: Promise<TestPostgres> }

/** The server of this process: its test files share it, each with schemas of its own. It ends with the process. */
export async function startPostgres(): Promise<TestPostgres> {
  shared.skilletTestPostgres ??= startOwnPostgres()
  return { ...(await shared.skilletTestPostgres), close: async () => {} }
}

/**
 * A server of its own, whose data is on a disk of this many megabytes. Mounting one takes root, and the mount is seen by
 * its processes alone, so it is gone with them.
 */
export async function startPostgresOnSmallDisk(megabytes: number): Promise<TestPostgres> {
  return startOwnPostgres(megabytes)
}

async function startOwnPostgres(megabytes?: number): Promise<TestPostgres> {
  const script = [process.execPath, path.join(import.meta.dirname, "serve-postgres.mjs")]
  // A few small files of the log of changes, so that the disk is full of data and not of them.
  const small = [...script, "min_wal_size=4MB", "max_wal_size=16MB"]
  const isAlone = spawnSync("unshare", ["--mount", "true"], { stdio: "ignore" }).status === 0
  const [program = "", ...words] = megabytes === undefined ? script : isAlone ? ["unshare", "--mount", ...small] : small
  const child = spawn(program, words, {
    stdio: ["pipe", "pipe", "inherit"],
    env: { ...process.env, ...(megabytes === undefined ? {} : { SMALL_DISK: String(megabytes) }) },
  })
  const ended = new Promise<void>((resolve) => child.once("close", () => resolve()))
  const lines = readline.createInterface({ input: child.stdout })[Symbol.asyncIterator]()
  const next = async () => {
    const { value, done } = await lines.next()
    return done === true ? { missing: "PostgreSQL ended" } : (JSON.parse(value) as Record<string, unknown>)
  }
  const begun = await next()
  const port = Number(begun["port"] ?? 0)
  const tell = async (line: string) => {
    child.stdin.write(`${line}\n`)
    const said = await next()
    if (said["done"] !== line) throw new Error(`PostgreSQL did not ${line}`)
  }
  // Nothing waits for it: the process of the tests ends without it.
  const pipes = [child.stdin, child.stdout] as readonly { unref?(): void }[]
  for (const one of [child, ...pipes]) one.unref?.()
  let schemas = 0
  return {
    missing: begun["missing"] as string | undefined,
    port,
    tls: String(begun["tls"] ?? ""),
    address: ({ schema = `s${++schemas}`, user = "postgres", port: through = port } = {}) =>
      `postgres://${user}:${user}@127.0.0.1:${through}/postgres?schema=${schema}`,
    stop: () => tell("stop"),
    kill: () => tell("kill"),
    start: () => tell("start"),
    fill: () => tell("fill"),
    free: () => tell("free"),
    async close() {
      child.stdin.end()
      await ended
    },
  }
}

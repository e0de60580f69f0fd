import { type ChildProcess, spawn } from "node:child_process"
import fs from "node:fs"
import { setTimeout as sleep } from "node:timers/promises"
import { garden } from "../../plant.ts"
import { cli, skillet } from "../run-cli.ts"
import { agentProgram, driverProgram } from "./build-programs.ts"
import type { DriverSetting } from "./driver-setting.ts"
import { mill } from "./mill.ts"

/** A line of the log. */
export interface Noted {
  readonly kind: "asked" | "answered" | "ready" | "driven" | "committed" | "moved" | "lease-lost"
  readonly at: number
  readonly life: string
  readonly key?: string
  readonly by?: string
  readonly pid?: number
  readonly run?: string
  readonly seq?: number
  readonly results?: readonly string[]
}

export type Workshop = ReturnType<typeof workshop>

/** A home directory, a project, a database and a log, and processes that work there. */
export function workshop(where?: string) {
  const { options, project, at } = garden({ ...mill, "project/README.md": "A project.\n" })
  const database = where ?? at("state/skillet.db")
  const log = at("log")
  fs.writeFileSync(log, "")
  const env = { ...options.env, SKILLET_DB: database, SKILLET_BY: "test" }
  let lives = 0
  const all: Life[] = []
  const living = (life: string, child: ChildProcess): Life => {
    const one = watchLife(life, child)
    all.push(one)
    return one
  }
  return {
    /** Everything that was started so far. */
    lives: (): readonly Life[] => all,
    project,
    database,
    env,
    at,
    notes: (): readonly Noted[] =>
      fs
        .readFileSync(log, "utf8")
        .split("\n")
        .filter((line) => line.endsWith("}"))
        .map((line) => JSON.parse(line) as Noted),
    run: (words: readonly string[], more: { readonly env?: object; readonly input?: string } = {}) =>
      skillet(words, {
        cwd: project,
        env: { ...env, ...more.env },
        ...(more.input === undefined ? {} : { input: more.input }),
      }),
    start(words: readonly string[]): string {
      const { out, err } = skillet(["run", "start", ...words, "--json"], { cwd: project, env })
      if (out === "") throw new Error(err)
      return (JSON.parse(out) as { run: string }).run
    },
    /** The command is the driver, and another program is its agent. */
    byCommand(run: string, more: object = {}): Life {
      const life = String(++lives)
      const words = [
        "--agent",
        "command",
        "--program",
        `${process.execPath} ${agentProgram} ${log} ${life}`,
        "--at-once",
        "3",
        "--json",
      ]
      const process_ = spawn(process.execPath, [cli, "run", "drive", run, ...words], {
        cwd: project,
        env: { ...env, ...more },
      })
      return living(life, process_)
    },
    /** A worker of the database, whose agent takes this long. */
    byWorker(how: { readonly slow?: number; readonly words?: readonly string[]; readonly env?: object } = {}): Life {
      const life = String(++lives)
      const program = `${process.execPath} ${agentProgram} ${log} ${life} ${how.slow ?? 0}`
      const words = ["--agents", "command", "--program", program, ...(how.words ?? [])]
      return living(
        life,
        spawn(process.execPath, [cli, "worker", ...words], { cwd: project, env: { ...env, ...how.env } }),
      )
    },
    /** Gives a run to the workers, and waits until it ends. */
    byWorkers(run: string): Life {
      const words = ["run", "drive", run, "--agent", "workers", "--json"]
      return living(String(++lives), spawn(process.execPath, [cli, ...words], { cwd: project, env }))
    },
    /** A program that uses the library is the driver, with the agent inside it. */
    byProgram(run: string, more: Partial<DriverSetting> = {}, variables: object = {}): Life {
      const life = String(++lives)
      const usual = { run, cwd: project, log, life, lease: 30_000, atOnce: 3, slow: [10, 80] } as const
      const process_ = spawn(process.execPath, [driverProgram, JSON.stringify({ ...usual, ...more })], {
        cwd: project,
        env: { ...env, ...variables },
      })
      return living(life, process_)
    },
  }
}

/** One start of a driver. */
export interface Life {
  readonly life: string
  readonly child: ChildProcess
  readonly begun: number
  readonly ended: Promise<Ending>
  /** What it printed so far. */
  said(): Pick<Ending, "out" | "err">
}

export interface Ending {
  readonly code: number | null
  readonly signal: NodeJS.Signals | null
  readonly out: string
  readonly err: string
}

function watchLife(life: string, child: ChildProcess): Life {
  const said = { out: "", err: "" }
  child.stdout?.on("data", (chunk: Buffer) => void (said.out += chunk.toString()))
  child.stderr?.on("data", (chunk: Buffer) => void (said.err += chunk.toString()))
  const ended = new Promise<Ending>((resolve, reject) => {
    child.on("error", reject)
    child.on("close", (code, signal) => resolve({ code, signal, ...said }))
  })
  return { life, child, begun: Date.now(), ended, said: () => ({ ...said }) }
}

export interface Kill {
  /** How much the driver has done by then, in log lines. */
  readonly notes: number
  /** How many milliseconds after that. */
  readonly later: number
  /** Together with the agents it has started. */
  readonly agents: boolean
}

/** Kills a driver at a certain point of its work, however fast the machine is. */
export async function killAt(shop: Workshop, life: Life, { notes, later, agents }: Kill): Promise<Ending> {
  const { child } = life
  const isThere = () => child.exitCode === null && child.signalCode === null
  const isMoving = progressOf(shop, life)
  while (isThere() && shop.notes().filter((note) => note.life === life.life).length < notes) {
    isMoving()
    await sleep(5)
  }
  await Promise.race([life.ended, sleep(later)])
  child.kill("SIGKILL")
  if (agents) killAgents(shop, life)
  return life.ended
}

/** How long a driver may show no activity before it counts as stuck. */
export const NO_PROGRESS = 30_000

/** Throws if the driver has logged nothing for too long, instead of waiting for the test to time out. */
export function progressOf(shop: Workshop, { life, child }: Life): () => void {
  let [seen, since] = [-1, Date.now()]
  return () => {
    const own = shop.notes().filter((note) => note.life === life)
    if (own.length !== seen) [seen, since] = [own.length, Date.now()]
    if (Date.now() - since < NO_PROGRESS) return
    child.kill("SIGKILL")
    throw new Error(`life ${life} makes no progress: ${JSON.stringify(own.slice(-5))}`)
  }
}

function killAgents(shop: Workshop, { life }: Life): void {
  const own = shop.notes().filter((note) => note.life === life)
  const done = new Set(own.flatMap((note) => (note.kind === "answered" ? [note.by] : [])))
  for (const { kind, by, pid } of own) {
    if (kind !== "asked" || done.has(by) || pid === undefined) continue
    try {
      process.kill(pid, "SIGKILL")
    } catch (error) {
      if (!(error instanceof Error && "code" in error && error.code === "ESRCH")) throw error
    }
  }
}

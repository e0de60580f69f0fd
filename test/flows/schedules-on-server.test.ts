import { execFileSync, spawn } from "node:child_process"
import path from "node:path"
import { setTimeout as sleep } from "node:timers/promises"
import { pathToFileURL } from "node:url"
import { afterAll, expect, onTestFinished, test } from "vitest"
import { describeWith } from "../needs.ts"
import { createRoles } from "../postgres/create-roles.ts"
import { startPostgres } from "../postgres/start-postgres.ts"
import { agentProgram } from "./driven/build-programs.ts"
import { type Life, type Workshop, workshop } from "./driven/lives.ts"
import { cli } from "./run-cli.ts"

const server = await startPostgres()
afterAll(() => server.close())

const HOUR = 3_600_000

/** A machine whose clock is wrong. */
function wrongBy(milliseconds: number) {
  const skew = pathToFileURL(path.resolve(import.meta.dirname, "../postgres/skew-clock.mjs")).href
  return { env: { NODE_OPTIONS: `--import=${skew}`, CLOCK_SKEW: String(milliseconds) } }
}

/** The same project on another machine: nothing of its own files is there. */
function elsewhere(shop: Workshop, name: string) {
  return { XDG_DATA_HOME: shop.at(`${name}/data`) }
}

interface ShownDue {
  readonly state: string
  readonly at: number
  readonly run?: string
  readonly epoch: number
}

function read<Result>({ code, out, err }: ReturnType<Workshop["run"]>): Result {
  expect({ code, err }).toEqual({ code: 0, err: "" })
  return JSON.parse(out) as Result
}

function add(shop: Workshop, words: readonly string[], more: { readonly env?: object } = {}): string {
  const { out, err } = shop.run(["schedule", "add", ...words, "--json"], more)
  if (out === "") throw new Error(err)
  return (JSON.parse(out) as { schedule: { id: string } }).schedule.id
}

const listDues = (shop: Workshop, id: string) =>
  read<{ dues: readonly ShownDue[] }>(shop.run(["schedule", "history", id, "--json"])).dues

async function untilSettled(shop: Workshop, id: string): Promise<ShownDue> {
  for (let turn = 0; turn < 300; turn++) {
    const due = listDues(shop, id).find(({ state }) => !["due", "claimed", "running"].includes(state))
    if (due !== undefined) return due
    await sleep(200)
  }
  throw new Error(`it never ended: ${JSON.stringify(listDues(shop, id))}`)
}

const listRuns = (shop: Workshop) =>
  read<{ runs: readonly unknown[] }>(shop.run(["run", "list", "--all", "--json"])).runs

function startWorkers(shop: Workshop, hows: readonly Parameters<Workshop["byWorker"]>[0][]): readonly Life[] {
  const workers = hows.map((how) => shop.byWorker(how))
  onTestFinished(async () => {
    for (const { child } of workers) child.kill("SIGKILL")
    await Promise.all(workers.map(({ ended }) => ended))
  })
  return workers
}

describeWith(server, "schedules on a server", () => {
  test("what is due is decided by the clock of the server, however wrong those of the machines are", async () => {
    const shop = workshop(server.address())
    const id = add(shop, ["--at", "6s", "look", "--agent", "workers"], wrongBy(5 * HOUR))
    const tick = (milliseconds: number) => shop.run(["schedule", "tick", "--wait"], wrongBy(milliseconds)).out
    expect(tick(5 * HOUR)).toBe("Nothing was started: nothing is due in 1 active schedule.\n")
    await sleep(6000)
    expect(tick(-3 * HOUR)).toMatch(/^s-\w+ {2}running /)
    for (const wrong of [5 * HOUR, -3 * HOUR, 7 * 60_000]) {
      const { now } = read<{ now: number }>(shop.run(["schedule", "list", "--all", "--json"], wrongBy(wrong)))
      expect(Math.abs(now - Date.now())).toBeLessThan(60_000)
    }
    expect(listDues(shop, id)).toMatchObject([{ state: "running", epoch: 1 }])
  })

  test("workers alone do what is due for them, in any clone of the project; one that dies is replaced, and nothing is done twice", async () => {
    const schema = "due_workers"
    await createRoles(server.address({ schema }), ["due_user", "due_runner"])
    const shop = workshop(server.address({ schema }))
    const grants = ["--role", "user=due_user", "--role", "worker=due_runner"]
    expect(shop.run(["db", "migrate", ...grants])).toMatchObject({ code: 0 })
    const git = (...words: readonly string[]) =>
      execFileSync("git", ["-c", "user.name=t", "-c", "user.email=t@t", ...words], { cwd: shop.project, stdio: "pipe" })
    git("init", "-q")
    git("add", "-A")
    git("commit", "-qm", "first")
    const clone = shop.at("elsewhere/clone")
    git("clone", "-q", shop.project, clone)
    const as = (user: string) => ({ ...elsewhere(shop, user), SKILLET_DB: server.address({ schema, user }) })
    const id = add(shop, ["--at", "1s", "look", "--agent", "workers"])
    const words = ["--checkout", clone]
    const [bound] = startWorkers(shop, [{ words, env: as("due_runner") }])
    await sleep(8000)
    expect(listDues(shop, id)).toEqual([])
    bound!.child.kill("SIGTERM")
    expect((await bound!.ended).out).toContain('"firesSchedules":false')
    startWorkers(shop, [
      { slow: 60_000, words, env: as("due_user") },
      { slow: 60_000, words, env: as("due_user") },
    ])
    while (!shop.notes().some(({ kind }) => kind === "asked")) await sleep(20)
    const [{ life: victim, pid } = { life: "", pid: 0 }] = shop.notes().filter(({ kind }) => kind === "asked")
    const [heir] = startWorkers(shop, [{ words, env: as("due_runner") }])
    for (const one of shop.lives().filter(({ life }) => life === victim)) one.child.kill("SIGKILL")
    process.kill(pid!, "SIGKILL")
    expect(await untilSettled(shop, id)).toMatchObject({ state: "ran", epoch: 1 })
    expect(listDues(shop, id)).toHaveLength(1)
    expect(listRuns(shop)).toHaveLength(1)
    expect(shop.notes().filter(({ kind }) => kind === "answered")).toMatchObject([{ life: heir!.life }])
  }, 300_000)

  test("however many look at the same time, a due time has one run", async () => {
    const shop = workshop(server.address())
    const id = add(shop, ["--at", "1s", "look", "--agent", "workers"])
    await sleep(1000)
    startWorkers(shop, [{}, {}])
    const ticks = ["a", "b", "c"].map(
      (name) =>
        new Promise<number | null>((resolve) => {
          const env = { ...shop.env, ...elsewhere(shop, name) }
          const child = spawn(process.execPath, [cli, "schedule", "tick", "--wait"], { cwd: shop.project, env })
          child.once("close", resolve)
        }),
    )
    expect(await Promise.all(ticks)).toEqual([0, 0, 0])
    expect(await untilSettled(shop, id)).toMatchObject({ state: "ran", epoch: 1 })
    expect(listRuns(shop)).toHaveLength(1)
    expect(shop.notes().filter(({ kind }) => kind === "asked")).toHaveLength(1)
  })

  test("a program is started only on the machine where its schedule was added", async () => {
    const shop = workshop(server.address())
    const program = `${process.execPath} ${agentProgram} ${shop.at("log")} program`
    const id = add(shop, ["--at", "1s", "look", "--agent", "command", "--program", program])
    await sleep(1000)
    const other = shop.run(["schedule", "tick", "--wait"], { env: elsewhere(shop, "other") })
    expect(other).toMatchObject({
      code: 0,
      out: "Nothing was started: nothing may start now in 1 active schedule; 1 waiting for another machine.\n",
    })
    expect(shop.notes()).toEqual([])
    expect(shop.run(["schedule", "tick", "--wait"]).out).toMatch(/^s-\w+ {2}ran /)
    expect(listDues(shop, id)).toMatchObject([{ state: "ran", epoch: 1 }])
  })

  test("workers are refused where there are none, when the schedule is added", () => {
    const shop = workshop()
    expect(shop.run(["schedule", "add", "@daily", "look", "--agent", "workers"])).toMatchObject({
      code: 1,
      err: expect.stringContaining("worker.no-server"),
    })
  })
})

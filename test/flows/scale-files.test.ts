import { execFileSync, spawn, spawnSync } from "node:child_process"
import { once } from "node:events"
import fs from "node:fs"
import net from "node:net"
import path from "node:path"
import readline from "node:readline"
import { Client } from "pg"
import { afterAll, expect, onTestFinished, test } from "vitest"
import { describeWith } from "../needs.ts"
import { garden } from "../plant.ts"
import { startPostgres } from "../postgres/start-postgres.ts"
import { listComposeVariables, readCompose, readUnit, readUnitCommand, readUnitVariables } from "../scale-files.ts"
import { cli, skillet } from "./run-cli.ts"

const server = await startPostgres()
afterAll(() => server.close())

const asking = {
  "home/.agents/skills/ping/SKILL.md": "---\ndescription: Ask once\n---\n\nAsk.\n",
  "home/.agents/skills/ping/workflow.yaml": `
name: ping
description: Ask one agent.
result: said
steps:
  - { id: ask, title: Ask, kind: dispatch, agent: explore, writes: [said], prompt: Ping, next: { ok: end, fail: end } }
`,
}

async function findFreePort(): Promise<string> {
  const taken = net.createServer().listen(0, "127.0.0.1")
  await once(taken, "listening")
  const { port } = taken.address() as net.AddressInfo
  taken.close()
  await once(taken, "close")
  return String(port)
}

async function administrate(database: string, statements: readonly string[]): Promise<void> {
  const client = new Client({ connectionString: server.address().replace(/\/postgres\?.*$/, `/${database}`) })
  await client.connect()
  try {
    for (const sql of statements) await client.query(sql)
  } finally {
    await client.end()
  }
}

/** A clone on a machine whose `claude` is an imitation. */
function plantMachine() {
  const { options, project, at, plant } = garden(asking)
  const imitation = path.resolve("test/agents/imitate.mjs")
  plant({ "bin/claude": `#!/bin/sh\nexec '${process.execPath}' '${imitation}' claude "$@"\n` })
  fs.chmodSync(at("bin/claude"), 0o755)
  fs.rmSync(at("project/.git"), { recursive: true })
  const git = (...words: readonly string[]) =>
    execFileSync("git", ["-c", "user.name=t", "-c", "user.email=t@t", ...words], { cwd: project, stdio: "pipe" })
  git("init", "-q")
  git("commit", "-qm", "first", "--allow-empty")
  return { project, env: { ...options.env, PATH: `${at("bin")}:${options.env["PATH"]}` } }
}

type Env = Readonly<Record<string, string>>

/** Starts a worker as a file says, lets it do a run that a user gives it, and stops it. */
async function useWorker(
  machine: ReturnType<typeof plantMachine>,
  how: {
    readonly words: readonly string[]
    readonly env: Env
    readonly user: string
    readonly check?: readonly string[]
  },
) {
  const { project, env } = machine
  const child = spawn(process.execPath, [cli, ...how.words], {
    cwd: project,
    env: { ...env, ...how.env },
    stdio: ["ignore", "pipe", "pipe"],
  })
  onTestFinished(() => void child.kill("SIGKILL"))
  const said: string[] = []
  const lines = readline.createInterface({ input: child.stdout }).on("line", (line) => said.push(line))
  let err = ""
  child.stderr.on("data", (chunk: Buffer) => void (err += chunk.toString()))
  const ended = once(child, "close")
  await Promise.race([once(lines, "line"), ended])
  const [program = "", ...words] = how.check ?? []
  const health = how.check && spawnSync(program, words).status
  const as = { cwd: project, env: { ...env, SKILLET_DB: how.user } }
  const started = skillet(["run", "start", "ping", "--json"], as)
  if (started.out === "") throw new Error(`${started.err}${err}`)
  const { run } = JSON.parse(started.out) as { run: string }
  const { code } = skillet(["run", "drive", run, "--agent", "workers"], as)
  child.kill("SIGTERM")
  const [exit] = await ended
  const events = said.map((line) => JSON.parse(line) as { event: string; outcome?: string })
  return { health, code, exit, err, events: events.map(({ event, outcome }) => outcome ?? event) }
}

describeWith(server, "the compose file and the unit", () => {
  test("create the roles and the tables, and start workers that do what a user gives them", async () => {
    const machine = plantMachine()
    const values = Object.fromEntries(listComposeVariables().map((name) => [name, `${name.toLowerCase()}0`]))
    const { services, configs } = readCompose({ ...values, CHECKOUT: machine.project })
    await administrate("postgres", ["CREATE DATABASE skillet"])
    await administrate("skillet", [configs["roles"]?.content ?? ""])
    const locate = (address = "") => address.replace("@postgres:5432/", `@127.0.0.1:${server.port}/`)
    const asOwner = { ...machine.env, SKILLET_DB: locate(services.tables.environment["SKILLET_DB"]) }
    expect(skillet(services.tables.command ?? [], { cwd: machine.project, env: asOwner })).toMatchObject({
      code: 0,
      err: "",
    })
    const user = asOwner.SKILLET_DB.replace("skillet_owner", "skillet_user").replace("owner_password", "user_password")
    const { environment, command = [], healthcheck } = services.worker
    const env = { ...environment, SKILLET_DB: locate(environment["SKILLET_DB"]) }
    const [port, other] = [await findFreePort(), await findFreePort()]
    const use = (text: string) => text.replace("9464", port)
    const check = healthcheck?.test.slice(1).map(use) ?? []
    const done = { code: 0, exit: 0, err: "", events: ["ready", "answered"] }
    expect(await useWorker(machine, { words: command.map(use), env, user, check })).toEqual({ ...done, health: 0 })
    expect(spawnSync(check[0] ?? "", check.slice(1)).status).toBe(1)
    const unit = readUnit()
    const variables = { ...readUnitVariables(unit), PORT: other }
    const [, ...words] = readUnitCommand(unit, variables)
    expect(await useWorker(machine, { words, env, user })).toEqual(done)
  }, 300_000)
})

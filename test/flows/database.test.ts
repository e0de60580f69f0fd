import { spawnSync } from "node:child_process"
import fs from "node:fs"
import path from "node:path"
import { afterAll, expect, test } from "vitest"
import { describeWith } from "../needs.ts"
import { startPostgres } from "../postgres/start-postgres.ts"
import { garden } from "../plant.ts"
import { workshop } from "./driven/lives.ts"
import { outcomeOf } from "./driven/run-state.ts"
import { cli, skillet } from "./run-cli.ts"

const root = path.resolve(import.meta.dirname, "../..")
const server = await startPostgres()
afterAll(() => server.close())

/** Any time may pass between two commands, and a longer duration makes a column wider. */
const withoutTimes = (text: string) => text.replaceAll(/\b\d+ (s|min|h|days)\b/g, "…").replaceAll(/ +/g, " ")

const tables = ["runs", "tasks", "schedules"]

describeWith(server, "databases", () => {
  test("a state is moved from a file to a server and back, and nothing of it is lost", async () => {
    const shop = workshop()
    const run = shop.start(["mill"])
    expect(await shop.byCommand(run).ended).toMatchObject({ code: 0 })
    const open = shop.start(["mill"])
    // Large enough for a file of its own, with a NUL and half of a pair.
    const text = `${"a long answer\0 ".repeat(30_000)}\ud800\n\n- alpha\n`
    expect(
      shop.run(["run", "report", open, "--step", "survey", "--outcome", "ok", "--output", "-"], { input: text }).code,
    ).toBe(0)
    shop.run(["task", "add", "a thing"])
    shop.run(["say", "hello @bob"])
    shop.run(["schedule", "add", "0 9 * * *", "do it"])
    const address = server.address()
    const moved = shop.run(["db", "move", "--to", address, "--json"])
    expect(moved.err).toBe("")
    const told = JSON.parse(moved.out) as { rows: Record<string, number>; texts: number; unverified: string[] }
    expect(told).toMatchObject({ unverified: [], rows: { tasks: 1, messages: 1, schedules: 1 } })
    expect(told.texts).toBeGreaterThan(0)
    expect(moved.out).not.toContain("postgres:postgres")
    expect(await outcomeOf(address, run, shop.project)).toEqual(await outcomeOf(shop.database, run, shop.project))

    const there = { env: { SKILLET_DB: address } }
    for (const words of [["task", "list"], ["messages"], ["schedule", "list"], ["run", "show", open]])
      expect(withoutTimes(shop.run(words, there).out)).toBe(withoutTimes(shop.run(words).out))
    const { schedules } = JSON.parse(shop.run(["schedule", "list", "--json"], there).out) as {
      schedules: readonly { readonly schedule: { readonly seal?: string } }[]
    }
    // Otherwise this machine would leave it to another one.
    expect(schedules).toMatchObject([{ schedule: { seal: expect.stringMatching(/^[0-9a-f]{64}$/) } }])
    expect(shop.run(["run", "verify", run], there)).toMatchObject({ code: 0 })
    shop.run(["task", "add", "another"], there)
    expect(shop.run(["say", "again @bob"], there).out).toContain("Message 2 ")

    const back = shop.at("back/skillet.db")
    fs.mkdirSync(shop.at("back"))
    expect(shop.run(["db", "move", "--to", back, "--json"], there)).toMatchObject({ code: 0, err: "" })
    const here = { env: { SKILLET_DB: back } }
    expect(await outcomeOf(back, run, shop.project)).toEqual(await outcomeOf(shop.database, run, shop.project))
    expect(withoutTimes(shop.run(["run", "show", open], here).out)).toBe(
      withoutTimes(shop.run(["run", "show", open]).out),
    )
    expect(shop.run(["run", "verify", open], here)).toMatchObject({ code: 0 })
    expect(shop.run(["db", "check"], here)).toMatchObject({ code: 0, err: "" })
    expect(shop.run(["task", "list"], here).out).toContain("another")
  }, 300_000)

  test("nothing is moved to a database that has something already", () => {
    const shop = workshop()
    shop.run(["task", "add", "a thing"])
    const address = server.address()
    shop.run(["task", "add", "theirs"], { env: { SKILLET_DB: address } })
    const { code, err } = shop.run(["db", "move", "--to", address])
    expect([code, err]).toEqual([1, expect.stringContaining("store.not-empty")])
    expect(shop.run(["task", "list"], { env: { SKILLET_DB: address } }).out).not.toContain("a thing")
  }, 120_000)

  test("db check says what is missing and changes nothing; db migrate creates it", () => {
    const { options, project } = garden()
    const address = server.address()
    const run = (...words: readonly string[]) =>
      skillet([...words, "--database", address, "--json"], { cwd: project, env: options.env })
    for (let turn = 0; turn < 2; turn++) {
      const before = run("db", "check")
      expect(before.code).toBe(1)
      expect(JSON.parse(before.out)).toMatchObject({ kind: "server", outdated: tables, server: { hasQueue: false } })
    }
    expect(run("db", "migrate").code).toBe(0)
    expect(JSON.parse(run("db", "check").out)).toMatchObject({
      outdated: [],
      problems: [],
      server: { hasQueue: true, isPooled: false },
    })
  }, 120_000)

  test.each([
    ["a server that does not answer", () => "postgres://nobody@127.0.0.1:1/x", "store.unreachable"],
    ["a wrong password", () => server.address({ user: "nobody" }), "store.refused"],
    ["a schema that is not a name", () => `${server.address()}"; DROP`, "store.address"],
  ])("%s is said in one sentence, without the password", (_, choose, code) => {
    const { options, project } = garden()
    const address = choose()
    const ran = skillet(["run", "list", "--database", address], { cwd: project, env: options.env })
    expect(ran.code).toBe(1)
    expect(ran.err).toContain(`code ${code}`)
    expect(ran.err).not.toMatch(/:\w+@|at \w+ \(/)
  })
})

test("workers need a server", () => {
  const { options, project } = garden()
  const run = (...words: readonly string[]) => skillet(words, { cwd: project, env: options.env })
  for (const words of [["worker"], ["run", "queue"], ["run", "dead"]]) {
    const { code, err } = run(...words)
    expect([code, err]).toEqual([1, expect.stringContaining("code worker.no-server")])
  }
  expect(run("worker", "--agents", "claude,nobody")).toMatchObject({ code: 2 })
})

test("without the packages for a server, a command says which are missing; one with a file needs neither", () => {
  const { options, at } = garden({})
  const installed = at("installed")
  fs.cpSync(path.dirname(cli), path.join(installed, "dist"), { recursive: true })
  fs.copyFileSync(path.join(root, "package.json"), path.join(installed, "package.json"))
  fs.mkdirSync(path.join(installed, "node_modules"))
  for (const name of fs.readdirSync(path.join(root, "node_modules")))
    if (name !== "pg" && name !== "pg-boss")
      fs.symlinkSync(path.join(root, "node_modules", name), path.join(installed, "node_modules", name))
  const run = (where: string) =>
    spawnSync(process.execPath, [path.join(installed, "dist/cli.cjs"), "run", "list", "--all"], {
      cwd: at("."),
      env: { ...options.env, SKILLET_DB: where },
      encoding: "utf8",
    })
  const { status, stderr } = run("postgres://me@127.0.0.1:1/x")
  expect({ status, stderr }).toEqual({
    status: 1,
    stderr: expect.stringContaining(
      "needs the packages pg and pg-boss, which are not installed\n  code store.package-missing\n  npm install pg pg-boss",
    ),
  })
  expect(run(at("skillet.db"))).toMatchObject({ status: 0, stderr: "" })
})

import { once } from "node:events"
import net from "node:net"
import os from "node:os"
import { setTimeout as sleep } from "node:timers/promises"
import { afterAll, expect, onTestFinished, test } from "vitest"
import { describeWith, testWith } from "../needs.ts"
import { createRoles } from "../postgres/create-roles.ts"
import { openCollector } from "../open-collector.ts"
import { openProxy } from "../postgres/open-proxy.ts"
import { needPgBouncer, startPgBouncer } from "../postgres/start-pgbouncer.ts"
import { startPostgres } from "../postgres/start-postgres.ts"
import { type Life, type Noted, type Workshop, workshop } from "./driven/lives.ts"
import { answersIn, outcomeOf, provesIn } from "./driven/run-state.ts"

const server = await startPostgres()
afterAll(() => server.close())

const START = ["mill", "--param", "hands=6"]

/** What the same procedure leaves in a file of SQLite, with one driver. */
async function expectedOutcome() {
  const shop = workshop()
  const run = shop.start(START)
  expect(await shop.byCommand(run).ended).toMatchObject({ code: 0, signal: null })
  return outcomeOf(shop.database, run, shop.project)
}

function startWorkers(shop: Workshop, count: number, how: Parameters<Workshop["byWorker"]>[0] = {}): readonly Life[] {
  const workers = Array.from({ length: count }, () => shop.byWorker(how))
  onTestFinished(async () => {
    for (const { child } of workers) child.kill("SIGKILL")
    await Promise.all(workers.map(({ ended }) => ended))
  })
  return workers
}

async function until(shop: Workshop, holds: (note: Noted) => boolean): Promise<Noted> {
  for (let turn = 0; turn < 1500; turn++) {
    const found = shop.notes().find(holds)
    if (found !== undefined) return found
    await sleep(20)
  }
  const said = shop.lives().map((one) => one.said())
  throw new Error(`it never happened: ${JSON.stringify({ notes: shop.notes(), said })}`)
}

async function findFreePort(): Promise<number> {
  const taken = net.createServer().listen(0, "127.0.0.1")
  await once(taken, "listening")
  const { port } = taken.address() as net.AddressInfo
  taken.close()
  await once(taken, "close")
  return port
}

/** The addresses by which other machines reach this one. */
function listOtherAddresses(): readonly string[] {
  const all = Object.values(os.networkInterfaces()).flatMap((addresses) => addresses ?? [])
  return all.flatMap(({ address, family, internal }) => (family === "IPv4" && !internal ? [address] : []))
}

/** How many different agents answered each question; more than one would have been paid twice. */
function listAnswered(shop: Workshop, run: string): readonly string[] {
  return shop.notes().flatMap(({ kind, key }) => (kind === "answered" && key?.startsWith(run) === true ? [key] : []))
}

function listProblems(out: string): readonly object[] {
  const entries = out
    .trim()
    .split("\n")
    .map((line) => JSON.parse(line) as { readonly event: string })
  return entries.filter(({ event }) => event === "problem")
}

describeWith(server, "workers", () => {
  test("two workers, whose role may do nothing else, bring a run to the same end as one process with a file, and every question is asked once", async () => {
    const schema = "team"
    await createRoles(server.address({ schema }), ["ann", "runner"])
    const shop = workshop(server.address({ schema, user: "ann" }))
    const grants = ["--role", "user=ann", "--role", "worker=runner"]
    const owner = { env: { SKILLET_DB: server.address({ schema }) } }
    expect(shop.run(["db", "migrate", ...grants], owner)).toMatchObject({ code: 0, err: "" })
    const asWorker = { env: { SKILLET_DB: server.address({ schema, user: "runner" }) } }
    const run = shop.start(START)
    const workers = startWorkers(shop, 2, asWorker)
    expect(await shop.byWorkers(run).ended).toMatchObject({ code: 0, signal: null })
    expect(await outcomeOf(shop.database, run, shop.project)).toEqual(await expectedOutcome())
    expect(await provesIn(shop.database, run)).toBe(true)
    const answered = listAnswered(shop, run)
    expect(new Set(answered).size).toBe(answered.length)
    for (const { child } of workers) child.kill("SIGTERM")
    const endings = await Promise.all(workers.map(({ ended }) => ended))
    expect(endings.map(({ code, err }) => ({ code, err }))).toEqual([
      { code: 0, err: "" },
      { code: 0, err: "" },
    ])
    const entries = endings.flatMap(({ out }) => out.trim().split("\n")).map((line) => JSON.parse(line) as object)
    expect(entries.filter((entry) => "outcome" in entry && entry.outcome === "answered").length).toBeGreaterThanOrEqual(
      answered.length,
    )
    expect(entries.filter((entry) => "event" in entry && entry.event === "problem")).toEqual([])
    expect(shop.run(["db", "check"], asWorker)).toMatchObject({
      code: 0,
      out: expect.stringContaining("as runner, a worker"),
    })
    expect(shop.run(["run", "start", "mill"], asWorker)).toMatchObject({
      code: 1,
      err: expect.stringContaining("store.forbidden"),
    })
  }, 300_000)

  test("two workers send the spans of a run as one trace: run, steps and dispatches, and no text of it", async () => {
    const { target, received, listSpans } = await openCollector(200)
    const env = { OTEL_EXPORTER_OTLP_ENDPOINT: target.url.replace("/v1/traces", ""), OTEL_SERVICE_NAME: "mill" }
    const shop = workshop(server.address())
    const run = shop.start(START)
    const workers = startWorkers(shop, 2, { env })
    expect(await shop.byWorkers(run).ended).toMatchObject({ code: 0, signal: null })
    for (const { child } of workers) child.kill("SIGTERM")
    const ends = await Promise.all(workers.map(async ({ ended }) => (await ended).out.trim().split("\n").at(-1) ?? ""))
    expect(ends).toEqual(Array(2).fill(expect.stringMatching(/"spans","message":"\d+ spans? exported, 0 dropped"/)))
    const spans = listSpans().flat()
    expect(new Set(spans.map(({ traceId }) => traceId)).size).toBe(1)
    const ids = new Set(spans.map(({ spanId }) => spanId))
    const orphans = spans.filter(({ parentSpanId }) => parentSpanId === undefined || !ids.has(parentSpanId))
    expect(orphans.map(({ name }) => name)).toEqual(["run mill"])
    const answered = spans.filter(({ name }) => name.startsWith("dispatch "))
    expect(answered.length).toBeGreaterThanOrEqual(listAnswered(shop, run).length)
    expect(JSON.stringify(received)).not.toContain("prompt")
  }, 300_000)

  test("what a killed worker had is done by another, long before its lease has run out", async () => {
    const shop = workshop(server.address())
    const run = shop.start(["mill"])
    const [victim] = startWorkers(shop, 1, { slow: 60_000, words: ["--lease", "3600"] })
    const driven = shop.byWorkers(run)
    const { key, pid } = await until(shop, ({ kind }) => kind === "asked")
    const [heir] = startWorkers(shop, 1)
    victim!.child.kill("SIGKILL")
    process.kill(pid!, "SIGKILL")
    await until(shop, (note) => note.kind === "asked" && note.key === key && note.life === heir!.life)
    expect(await driven.ended).toMatchObject({ code: 0, signal: null })
    expect(await provesIn(shop.database, run)).toBe(true)
  }, 300_000)

  testWith(
    needPgBouncer,
    "workers behind PgBouncer say so, and bring a run to its end; what a killed one had is done when its lease is over",
    async () => {
      const pooler = await startPgBouncer(server.port, { mode: "transaction" })
      onTestFinished(() => pooler.close())
      const shop = workshop(server.address({ port: pooler.port }))
      const run = shop.start(START)
      const [victim] = startWorkers(shop, 1, { slow: 60_000, words: ["--lease", "3"] })
      const driven = shop.byWorkers(run)
      const { key, pid } = await until(shop, ({ kind }) => kind === "asked")
      victim!.child.kill("SIGKILL")
      process.kill(pid!, "SIGKILL")
      const heirs = startWorkers(shop, 2)
      await until(shop, (note) => note.kind === "asked" && note.key === key && note.life !== victim!.life)
      expect(await driven.ended).toMatchObject({ code: 0, signal: null, err: "" })
      expect(await outcomeOf(shop.database, run, shop.project)).toEqual(await expectedOutcome())
      expect(await provesIn(shop.database, run)).toBe(true)
      for (const { child } of heirs) child.kill("SIGTERM")
      for (const { out } of await Promise.all(heirs.map(({ ended }) => ended)))
        expect(listProblems(out)).toEqual([expect.objectContaining({ code: "worker.pooler" })])
    },
  )

  test("a worker that was stopped until it lost its lease comes back too late: its answer is refused", async () => {
    const shop = workshop(server.address())
    const run = shop.start(["mill"])
    const key = `${run}/survey/1/-`
    const [sleeper] = startWorkers(shop, 1, { slow: 500, words: ["--lease", "2"] })
    const driven = shop.byWorkers(run)
    await until(shop, (note) => note.kind === "asked" && note.key === key)
    sleeper!.child.kill("SIGSTOP")
    const [other] = startWorkers(shop, 1, { slow: 0, words: ["--lease", "2"] })
    const mine = await until(shop, (note) => note.kind === "asked" && note.key === key && note.life === other!.life)
    await until(shop, (note) => note.kind === "asked" && note.key !== key)
    sleeper!.child.kill("SIGCONT")
    expect(await driven.ended).toMatchObject({ code: 0, signal: null })
    expect((await answersIn(shop.database, run)).get(key)).toContain(`<by ${mine.by}>`)
    expect(await provesIn(shop.database, run)).toBe(true)
  }, 300_000)

  test("connections that are cut again and again, and a server that goes down and comes back, cost nothing but time", async () => {
    const proxy = await openProxy(server.port)
    onTestFinished(() => proxy.close())
    const schema = { schema: "cut" }
    const shop = workshop(server.address(schema))
    const run = shop.start(START)
    const env = { SKILLET_DB: server.address({ ...schema, port: proxy.port }) }
    startWorkers(shop, 2, { slow: 300, env })
    const driven = shop.byWorkers(run)
    await until(shop, ({ kind }) => kind === "answered")
    await server.kill()
    await server.start()
    for (let turn = 0; turn < 5; turn++) {
      await proxy.cut()
      await sleep(300)
    }
    // The command that waits for the workers waits for the server too.
    expect(await driven.ended).toMatchObject({
      code: 0,
      signal: null,
      err: expect.stringContaining("; waiting for it"),
    })
    expect(await outcomeOf(shop.database, run, shop.project)).toEqual(await expectedOutcome())
    expect(await provesIn(shop.database, run)).toBe(true)
  }, 300_000)

  test("a worker that is told to stop finishes what it has; one that may not wait gives it back", async () => {
    const shop = workshop(server.address())
    const run = shop.start(["mill"])
    const driven = shop.byWorkers(run)
    const [patient] = startWorkers(shop, 1, { slow: 1500 })
    await until(shop, ({ kind }) => kind === "asked")
    patient!.child.kill("SIGTERM")
    expect(await patient!.ended).toMatchObject({ code: 0, err: "" })
    const done = listAnswered(shop, run)
    expect([...(await answersIn(shop.database, run)).keys()]).toEqual(done)
    const [hasty] = startWorkers(shop, 1, { slow: 60_000, words: ["--grace", "1"] })
    const { key } = await until(shop, ({ kind, life }) => kind === "asked" && life === hasty!.life)
    hasty!.child.kill("SIGTERM")
    expect(await hasty!.ended).toMatchObject({ code: 0, err: "" })
    startWorkers(shop, 1)
    expect(await driven.ended).toMatchObject({ code: 0 })
    expect(listAnswered(shop, run).filter((one) => one === key)).toHaveLength(1)
  }, 300_000)

  test("a worker that is told to stop while the server refuses connections ends in time, and names what it could not give back", async () => {
    const proxy = await openProxy(server.port)
    const schema = { schema: "away" }
    const shop = workshop(server.address(schema))
    const run = shop.start(["mill"])
    const env = { SKILLET_DB: server.address({ ...schema, port: proxy.port }) }
    const [worker] = startWorkers(shop, 1, { slow: 60_000, words: ["--grace", "4"], env })
    const driven = shop.byWorkers(run)
    const { key } = await until(shop, ({ kind }) => kind === "asked")
    await proxy.close()
    await sleep(1500)
    const told = performance.now()
    worker!.child.kill("SIGTERM")
    const ending = await worker!.ended
    // The slack is for a machine that is busy with other work.
    expect(performance.now() - told).toBeLessThan(4000 + 10_000)
    expect(ending.code).toBe(0)
    const lines = ending.out
      .trim()
      .split("\n")
      .map((line) => JSON.parse(line) as Record<string, unknown>)
    const kept = lines.filter(({ code }) => code === "worker.not-given-back")
    expect(kept.map(({ message }) => message)).toEqual([
      `1 dispatch could not be given back, because the server did not answer: ${key}`,
    ])
    startWorkers(shop, 1)
    expect(await driven.ended).toMatchObject({ code: 0 })
    expect(await provesIn(shop.database, run)).toBe(true)
  }, 300_000)

  test("health and metrics are served on this machine only, and say what was done", async () => {
    const shop = workshop(server.address())
    const run = shop.start(["mill"])
    const port = await findFreePort()
    const [worker] = startWorkers(shop, 1, { words: ["--port", String(port)] })
    expect(await shop.byWorkers(run).ended).toMatchObject({ code: 0 })
    const health = await fetch(`http://127.0.0.1:${port}/health`)
    expect([health.status, await health.json()]).toEqual([200, { status: "working" }])
    const text = await (await fetch(`http://127.0.0.1:${port}/metrics`)).text()
    for (const address of listOtherAddresses())
      await expect(fetch(`http://${address}:${port}/health`)).rejects.toThrow("fetch failed")
    const [, answered = "0"] = /skillet_dispatches_total\{outcome="answered"\} (\d+)/.exec(text) ?? []
    expect(Number(answered)).toBeGreaterThanOrEqual(listAnswered(shop, run).length)
    worker!.child.kill("SIGTERM")
    await worker!.ended
    const queue = shop.run(["run", "queue", "--json"])
    expect(JSON.parse(queue.out)).toMatchObject({ waiting: 0, dead: 0 })
    expect(shop.run(["run", "dead"]).out).toBe("No message of this project is dead.\n")
  }, 300_000)

  test("a worker that finds no agent says which option names one", () => {
    const shop = workshop(server.address())
    expect(shop.run(["worker"], { env: { PATH: "/nowhere" } })).toMatchObject({
      code: 1,
      out: "",
      err: expect.stringContaining("--agents command --program"),
    })
  })
})

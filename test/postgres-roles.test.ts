import path from "node:path"
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from "vitest"
import { grantRoles } from "../src/doctor/io/grant-roles.ts"
import { requireStarted, startRun } from "../src/run/advance/start-run.ts"
import type { RunEvent } from "../src/run/advance/decide/event.ts"
import { applyEvent, requireAccepted } from "../src/run/apply-event.ts"
import { type Engine, findRun } from "../src/run/engine.ts"
import { nameQueue } from "../src/run/io/postgres/offers.ts"
import { openPostgresRunStore } from "../src/run/io/postgres/open-postgres-run-store.ts"
import { prepareQueue } from "../src/run/io/postgres/prepare-queue.ts"
import { openBoss } from "../src/system/postgres/open-boss.ts"
import { examineServer } from "../src/system/postgres/examine-server.ts"
import type { Workflow } from "../src/workflow/workflow.ts"
import { replayRun } from "../src/run/history/replay-run.ts"
import { openPostgres } from "../src/system/postgres/open-postgres.ts"
import { ask, defineWorkflow, dispatch } from "../src/workflow/define-workflow.ts"
import { describeWith, needProgram, testWith } from "./needs.ts"
import { builtThread as thread } from "./postgres/build-postgres-thread.ts"
import { makeTeam, openAs, openSql } from "./postgres/make-team.ts"
import { startPostgres } from "./postgres/start-postgres.ts"

const needOpenssl = needProgram("openssl", ["version"])
const server = await startPostgres()
afterAll(() => server.close())

const shipping = defineWorkflow({
  name: "shipping",
  start: "build",
  steps: [
    dispatch({
      id: "build",
      title: "Build",
      agent: "developer",
      prompt: "Build",
      writes: ["it"],
      next: { default: "may" },
    }),
    ask({
      id: "may",
      title: "May it",
      questions: [{ id: "q", text: "Ship it?", options: [] }],
      next: { default: "ship" },
    }),
    dispatch({
      id: "ship",
      title: "Ship",
      agent: "developer",
      prompt: "Ship",
      writes: ["there"],
      next: { default: "end" },
    }),
  ],
})

const forbidden = expect.objectContaining({ code: "store.forbidden", retry: "no" })

describeWith(server, "roles", () => {
  beforeAll(async () => {
    await makeTeam(server, "shop")
    await makeTeam(server, "mill")
  })

  async function startShipping(id: string) {
    const user = openAs(server, "shop", "user")
    const how = { id, params: {}, project: "/project", branch: "main" }
    requireStarted(await startRun(user.engine, shipping, how), "shipping")
    return user
  }

  /** A worker takes what is open in a run and reports it. */
  async function workOn(run: string, other?: Engine): Promise<void> {
    const { engine: own, store } = openAs(server, "shop", "worker")
    const engine = other ?? own
    const claimed = await store.claim({ worker: "w", leaseMilliseconds: 10_000, root: run })
    const { key, epoch } = claimed!.lease
    const item = { step: key.step, round: key.round, item: key.item }
    const report: RunEvent = { kind: "report", at: engine.now(), item, outcome: "ok", text: "done", by: "w", epoch }
    requireAccepted(await applyEvent(engine, run, report))
  }

  test("a worker does the work of a run that was given to workers, and a user answers its question", async () => {
    const user = await startShipping("whole")
    await user.store.offer({ id: "whole", queue: nameQueue("/project") })
    await workOn("whole")
    expect(await findRun(user.engine, "whole")).toMatchObject({ step: "may", status: "running" })
    requireAccepted(await applyEvent(user.engine, "whole", { kind: "answer", at: 5, answers: ["yes"], by: "ann" }))
    await workOn("whole")
    expect(await findRun(user.engine, "whole")).toMatchObject({ status: "done", outcome: "ok" })
  })

  test("a worker cannot claim what was not given to workers, and cannot give it to them", async () => {
    await startShipping("kept")
    const { store } = openAs(server, "shop", "worker")
    await expect(store.claim({ worker: "w", leaseMilliseconds: 1000, root: "kept" })).rejects.toEqual(forbidden)
    await expect(store.offer({ id: "kept", queue: nameQueue("/project") })).rejects.toEqual(forbidden)
  })

  test.each<readonly [string, (at: number) => RunEvent]>([
    ["answer a question", (at) => ({ kind: "answer", at, answers: ["yes"], by: "ann" })],
    ["raise a ceiling", (at) => ({ kind: "budget", at, budget: { money: 1000 }, by: "ann" })],
    ["pass a gate for a person", (at) => ({ kind: "override", gate: "may", at, by: "ann", reason: "I say so" })],
  ])("a worker cannot %s, whatever name it gives", async (what, makeEvent) => {
    const id = `decided-${what.replaceAll(" ", "-")}`
    const user = await startShipping(id)
    await user.store.offer({ id, queue: nameQueue("/project") })
    await workOn(id)
    const before = await findRun(user.engine, id)
    const { engine } = openAs(server, "shop", "worker")
    const done = await applyEvent(engine, id, makeEvent(engine.now())).catch((error: unknown) => error)
    // What the engine itself refuses never reaches the server.
    expect([forbidden, expect.objectContaining({ kind: "refused" })]).toContainEqual(done)
    expect(await findRun(user.engine, id)).toEqual(before)
  })

  const ANSWERED = `'{"budget":{},"questions":[{"step":"may","round":1,"id":"q","answer":{"answers":["yes"],"by":"ann","at":5}}]}'`
  test.each([
    [
      "write an answer into a run",
      "may not answer a question",
      `UPDATE runs SET head = ${ANSWERED} WHERE id = 'forged'`,
    ],
    [
      "remove an open question",
      "may not remove an open question",
      `UPDATE runs SET head = '{"budget":{},"questions":[]}' WHERE id = 'forged'`,
    ],
    [
      "say that a run is done",
      "may not remove an open question",
      `UPDATE runs SET status = 'done', head = '{"budget":{},"questions":[]}' WHERE id = 'forged'`,
    ],
    [
      "let a gate pass",
      "may not let a gate pass",
      `UPDATE runs SET head = replace(head, '"chain"', '"passed":{"g":{}},"chain"') WHERE id = 'forged'`,
    ],
    [
      "change a ceiling",
      "may not change a ceiling",
      `UPDATE runs SET head = replace(head, '"budget":{}', '"budget":{"money":9}') WHERE id = 'forged'`,
    ],
    [
      "record an answer",
      "may not record the decision of a person",
      `INSERT INTO records (run, seq, at, events) SELECT number, 99, 1, '[{"kind":"answered"}]' FROM runs WHERE id = 'forged'`,
    ],
    ["change a record", "permission denied", "UPDATE records SET events = '[]'"],
    ["change a definition", "permission denied", "UPDATE definitions SET json = '{}'"],
    ["add a definition", "permission denied", "INSERT INTO definitions (hash, json) VALUES ('x', '{}')"],
    ["change what was asked", "permission denied", "UPDATE items SET request = '{}'"],
    [
      "start a run",
      "may not change a run that was not given",
      "INSERT INTO runs (number, root, id, status, head) VALUES (900, 900, 'mine', 'running', '{}')",
    ],
    ["put a run into another project", "permission denied", "UPDATE runs SET project = '/other'"],
    ["remove a run", "permission denied", "DELETE FROM runs"],
    ["give a run to workers", "permission denied", "INSERT INTO offers (root, queue, at) VALUES (1, 'q', 1)"],
    ["become a user", "permission denied", "UPDATE members SET kind = 'user'"],
    ["read tasks", "permission denied", "SELECT * FROM tasks"],
    ["change a schedule", "permission denied", "UPDATE schedules SET doc = '{}'"],
    ["settle a due time", "permission denied", "UPDATE dues SET state = 'ran'"],
    ["switch the rules off", "must be owner", "ALTER TABLE runs DISABLE TRIGGER ALL"],
    [
      "replace a rule",
      "permission denied",
      "CREATE OR REPLACE FUNCTION may_decide() RETURNS boolean LANGUAGE sql AS 'SELECT true'",
    ],
    [
      "shadow a rule",
      "permission denied",
      "CREATE FUNCTION shop.is_offered(tree int) RETURNS boolean LANGUAGE sql AS 'SELECT true'",
    ],
    ["take another role", "permission denied", "SET ROLE shop_user"],
  ])("a worker cannot %s with a statement of its own", async (_, why, sql) => {
    const owner = openSql(server, "shop", "postgres")
    if (owner.ask("SELECT 1 FROM runs WHERE id = 'forged'").length === 0) {
      const user = await startShipping("forged")
      await user.store.offer({ id: "forged", queue: nameQueue("/project") })
      await workOn("forged")
    }
    const worker = openSql(server, "shop", "shop_worker")
    expect(() => worker.exec(sql)).toThrow(forbidden)
    expect(() => worker.exec(sql)).toThrow(why)
  })

  test("a worker that leads a run past a question is not stopped, but run verify shows it", async () => {
    const user = await startShipping("skipped")
    await user.store.offer({ id: "skipped", queue: nameQueue("/project") })
    const { engine } = openAs(server, "shop", "worker")
    const steps = shipping.steps.map((step) => (step.id === "build" ? { ...step, next: { default: "ship" } } : step))
    const forged = { find: async () => ({ ...shipping, steps }) as Workflow }
    await workOn("skipped", { ...engine, definitions: { ...engine.definitions, ...forged } })
    const run = await findRun(user.engine, "skipped")
    expect(run.step).toBe("ship")
    expect(replayRun(shipping, run, await user.store.records("skipped"))).toEqual({
      holds: false,
      because: "build, round 1, went to ship, but ok does not lead there",
    })
  })

  test("teams that share a database read and write nothing of each other", async () => {
    await startShipping("theirs")
    for (const user of ["mill_user", "mill_worker"]) {
      const stranger = openSql(server, "shop", user)
      for (const table of ["runs", "items", "definitions", "tasks", "members"])
        expect(() => stranger.ask(`SELECT * FROM shop.${table}`)).toThrow(forbidden)
      expect(() => stranger.ask("SELECT * FROM shop_queue.job")).toThrow(forbidden)
    }
    expect(await openAs(server, "mill", "user").store.runs()).toEqual([])
  })

  test("db check says what the role is; what it was before is taken from it", () => {
    const findRights = (user: string) => {
      const address = server.address({ schema: "mill", user })
      return examineServer(openSql(server, "mill", user), address, thread).rights
    }
    expect(["postgres", "mill_user", "mill_worker", "shop_worker"].map(findRights)).toEqual([
      "owner",
      "user",
      "worker",
      "none",
    ])
    // Of a schema that does not exist yet.
    const missing = (user: string) =>
      examineServer(openSql(server, "none", user), server.address({ schema: "none", user }), thread)
    expect(["postgres", "mill_user"].map((user) => missing(user).rights)).toEqual(["owner", "none"])
    const address = server.address({ schema: "mill" })
    grantRoles(address, [{ kind: "worker", role: "mill_user" }], thread)
    expect(findRights("mill_user")).toBe("worker")
    expect(() => openSql(server, "mill", "mill_user").ask("SELECT * FROM tasks")).toThrow(forbidden)
    grantRoles(address, [{ kind: "user", role: "mill_user" }], thread)
    expect(openSql(server, "mill", "mill_user").ask("SELECT * FROM tasks")).toEqual([])
  })

  test("after an update, the owner's db migrate gives roles what they need of new tables and takes what they must not have", async () => {
    await makeTeam(server, "old")
    const [address, owner] = [server.address({ schema: "old" }), openSql(server, "old", "postgres")]
    owner.exec("DROP TABLE asks; DROP SEQUENCE asks_place; ALTER TABLE offers DROP COLUMN revision")
    owner.exec("UPDATE schemas SET version = 2 WHERE subject = 'runs'")
    owner.exec("DROP TRIGGER guard_start ON starts; DROP TRIGGER guard_queue ON old_queue.queue")
    owner.exec("GRANT ALL ON ALL TABLES IN SCHEMA old_queue TO old_user, old_worker")
    for (const kind of ["user", "worker"] as const)
      expect(() => openAs(server, "old", kind)).toThrow(
        expect.objectContaining({ code: "store.outdated", next: expect.stringContaining("skillet db migrate") }),
      )
    await openPostgresRunStore({ address, thread }).close()
    grantRoles(address, [], thread)
    const worker = openAs(server, "old", "worker")
    expect(worker.store.ledger.countUnfinished("claude")).toBe(0)
    const guards = owner.ask(
      "SELECT tgname FROM pg_trigger WHERE tgname LIKE 'guard%' AND CAST(CAST(tgrelid AS regclass) AS text) ~ 'old_queue|^starts$' ORDER BY 1",
    )
    expect(guards).toEqual([["guard_queue"], ["guard_start"]])
    for (const user of ["old_user", "old_worker"])
      expect(() => openSql(server, "old", user).exec("DELETE FROM old_queue.bam")).toThrow(forbidden)
  })

  test("an owner cannot be a worker, and a role that does not exist gets the statement that creates it", () => {
    const address = server.address({ schema: "mill" })
    const grant = (role: string) => () => grantRoles(address, [{ kind: "worker", role }], thread)
    expect(grant("postgres")).toThrow(expect.objectContaining({ code: "store.free-role" }))
    expect(grant("nobody")).toThrow(
      expect.objectContaining({ code: "store.no-role", next: expect.stringContaining('CREATE ROLE "nobody"') }),
    )
  })
})

describeWith(server.missing === undefined ? needOpenssl : server, "an encrypted connection", () => {
  const connect = (authority: string, host = "127.0.0.1") => {
    const file = encodeURIComponent(path.join(server.tls, `${authority}.crt`))
    const address = `${server.address({ schema: "tls" })}&sslmode=verify-full&sslrootcert=${file}`.replace(
      "127.0.0.1",
      host,
    )
    const database = openPostgres({ address, thread, subject: "test" })
    onTestFinished(() => database.close())
    return { database, address }
  }

  test("is made with a server whose certificate is of the named authority, and db check says so", () => {
    const { database, address } = connect("ca")
    expect(examineServer(database, address, thread)).toMatchObject({ isEncrypted: true, isPooled: false })
  })

  test.each([
    ["of another authority", "stranger", "127.0.0.1"],
    ["for another name", "ca", "localhost"],
  ])("is refused if the certificate is %s, and nothing is sent unencrypted instead", (_, authority, host) => {
    const { database } = connect(authority, host)
    expect(() => database.ask("SELECT 1")).toThrow(expect.objectContaining({ code: "store.untrusted", retry: "no" }))
  })
})

describe("pg-boss", () => {
  testWith(server, "works for a worker's role", async () => {
    const problems: Error[] = []
    const address = server.address({ schema: "shop", user: "shop_worker" })
    const boss = await openBoss({ address, maintains: true, onProblem: (one) => problems.push(one) })
    await prepareQueue(boss, nameQueue("/project"))
    await boss.send(nameQueue("/project"), {})
    await boss.fetch(nameQueue("/project"))
    await boss.supervise()
    await boss.stop({ graceful: false })
    expect(problems).toEqual([])
  })
})

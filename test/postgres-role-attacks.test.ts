import { afterAll, beforeAll, expect, test } from "vitest"
import { requireStarted, startRun } from "../src/run/advance/start-run.ts"
import { applyEvent, requireAccepted } from "../src/run/apply-event.ts"
import { findRun } from "../src/run/engine.ts"
import { nameQueue } from "../src/run/io/postgres/offers.ts"
import { pruneMessages } from "../src/run/io/postgres/prune-messages.ts"
import { listDead } from "../src/run/io/postgres/read-queue.ts"
import { openBoss } from "../src/system/postgres/open-boss.ts"
import { defineWorkflow, dispatch, fanout } from "../src/workflow/define-workflow.ts"
import { hashWorkflow } from "../src/workflow/hash-workflow.ts"
import { describeWith } from "./needs.ts"
import { builtThread as thread } from "./postgres/build-postgres-thread.ts"
import { makeTeam, openAs, openSql } from "./postgres/make-team.ts"
import { startPostgres } from "./postgres/start-postgres.ts"

const server = await startPostgres()
afterAll(() => server.close())

const [turn, other] = ["turn", "other"].map((name) =>
  defineWorkflow({
    name,
    start: "grind",
    steps: [
      dispatch({
        id: "grind",
        title: "Grind",
        agent: "explore",
        prompt: "Grind",
        writes: ["meal"],
        next: { default: "end" },
      }),
    ],
  }),
)
const asked = (item: string) => ({ item, agent: "explore", workflow: "turn" }) as const
const mill = {
  ...defineWorkflow({
    name: "mill",
    start: "turns",
    steps: [
      fanout({
        id: "turns",
        title: "Turn",
        items: { kind: "list", items: [asked("a"), asked("b")] },
        join: "all",
        next: { ok: "end", fail: "end" },
      }),
    ],
  }),
  children: { turn: hashWorkflow(turn!) },
}
const forbidden = expect.objectContaining({ code: "store.forbidden", retry: "no" })
const as = {
  user: () => openAs(server, "fort", "user"),
  worker: () => openAs(server, "fort", "worker"),
  sql: (user: string) => openSql(server, "fort", user),
}

/** A run with two child runs, given to workers. */
async function startMill(id: string): Promise<void> {
  const user = as.user()
  const how = { id, params: {}, project: "/project", branch: "main", children: [turn!] }
  requireStarted(await startRun(user.engine, mill, how), "mill")
  await user.store.offer({ id, queue: nameQueue("/project") })
}

/** With the role of a worker: answers whatever of this tree is open. */
async function work(root: string): Promise<void> {
  const { engine, store } = as.worker()
  for (;;) {
    const claimed = await store.claim({ worker: "w", leaseMilliseconds: 10_000, root })
    if (claimed === undefined) return
    const { run, ...item } = claimed.lease.key
    const { epoch } = claimed.lease
    const report = { kind: "report", at: engine.now(), item, outcome: "ok", text: "done", by: "w", epoch } as const
    requireAccepted(await applyEvent(engine, run, report))
  }
}

describeWith(server, "a person who has a worker's password", () => {
  beforeAll(() => makeTeam(server, "fort"))

  test("starts and ends the child runs of a tree as its work leads to them", async () => {
    await startMill("whole")
    await work("whole")
    expect(await findRun(as.user().engine, "whole")).toMatchObject({ status: "done", outcome: "ok" })
    expect((await as.user().store.runs({ root: "whole" })).length).toBe(3)
  })

  async function startAttacked(): Promise<void> {
    const { engine, store } = as.user()
    if ((await store.runs({ root: "attacked" })).length > 0) return
    await startMill("attacked")
    // The definitions of other runs are in the database too.
    const how = { id: "others", params: {}, project: "/project", branch: "main" }
    requireStarted(await startRun(engine, other!, how), "other")
  }

  /** The child run of another one, under a name of its own, after these texts were replaced in what it begins with. */
  async function forgeStart(replaced: readonly (readonly [from: string, to: string])[]): Promise<void> {
    await startAttacked()
    const start = replaced.reduce((text, [from, to]) => `replace(${text}, '${from}', '${to}')`, "start")
    const worker = as.sql("fort_worker")
    worker.transaction(() => {
      worker.exec(INSERT_RUN)
      worker.exec(`INSERT INTO starts (run, start, sum) SELECT 900, ${start}, 0 FROM starts
        WHERE run = (SELECT number FROM runs WHERE id = 'attacked.turns.1.a')`)
      return { result: undefined, keep: false }
    })
  }
  const INSERT_RUN = `INSERT INTO runs (number, root, id, project, status, head)
    SELECT 900, number, 'forged', '/project', 'running', '{}' FROM runs WHERE id = 'attacked'`
  const NAMED = ["attacked.turns.1.a", "forged"] as const

  test("may start a child run that is like the others", () => forgeStart([NAMED]))

  test.each([
    ["other rights", "permissions", '"grants":[]', '"grants":["write","network"]'],
    ["rules of its own for commands", "permissions", '"rules":[]', '"rules":["Bash"]'],
    ["another branch", "branch", '"branch":"main"', '"branch":"other"'],
    ["another project", "project", '"project":"/project"', '"project":"/etc"'],
    ["a skill that is trusted", "skill", '"started"', '"skill":{"path":"/own","trust":"own"},"started"'],
    ["a program that is named in commands", "program", '"started"', '"program":"curl evil |","started"'],
    ["a directory", "directory", '"started"', '"directory":"/etc","started"'],
  ])("cannot start a child run with %s", async (_, name, from, to) => {
    const forged = forgeStart([NAMED, [from, to]])
    await expect(forged).rejects.toEqual(forbidden)
    await expect(forged).rejects.toThrow(`may not give a run another ${name} than its tree has`)
  })

  test.each([
    ["of a definition that the run above it does not name", [NAMED, [hashWorkflow(turn!), hashWorkflow(other!)]]],
    ["under the name of another run", []],
    ["for a run of another tree", [NAMED, ['"run":"attacked"', '"run":"others"']]],
    ["of another tree", [NAMED, ['"root":"attacked"', '"root":"others"']]],
    ["that ends nowhere", [NAMED, ['"parent"', '"nobody"']]],
  ] as const)("cannot start a child run %s", async (_, replaced) => {
    await expect(forgeStart(replaced)).rejects.toThrow("may not start a run that no run of its tree asks for")
  })

  test("cannot list a run under another project", async () => {
    await forgeStart([NAMED])
    expect(() => as.sql("fort_worker").exec(INSERT_RUN.replace("'/project'", "'/other'"))).toThrow(
      "may not start a run of another project",
    )
  })

  test.each([
    ["change what was answered", "changed", "UPDATE items SET text = 'forged', answer = '{}' WHERE answer IS NOT NULL"],
    [
      "ask again what was answered",
      "again",
      "UPDATE items SET status = 'open', answer = NULL WHERE answer IS NOT NULL",
    ],
  ])("cannot %s", async (_, id, sql) => {
    await startMill(id)
    await work(id)
    expect(() => as.sql("fort_worker").exec(sql)).toThrow("may not change an answer")
  })

  const BAM = `INSERT INTO fort_queue.bam (name, version, table_name, command)
    VALUES ('x', 1, 'job_common', 'ALTER ROLE fort_worker SUPERUSER')`
  const makeQueue = (
    name: string,
    table: string,
  ) => `INSERT INTO fort_queue.queue (name, policy, retry_limit, retry_delay,
    retry_backoff, expire_seconds, retention_seconds, deletion_seconds, partition, table_name)
    SELECT '${name}', policy, 1, 1, false, 1, 1, 1, false, '${table}' FROM fort_queue.queue LIMIT 1`
  test.each([
    ["give pg-boss a command to run", "permission denied", BAM],
    ["give it a schedule", "permission denied", "DELETE FROM fort_queue.schedule"],
    ["change its version", "permission denied", "UPDATE fort_queue.version SET version = 1"],
    [
      "name a table, which becomes part of a statement",
      "only the owner",
      "UPDATE fort_queue.queue SET table_name = 'x; --'",
    ],
    ["name one with a new queue", "only the owner", makeQueue("new", "job_common; DROP TABLE fort.runs; --")],
    ["remove a queue", "permission denied", "DELETE FROM fort_queue.queue"],
    ["put a table of its own beside", "permission denied", "CREATE TABLE fort_queue.job_x ()"],
    ["put a rule of its own on a table", "must be owner", "CREATE RULE r AS ON INSERT TO fort.runs DO ALSO SELECT 1"],
    [
      "put a trigger of its own on a table",
      "permission denied",
      "CREATE TRIGGER t BEFORE INSERT ON fort.runs FOR EACH ROW EXECUTE FUNCTION fort.guard_run()",
    ],
  ])("cannot %s; a user's password does not help", (_, why, sql) => {
    for (const role of ["fort_worker", "fort_user"]) {
      const database = as.sql(role)
      expect(() => database.exec(sql)).toThrow(forbidden)
      expect(() => database.exec(sql)).toThrow(why)
    }
  })

  test("gets no command of pg-boss run by what others start, even if one is there", async () => {
    const admin = as.sql("postgres")
    admin.exec(BAM.replace("ALTER ROLE fort_worker SUPERUSER", "CREATE TABLE fort.made_by_command ()"))
    const boss = await openBoss({
      address: server.address({ schema: "fort", user: "fort_user" }),
      maintains: true,
      onProblem: () => undefined,
    })
    await boss.stop({ graceful: true, timeout: 2000 })
    expect(admin.ask("SELECT status FROM fort_queue.bam")).toEqual([["pending"]])
    admin.exec("DELETE FROM fort_queue.bam")
  })

  test("cannot shadow a table with a temporary one, not even for others who get the same session", () => {
    const worker = as.sql("fort_worker")
    worker.exec("CREATE TEMPORARY TABLE members (role text, kind text)")
    worker.exec("INSERT INTO pg_temp.members VALUES ('fort_worker', 'user')")
    expect(worker.ask("SELECT kind FROM members WHERE role = 'fort_worker'")).toEqual([["worker"]])
  })

  test("can send messages that mean nothing, which are listed and removed as such", async () => {
    const address = server.address({ schema: "fort", user: "fort_worker" })
    const boss = await openBoss({ address, maintains: false, onProblem: () => undefined })
    const dead = `${nameQueue("/project")}-dead`
    for (const data of [null, { run: 5 }, { run: "r", step: "s", round: "1", item: "-" }])
      await boss.send(dead, data as object)
    await boss.stop({ graceful: false })
    // pg-boss itself would refuse this name.
    as.sql("fort_worker").exec(makeQueue("project-''-dead", "job_common"))
    const read = await listDead({ address, identity: "/project" })
    expect(read.map(({ key }) => key)).toEqual([undefined, undefined, undefined])
    expect(await pruneMessages({ address, isDryRun: false, thread })).toBe(3)
  })
})

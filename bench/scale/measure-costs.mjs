// What the server does for a fleet of workers: the processor time of each kind of request, all its processes together.
import fs from "node:fs"
import os from "node:os"
import path from "node:path"
import pg from "pg"
import { connect, openProject, startToy } from "./measure-workers.mjs"
import { startWorker } from "./processes.mjs"

/** In milliseconds of processor time of the server for one of each, except where it says otherwise. */
export async function measureCosts(at, { fleet, log }) {
  const { server, skillet, queue } = at
  const address = `${server.url}?schema=costs`
  const runs = await openProject(at, address)
  const { store } = runs.engine
  const cpu = readServerTime(server)
  const costs = {}
  const note = (name, value) => {
    costs[name] = Number(value.toPrecision(3))
    log(`${name}: ${costs[name]}`)
  }
  const client = await connect(server)
  await client.query("SET search_path TO costs")
  const version = (await client.query("SELECT split_part(version(), ' on ', 1) AS version")).rows[0].version
  const boss = await skillet.openBoss({ address, maintains: false, onProblem: () => undefined })
  try {
    const each = async (name, count, act) => {
      await act(-1)
      const before = cpu()
      for (let n = 0; n < count; n++) await act(n)
      note(name, (cpu() - before) / count)
    }
    note("connection", await measureConnections(server, cpu))
    await each("emptyFetch", 2000, () => boss.fetch(queue))
    await each("supervision", 50, () => boss.supervise())
    await each("trip", 2000, () => client.query("SELECT pg_try_advisory_lock(1), pg_advisory_unlock(1)"))
    for (const [name, steps] of [
      ["dispatch", 1],
      ["nextStep", 9],
    ]) {
      const took = await measureDispatches(at, { steps, cpu, address })
      note(name, name === "dispatch" ? took : (10 * took - costs.dispatch) / 9)
    }
    await boss.insert(
      queue,
      Array.from({ length: 10_000 }, () => ({ data: {} })),
    )
    await each("fullFetch", 1000, () => boss.fetch(queue))
    await boss.deleteAllJobs(queue)
    await client.query("VACUUM ANALYZE")
    await each("sweep", 200, async () => {
      await store.listUntold(queue)
      await store.listWaiting(queue)
    })
    await each("ledgerEntry", 300, async (n) => {
      const row = { id: `entry-${n}`, driver: "entry", at: 1 }
      for (const kind of ["want", "start", "end"]) await store.ledger.add({ ...row, kind })
    })
    note("commitsPerSecond", await measureCommits(server, "SELECT 1"))
    note("tellingCommitsPerSecond", await measureCommits(server, "SELECT pg_notify('nobody', '')"))
    const idle = await measureIdle(at, { cpu, address })
    note("idleSecond", idle.second)
    note("sharedSecond", idle.shared)
    note("connectionsOfWorker", idle.connections)
    await each("renew", 1000, () =>
      store.renew({ key: { run: "-", step: "-", round: 1, item: "-" }, epoch: 1, worker: "-" }),
    )
    for (const sessions of [0, Math.floor(fleet / 10), fleet]) {
      const held = await holdSessions({ server, client, skillet, runs }, sessions)
      try {
        const name = sessions === 0 ? "look" : `lookWith${sessions}`
        await each(name, 100, () => store.recover())
        await each(`notifyTo${sessions}`, 100, () => client.query("SELECT pg_notify('bench', 'x')"))
        if (sessions > 0) note(`memoryOf${sessions}`, readServerMemory(server) / sessions)
      } finally {
        await held.close()
      }
    }
    for (const asking of [10, fleet]) {
      await client.query("DELETE FROM asks")
      await client.query(
        "INSERT INTO asks (id, driver, wanted, seen) SELECT 'a' || n, 'bench', 1, 9e15::bigint FROM generate_series(1, $1::int) n",
        [asking],
      )
      await client.query("ANALYZE asks")
      await each(`ledgerOf${asking}`, 100, () => store.ledger.read("bench"))
      await each(`roomOf${asking}`, 500, () => store.ledger.countUnfinished("bench"))
    }
  } finally {
    await boss.stop({ graceful: false })
    await client.end()
    await runs.close()
  }
  const cpus = new Set(os.cpus().map(({ model }) => model))
  return { server: `${version}, ${os.cpus().length} processors (${[...cpus].join(", ")})`, costs }
}

/** With the agent that takes no time: one message for each run, and as many steps. */
async function measureDispatches(at, { steps, cpu, address }) {
  const { skillet, cwd, server, queue } = at
  const runs = await openProject(at, address)
  const client = await connect(server)
  const worker = await startWorker("skillet-worker.mjs", { address, cwd, concurrency: 4 })
  const count = 150
  try {
    const ids = []
    for (let n = 0; n < count; n++) ids.push(await startToy(skillet, runs, steps === 1 ? 1 : 10))
    const before = cpu()
    for (const id of ids) await runs.engine.store.offer({ id, queue })
    const running = "SELECT count(*) FROM costs.runs WHERE status = 'running'"
    while (Number((await client.query(running)).rows[0].count) > 0) await pause(100)
    return (cpu() - before) / count / (steps === 1 ? 1 : 10)
  } finally {
    await worker.stop()
    await client.end()
    await runs.close()
  }
}

/** How many transactions can be stored in a second, by eight clients at once. */
async function measureCommits(server, sql) {
  const clients = await Promise.all(Array.from({ length: 8 }, () => connect(server)))
  const until = performance.now() + 2000
  let count = 0
  await clients[0].query("CREATE TABLE IF NOT EXISTS costs.commits (n int)")
  await Promise.all(
    clients.map(async (client) => {
      while (performance.now() < until) {
        await client.query(`BEGIN; INSERT INTO costs.commits VALUES (1); ${sql}; COMMIT`)
        count++
      }
    }),
  )
  await Promise.all(clients.map((client) => client.end()))
  return count / 2
}

/** Workers that have nothing to do, and what each has open. Some of it one of them does for all. */
async function measureIdle({ cwd, server }, { cpu, address }) {
  const client = await connect(server)
  const connections = async () => Number((await client.query(COUNT)).rows[0].count)
  const workers = []
  const seconds = []
  let first = 0
  for (const count of [0, 1, 5]) {
    while (workers.length < count)
      workers.push(await startWorker("skillet-worker.mjs", { address, cwd, concurrency: 4 }))
    await pause(12_000)
    if (count === 1) first = await connections()
    const from = cpu()
    await pause(20_000)
    seconds.push((cpu() - from) / 20)
  }
  const used = ((await connections()) - first) / 4
  await Promise.all(workers.map((one) => one.stop()))
  await client.end()
  const [none, one, five] = seconds
  const second = (five - one) / 4
  return { second, connections: used, shared: one - none - second }
}

function pause(milliseconds) {
  return new Promise((go) => setTimeout(go, milliseconds))
}

const COUNT = "SELECT count(*) FROM pg_stat_activity WHERE backend_type = 'client backend'"

async function measureConnections(server, cpu) {
  const before = cpu()
  const all = []
  for (let n = 0; n < 50; n++) all.push(await connect(server))
  const took = (cpu() - before) / 50
  await Promise.all(all.map((one) => one.end()))
  return took
}

/** Sessions of workers: each holds its lock, listens, and has one dispatch. */
async function holdSessions({ server, client, skillet, runs }, count) {
  const clients = []
  for (let n = 0; n < count; n++) {
    const one = new pg.Client({ connectionString: server.url })
    await one.connect()
    await one.query("SET search_path TO costs; LISTEN bench")
    await one.query("SELECT pg_try_advisory_lock(hashtextextended(current_schema() || '/worker/' || $1, 0))", [`w${n}`])
    clients.push(one)
    const id = await startToy(skillet, runs, 1)
    await client.query(
      "UPDATE items SET status = 'leased', worker = $2, boot = 'session', until = 9e15::bigint, lasts = 9e15::bigint WHERE run = (SELECT number FROM runs WHERE id = $1)",
      [id, `w${n}`],
    )
  }
  return {
    close: () => Promise.all(clients.map((one) => one.end())),
  }
}

function listProcesses({ folder }) {
  const postmaster = fs.readFileSync(path.join(folder, "data/postmaster.pid"), "utf8").split("\n")[0]
  const children = fs.readFileSync(`/proc/${postmaster}/task/${postmaster}/children`, "utf8").trim().split(" ")
  return [postmaster, ...children.filter((pid) => pid !== "")]
}

/** Processes that end take their time with them, so what they had is kept. */
function readServerTime(server) {
  const known = new Map()
  return () => {
    for (const pid of listProcesses(server)) {
      try {
        known.set(pid, Number(fs.readFileSync(`/proc/${pid}/schedstat`, "utf8").split(" ")[0]) / 1e6)
      } catch (error) {
        if (error.code !== "ENOENT" && error.code !== "ESRCH") throw error
      }
    }
    return [...known.values()].reduce((sum, one) => sum + one, 0)
  }
}

/** In megabytes, what is shared counted once. */
function readServerMemory(server) {
  const sizes = listProcesses(server).map((pid) => {
    const said = fs.readFileSync(`/proc/${pid}/smaps_rollup`, "utf8")
    return [...said.matchAll(/^Private_(?:Clean|Dirty):\s+(\d+)/gm)].reduce((sum, [, kb]) => sum + Number(kb), 0)
  })
  return sizes.reduce((sum, one) => sum + one, 0) / 1024
}

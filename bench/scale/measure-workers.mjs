import { setTimeout as sleep } from "node:timers/promises"
import pg from "pg"
import { median, runToEnd, startWorker } from "./processes.mjs"
import { makeToy, STEPS } from "./toy.mjs"

/** Runs in a second and the latency of a step, with this many workers, through Skillet's store and messages. */
export async function measureSkillet(at, { workers, count, concurrency }) {
  const { skillet, cwd, server } = at
  const address = `${server.url}?schema=w${workers}`
  const runs = await openProject(at, address)
  const client = await connect(server)
  const started = []
  try {
    for (let n = 0; n < workers; n++)
      started.push(await startWorker("skillet-worker.mjs", { address, cwd, concurrency }))
    await doOne()
    const ids = []
    for (let n = 0; n < count; n++) ids.push(await startToy(skillet, runs))
    const tripsBefore = await runs.engine.store.trips()
    const began = performance.now()
    for (const id of ids) await offer(id)
    await untilNone(`SELECT count(*) FROM w${workers}.runs WHERE status = 'running'`)
    const took = performance.now() - began
    const alone = []
    for (let n = 0; n < 10; n++) alone.push((await doOne()) / STEPS)
    return { took, alone, offerTrips: ((await runs.engine.store.trips()) - tripsBefore) / count }
  } finally {
    await Promise.all(started.map((one) => one.stop()))
    await client.end()
    await runs.close()
  }

  async function doOne() {
    const id = await startToy(skillet, runs)
    const from = performance.now()
    await offer(id)
    await untilNone(`SELECT count(*) FROM w${workers}.runs WHERE status = 'running'`)
    return performance.now() - from
  }

  function offer(id) {
    return runs.engine.store.offer({ id, queue: at.queue })
  }

  async function untilNone(sql) {
    while (Number((await client.query(sql)).rows[0].count) > 0) await sleep(5)
  }
}

/** The same with DBOS and its queue, on the same server. */
export async function measureDbos({ server }, { workers, count, concurrency }) {
  const { DBOSClient } = await import("@dbos-inc/dbos-sdk")
  const name = `dbos_${workers}`
  const admin = await connect(server)
  await admin.query(`CREATE DATABASE ${name}`)
  await admin.end()
  const address = server.url.replace(/postgres$/, name)
  const started = []
  for (let n = 0; n < workers; n++) started.push(await startWorker("dbos-worker.mjs", { address, concurrency }))
  const client = await DBOSClient.create({ systemDatabaseUrl: address })
  const sql = await connect({ url: address })
  const enqueue = () =>
    client.enqueue({ workflowName: "toy", queueName: "bench", appVersion: "1", applicationName: "bench" })
  const done = async (many) => {
    const ask = "SELECT count(*) FROM dbos.workflow_status WHERE status = 'SUCCESS' AND name = 'toy'"
    while (Number((await sql.query(ask)).rows[0].count) < many) await sleep(5)
  }
  try {
    let all = 0
    const doOne = async () => {
      const from = performance.now()
      await enqueue()
      await done(++all)
      return performance.now() - from
    }
    await doOne()
    const began = performance.now()
    for (let n = 0; n < count; n++) await enqueue()
    all += count
    await done(all)
    const took = performance.now() - began
    const alone = []
    for (let n = 0; n < 10; n++) alone.push((await doOne()) / STEPS)
    return { took, alone }
  } finally {
    await Promise.all(started.map((one) => one.stop("SIGKILL")))
    await sql.end()
    await client.destroy()
  }
}

/** One process, and a file. */
export async function measureFile({ cwd, file }, { count, concurrency }) {
  return runToEnd("file-process.mjs", { file, cwd, count, concurrency })
}

/** How long after a worker was killed another one asks what it had asked. */
export async function measureResume(at, rounds) {
  const { skillet, cwd, server } = at
  const times = []
  for (let round = 0; round < rounds; round++) {
    const address = `${server.url}?schema=k${round}`
    const runs = await openProject(at, address)
    const setting = { address, cwd, concurrency: 1, tells: true }
    const victim = await startWorker("skillet-worker.mjs", { ...setting, slow: 60_000 })
    const id = await startToy(skillet, runs)
    await runs.engine.store.offer({ id, queue: at.queue })
    while (victim.heard.length === 0) await sleep(5)
    const heir = await startWorker("skillet-worker.mjs", setting)
    const killed = Date.now()
    await victim.stop("SIGKILL")
    while (heir.heard.length === 0) await sleep(5)
    times.push(heir.heard[0].at - killed)
    await heir.stop()
    await runs.close()
  }
  return { median: median(times), most: Math.max(...times) }
}

export async function connect({ url }) {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  return client
}

export async function openProject({ skillet, cwd, queue }, address) {
  const runs = await skillet.openRuns({ cwd, env: { ...process.env, HOME: cwd, SKILLET_DB: address } })
  const boss = await skillet.openBoss({ address, maintains: false, onProblem: () => undefined })
  await skillet.prepareQueue(boss, queue)
  await boss.stop({ graceful: false })
  return runs
}

export async function startToy({ startRun }, runs, steps = STEPS) {
  const id = runs.newId()
  const { project, directory } = runs
  const started = await startRun(runs.engine, makeToy(steps), { id, params: {}, project, directory, branch: "" })
  if (started.kind !== "applied") throw new Error(JSON.stringify(started))
  return id
}

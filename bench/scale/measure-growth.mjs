import { connect, openProject, startToy } from "./measure-workers.mjs"
import { median } from "./processes.mjs"

const TRIES = 20

/** What a claim costs, and how the server finds it, with more and more runs that wait. */
export async function measureGrowth(at, sizes) {
  const { server, skillet } = at
  const address = `${server.url}?schema=growth`
  const runs = await openProject(at, address)
  const { store } = runs.engine
  const client = await connect(server)
  await client.query("SET search_path TO growth")
  const rows = []
  let filled = 0
  try {
    for (const size of sizes) {
      await fill(client, filled, size)
      filled = size
      await client.query("ANALYZE runs; ANALYZE items")
      const own = []
      for (let n = 0; n < 2 * TRIES; n++) own.push(await startToy(skillet, runs))
      const byKey = []
      for (const id of own.slice(0, TRIES))
        byKey.push(await timed(() => claim({ key: { run: id, step: "step-1", round: 1, item: "-" } })))
      const byRoot = []
      for (const id of own.slice(TRIES)) byRoot.push(await timed(() => claim({ root: id })))
      const looked = []
      for (let n = 0; n < 5; n++) looked.push(await timed(() => store.recover()))
      const plan = await client.query(PLAN, [own[0]])
      rows.push({
        size,
        byKey: median(byKey),
        byRoot: median(byRoot),
        recover: median(looked),
        plan: plan.rows.map((row) => row["QUERY PLAN"]),
      })
    }
  } finally {
    await client.end()
    await runs.close()
  }
  return rows

  async function claim(wanted) {
    const claimed = await store.claim({ worker: "bench", leaseMilliseconds: 3_600_000, ...wanted })
    if (claimed === undefined) throw new Error("nothing was claimed")
  }
}

const PLAN = `EXPLAIN SELECT run, round, step, item FROM items WHERE place IS NOT NULL AND (until IS NULL OR until <= 1)
  AND root = (SELECT number FROM runs WHERE id = $1) ORDER BY place LIMIT 1 FOR UPDATE SKIP LOCKED`

/** Rows of runs that wait. They are never read, only passed over. */
async function fill(client, from, to) {
  await client.query(
    `INSERT INTO runs (number, id, workflow, project, root, status, asks, items, seq, head, sum)
    SELECT -n, 'filler-' || n, 'bench-toy', '/other', -n, 'running', 0, 1, 1, '{}', 0 FROM generate_series($1::int, $2::int) AS n`,
    [from + 1, to],
  )
  await client.query(
    `INSERT INTO items (run, step, round, item, made, root, agent, status, claimable, epoch, tried, place, request)
    SELECT -n, 'step-1', 1, '-', 1, -n, 'developer', 'open', 1, 0, 0, nextval('items_place'), '{}' FROM generate_series($1::int, $2::int) AS n`,
    [from + 1, to],
  )
}

async function timed(act) {
  const from = performance.now()
  await act()
  return performance.now() - from
}

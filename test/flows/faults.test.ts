import { spawnSync } from "node:child_process"
import fs from "node:fs"
import { createRequire } from "node:module"
import { expect, test } from "vitest"
import { SkilletError } from "../../src/problem/failure.ts"
import { type Workshop, workshop } from "./driven/lives.ts"
import { outcomeOf, progressIn } from "./driven/run-state.ts"
import { cli } from "./run-cli.ts"

const Database = createRequire(import.meta.url)("libsql")

/** A run at its first step, and the report that moves it on. */
function atWork(shop: Workshop) {
  const run = shop.start(["mill"])
  return { run, words: ["run", "report", run, "--step", "survey", "--output", "-", "--json"], input: "- alpha\n- beta" }
}

function failed({ code, out, err }: { readonly code: number | null; readonly out: string; readonly err: string }) {
  return { code, out, said: /code (\S+?),? ?(try again later)?\n/.exec(err)?.slice(1) ?? err }
}

test("while another process holds the database, a report waits, says so, and nothing is half done", async () => {
  const shop = workshop()
  const { run, words, input } = atWork(shop)
  const before = await progressIn(shop.database, run)
  const other = new Database(shop.database)
  other.exec("BEGIN IMMEDIATE")
  expect(failed(shop.run(words, { input }))).toEqual({
    code: 1,
    out: "",
    said: ["store.busy", "try again later"],
  })
  other.exec("ROLLBACK")
  other.close()
  expect(await progressIn(shop.database, run)).toEqual(before)
  expect(shop.run(words, { input }).code).toBe(0)
}, 60_000)

test("if files cannot grow, a report of any size fails, and it succeeds once they can", async () => {
  const shop = workshop()
  const { run, words } = atWork(shop)
  const before = await progressIn(shop.database, run)
  for (const kilobytes of [4, 64, 600, 3000]) {
    const input = `- alpha\n- beta\n\n${"x".repeat(kilobytes * 1024)}`
    const line = 'trap "" XFSZ; ulimit -f "$1"; shift; exec "$@"'
    const limit = String(Math.max(8, Math.floor(kilobytes / 2)))
    const ran = spawnSync("bash", ["-c", line, "-", limit, process.execPath, cli, ...words], {
      cwd: shop.project,
      env: shop.env,
      input,
      encoding: "utf8",
    })
    const told = failed({ code: ran.status, out: ran.stdout, err: ran.stderr })
    expect(told, `${kilobytes} KiB`).toEqual({
      code: 1,
      out: "",
      said: [expect.stringMatching(/^store\.(full|io)$/), expect.anything()],
    })
    expect(await progressIn(shop.database, run)).toEqual(before)
  }
  expect(shop.run(words, { input: "- alpha\n- beta" }).code).toBe(0)
}, 60_000)

test("a damaged database is reported as such, and never gives a wrong answer", async () => {
  const shop = workshop()
  const { run, words, input } = atWork(shop)
  shop.run(words, { input })
  const expected = JSON.stringify(await outcomeOf(shop.database, run, shop.project))
  new Database(shop.database).exec("PRAGMA wal_checkpoint(TRUNCATE)")
  const whole = fs.readFileSync(shop.database)
  let told = 0
  for (let turn = 0; turn < 24; turn++) {
    const bytes = Buffer.from(whole)
    const at = Math.floor((turn / 24) * bytes.length)
    bytes.fill(0xa5, at, at + 64)
    for (const beside of ["-wal", "-shm"]) fs.rmSync(`${shop.database}${beside}`, { force: true })
    fs.writeFileSync(shop.database, bytes)
    const read = outcomeOf(shop.database, run, shop.project)
    expect([expected, "store.damaged"], `bytes from ${at}`).toContain(await read.then(JSON.stringify, codeOf))
    const ran = shop.run(["run", "report", run, "--step", "look", "--item", "1", "--output", "-", "--json"], {
      input: "seen",
    })
    if (ran.code === 0) expect(JSON.parse(ran.out), `bytes from ${at}`).toMatchObject({ run, step: "look", round: 1 })
    else expect(failed(ran), `bytes from ${at}`).toEqual({ code: 1, out: "", said: ["store.damaged", undefined] })
    if (ran.code !== 0) told++
  }
  expect(told).toBeGreaterThan(2)
}, 120_000)

function codeOf(error: unknown): string {
  return error instanceof SkilletError ? error.code : String(error)
}

test("a file that is not a database is refused and left unchanged", () => {
  const shop = workshop()
  fs.mkdirSync(shop.at("state"), { recursive: true })
  fs.writeFileSync(shop.database, "These are my notes, not a database. ".repeat(100))
  const before = fs.readFileSync(shop.database, "utf8")
  const { code, out, err } = shop.run(["run", "list"])
  expect(failed({ code, out, err })).toMatchObject({ code: 1, out: "", said: ["store.damaged", undefined] })
  expect(fs.readFileSync(shop.database, "utf8")).toBe(before)
})

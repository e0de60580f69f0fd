import { setTimeout as sleep } from "node:timers/promises"
import { expect, test } from "vitest"
import { type Life, type Noted, type Workshop, workshop } from "./driven/lives.ts"
import { answersIn, outcomeOf, provesIn } from "./driven/run-state.ts"

const isLong = Number(process.env["SKILLET_KILLS"] ?? 0) > 100
const LEASE = 400

test("four processes drive one run, stopped at random and one of them killed: every step and item counts once", async () => {
  const shop = workshop()
  const start = ["mill", "--param", "hands=24"]
  const undisturbed = shop.start(start)
  expect(await shop.byProgram(undisturbed, { atOnce: 8 }).ended).toMatchObject({ code: 0 })
  const expected = await outcomeOf(shop.database, undisturbed, shop.project)
  for (let round = 0; round < (isLong ? 20 : 1); round++) {
    const run = shop.start(start)
    const lives = [1, 2, 3, 4].map(() => shop.byProgram(run, { lease: LEASE, atOnce: 3, slow: [10, 200] }))
    const stops = await disturb(lives)
    const endings = await Promise.all(lives.map(({ ended }) => ended))
    expect(endings.map(({ code, signal, err }) => ({ code, signal, err }))).toEqual([
      { code: null, signal: "SIGKILL", err: "" },
      ...Array(3).fill({ code: 0, signal: null, err: "" }),
    ])
    expect(stops).toBeGreaterThan(5)
    expect(twice(shop.notes().filter((note) => note.run?.startsWith(run)))).toEqual([])
    expect(await outcomeOf(shop.database, run, shop.project)).toEqual(expected)
    expect(await provesIn(shop.database, run)).toBe(true)
  }
}, 900_000)

test("the answer of a worker that was stopped until it lost its lease is refused", async () => {
  const shop = workshop()
  const run = shop.start(["mill"])
  const key = `${run}/survey/1/-`
  const sleeper = shop.byProgram(run, { lease: LEASE, atOnce: 1, slow: [300, 300] })
  await until(shop, ({ kind, life }) => kind === "asked" && life === sleeper.life)
  sleeper.child.kill("SIGSTOP")
  const other = shop.byProgram(run, { lease: LEASE, atOnce: 1, slow: [1500, 1500] })
  await until(shop, ({ kind, life }) => kind === "asked" && life === other.life)
  sleeper.child.kill("SIGCONT")
  await until(shop, ({ kind, life }) => kind === "lease-lost" && life === sleeper.life)
  expect((await answersIn(shop.database, run)).has(key)).toBe(false)
  await until(shop, ({ kind, life }) => kind === "committed" && life === other.life)
  for (const { child } of [sleeper, other]) child.kill("SIGKILL")
  await Promise.all([sleeper.ended, other.ended])

  const asked = shop.notes().filter((note) => note.kind === "asked" && note.key === key)
  expect(asked.map(({ life }) => life)).toEqual([sleeper.life, other.life])
  expect((await answersIn(shop.database, run)).get(key)).toContain(`<by ${asked[1]?.by}>`)
}, 60_000)

/** Stops and continues processes at random until it is time to kill the first one; then lets the others finish. */
async function disturb(lives: readonly Life[]): Promise<number> {
  const [victim] = lives
  let stops = 0
  const isOver = () => lives.slice(1).every(({ child }) => child.exitCode !== null)
  for (let turn = 0; !isOver() && turn < 40; turn++) {
    await sleep(50 + Math.random() * 200)
    const { child } = lives[Math.floor(Math.random() * lives.length)] ?? lives[0]!
    if (turn === 8) victim?.child.kill("SIGKILL")
    if (child.exitCode !== null || child.signalCode !== null) continue
    child.kill("SIGSTOP")
    stops++
    setTimeout(() => child.kill("SIGCONT"), Math.random() * LEASE * 3)
  }
  return stops
}

/** Answers that were reported as committed more than once. */
function twice(notes: readonly Noted[]): readonly string[] {
  const told = notes.flatMap(({ kind, results = [] }) => (kind === "committed" ? results : []))
  return told.filter((key, at) => told.indexOf(key) !== at)
}

async function until(shop: Workshop, holds: (note: Noted) => boolean): Promise<void> {
  for (let turn = 0; turn < 600; turn++) {
    if (shop.notes().some(holds)) return
    await sleep(20)
  }
  throw new Error(`it never happened: ${JSON.stringify(shop.notes())}`)
}

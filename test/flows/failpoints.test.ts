import { expect, test } from "vitest"
import { anomaliesOf } from "./driven/kill-loop.ts"
import { type Workshop, workshop } from "./driven/lives.ts"
import { answersIn, outcomeOf, progressIn, provesIn } from "./driven/run-state.ts"

/** With `npm run test:long`, every failpoint is tried in every way at every commit. */
const isLong = Number(process.env["SKILLET_KILLS"] ?? 0) > 100

const unmoved = ["before:commit:1", "during:commit:1", "before:claim:1", "after:claim:1"]
const ways = ["kill", "throw"] as const

/** At commit number `at` of a run, these failpoints are tried before the commit goes through. */
function pointsAt(at: number): readonly string[] {
  const all = unmoved.flatMap((point) => ways.map((way) => `${point}=${way}`))
  return isLong ? all : ["before:commit:1=kill", "during:commit:1=kill", all[at % all.length] ?? ""]
}

test("a run killed or failing before, in or after any commit or claim is as it was before or after, never between", async () => {
  const shop = workshop()
  const undisturbed = shop.start(["mill"])
  expect(await shop.byProgram(undisturbed, { atOnce: 1 }).ended).toMatchObject({ code: 0, err: "" })
  const expected = await outcomeOf(shop.database, undisturbed, shop.project)
  const run = shop.start(["mill"])
  let tried = 0
  for (let at = 0; ; at++) {
    const before = await progressIn(shop.database, run)
    if (before.find(({ id }) => id === run)?.status !== "running") break
    for (const point of pointsAt(at)) {
      await liveUntil(shop, run, point)
      tried++
      expect(await progressIn(shop.database, run), point).toEqual(before)
    }
    await liveUntil(shop, run, `after:commit:1=${ways[at % 2]}`)
    tried++
    const after = await progressIn(shop.database, run)
    const moved = after.filter(({ id, seq }) => seq !== before.find((one) => one.id === id)?.seq)
    expect(moved.length, `after commit ${at}`).toBeGreaterThan(0)
    for (const { id, seq } of moved) expect(seq).toBe((before.find((one) => one.id === id)?.seq ?? 0) + 1)
    expect(await provesIn(shop.database, run)).toBe(true)
  }
  expect(tried).toBeGreaterThan(isLong ? 120 : 50)
  expect(await outcomeOf(shop.database, run, shop.project)).toEqual(expected)
}, 900_000)

async function liveUntil(shop: Workshop, run: string, point: string): Promise<void> {
  const before = await answersIn(shop.database, run)
  const life = shop.byProgram(run, { atOnce: 1, slow: [0, 1] }, { SKILLET_FAILPOINT: point })
  const { code, signal, err } = await life.ended
  if (point.endsWith("kill"))
    expect({ code, signal, point, err }).toEqual({ code: null, signal: "SIGKILL", point, err: "" })
  else expect({ code, point, err }).toEqual({ code: 1, point, err: expect.stringContaining(`failpoint ${point}`) })
  const after = await answersIn(shop.database, run)
  expect(anomaliesOf(shop.notes(), life, { before, after }), point).toEqual([])
}

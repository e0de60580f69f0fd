import { expect, test } from "vitest"
import { killLoop, type Tally } from "./driven/kill-loop.ts"
import { workshop } from "./driven/lives.ts"
import { outcomeOf } from "./driven/run-state.ts"

/** How many times drivers are killed; `npm run test:long` sets a thousand. */
const KILLS = Number(process.env["SKILLET_KILLS"] ?? 30)

test.each([
  { start: ["mill"], share: 0.7 },
  { start: ["planner", "--param", "task=repair it"], share: 0.3 },
])(
  "a run of $start.0 whose drivers are killed at any moment ends like an undisturbed one",
  async (given) => {
    const shop = workshop()
    const undisturbed = shop.start(given.start)
    expect(await shop.byCommand(undisturbed).ended).toMatchObject({ code: 0 })
    const expected = await outcomeOf(shop.database, undisturbed, shop.project)

    const tally = await killLoop({ shop, kills: Math.round(KILLS * given.share), ...given })

    console.log(summaryOf(given.start[0] ?? "", tally))
    expect(tally.anomalies).toEqual([])
    for (const outcome of tally.outcomes) expect(outcome).toEqual(expected)
  },
  KILLS * 10_000 + 60_000,
)

/** The longest time is printed but not limited, because machines that run tests are slow for their own reasons. */
function summaryOf(workflow: string, { kills, runs, resumed }: Tally): string {
  const [longest = 0] = resumed.toSorted((a, b) => b - a)
  return `${workflow}: ${kills} kills in ${runs} runs; at work again ${longest} ms after the start, at most`
}

import { expect, test } from "vitest"
import { findFaults } from "./fleet/find-faults.ts"
import { type Decisions, decisions } from "./fleet/fleet-decisions.ts"
import { simulateFleet } from "./fleet/simulate-fleet.ts"
import { drawFleet, makeIdleFleet, makeLimitedFleet } from "./fleet/small-fleets.ts"

const SEEDS = Number(process.env["SKILLET_FLEET_SEEDS"] ?? 200)

test("whatever happens to a fleet, its dispatches are answered once, in time, within limits, and the server is left alone", () => {
  const seen = { resumed: 0, limited: 0, inLine: 0, restarted: 0 }
  for (let seed = 1; seed <= SEEDS; seed++) {
    const plan = drawFleet(seed)
    const one = simulateFleet(plan)
    expect(findFaults(plan, one), `seed ${seed}`).toEqual([])
    seen.resumed += one.resumed.length
    seen.limited += Number(one.mostAsking === plan.limit)
    seen.inLine += Number(one.mostInLine > 0)
    seen.restarted += one.back.length
  }
  // What never happened was not tried.
  for (const count of Object.values(seen)) expect(count).toBeGreaterThan(SEEDS / 20)
})

const never: ReturnType<Decisions["openTrouble"]> = { report() {}, overcome() {}, limit: () => 0 }

test.each<[string, Partial<Decisions>, RegExp]>([
  ["nobody is taken for lost", { isLost: () => false }, /never answered/],
  ["a lease never ends", { mayClaim: ({ until }) => until === undefined || until === 0 }, /never answered/],
  ["a worker in trouble never takes work again", { openTrouble: () => never }, /never answered/],
  [
    "a worker has any number of slots",
    { mayKeepSlot: () => true, mayOpenSlot: ({ idle }) => idle === 0 },
    /one worker had/,
  ],
  ["the items of a large fan-out come one after the other", { choosePriority: () => 0 }, /place . of run .+ waited/],
  ["a worker follows its run to the end", { mayGoOn: () => true }, /waited/],
  ["every worker that wants to ask an agent may", { decideAdmission: () => ({ kind: "go" }) }, /agents worked/],
  ["dead workers are looked for once in a minute", { rounds: { ...decisions.rounds, look: 60_000 } }, /after a kill/],
  ["one worker has the turn for good", { findTurn: () => 0 }, /after a kill|never answered/],
  ["sessions say nothing", { mayJudgeSessions: () => false }, /after a kill/],
  ["workers poll without a pause", { chooseFetchPace: () => ({ unheard: 200, heard: 200 }) }, /polled after/],
  ["every worker looks for dead ones for itself", { findTurn: (now) => now }, /looks for dead workers in one second/],
])("it is noticed if %s", (_, broken, fault) => {
  const found = new Set<string>()
  for (let seed = 1; seed <= SEEDS; seed++) {
    const plan = drawFleet(seed, { ...decisions, ...broken })
    for (const one of findFaults(plan, simulateFleet(plan))) found.add(one)
    if ([...found].some((one) => fault.test(one))) break
  }
  expect([...found].find((one) => fault.test(one)) ?? [...found]).toMatch(fault)
})

test("a message wakes some of many workers, and few of them wait for an agent that is busy", () => {
  const count = (broken: Partial<Decisions>) => {
    const own = { ...decisions, ...broken }
    const { mostWoken } = simulateFleet(makeIdleFleet(1, own))
    const { mostInLine } = simulateFleet(makeLimitedFleet(1, own))
    return { mostWoken, mostInLine }
  }
  const own = count({})
  expect(own.mostWoken).toBeLessThan(100)
  expect(own.mostInLine).toBeLessThan(40)
  const broken = count({ mayListen: () => true, decideRoom: ({ concurrency }) => concurrency })
  expect(broken.mostWoken).toBeGreaterThan(250)
  expect(broken.mostInLine).toBeGreaterThan(180)
})

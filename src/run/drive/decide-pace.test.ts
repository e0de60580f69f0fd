import { expect, test } from "vitest"
import {
  chooseFetchPace,
  chooseFirst,
  chooseRenewal,
  chooseSupervision,
  findTurn,
  LISTENERS,
  mayListen,
} from "./decide-pace.ts"

test("all of a few workers listen, and about as many of a thousand", () => {
  expect(mayListen({ workers: LISTENERS, chance: 0.999 })).toBe(true)
  expect(mayListen({ workers: 2 * LISTENERS, chance: 0.499 })).toBe(true)
  expect(mayListen({ workers: 2 * LISTENERS, chance: 0.5 })).toBe(false)
  expect(mayListen({ workers: 1000, chance: 0.015 })).toBe(true)
  expect(mayListen({ workers: 1000, chance: 0.017 })).toBe(false)
})

test("who does not hear of messages polls twice a second, and once if many do so", () => {
  expect([1, 100, 101].map((workers) => chooseFetchPace(workers).unheard)).toEqual([500, 500, 1000])
  expect(chooseFetchPace(1000).heard).toBe(1000)
})

test("many workers look after the queue as often as a few, all together", () => {
  expect([1, LISTENERS, LISTENERS + 1].map(chooseSupervision)).toEqual([10_000, 10_000, 60_000])
})

test("a turn has the same number for all, until the next one", () => {
  expect([0, 249, 250, 500].map((now) => findTurn(now, 250))).toEqual([0, 0, 1, 2])
})

test("what is done again and again begins at any time of the first round", () => {
  expect([0, 0.5, 0.999].map((chance) => chooseFirst(1000, chance))).toEqual([0, 500, 999])
})

test("a lease is renewed three times while it lasts, and not all the time if it is short", () => {
  expect([30_000, 60].map(chooseRenewal)).toEqual([10_000, 50])
})

import { expect, test } from "vitest"
import { facts, skill, task } from "../../test/wake/sample-facts.ts"
import type { ToldPlace } from "./model.ts"
import {
  describeTold,
  explainWake,
  findPlaceNews,
  findTold,
  isNewPlace,
  markPlace,
  rememberPlace,
} from "./told-places.ts"

const current = task("t-1", "000001", { title: "One", skills: ["a"] })
const place = { current, above: [], around: [], hidden: {}, others: [] }
const mark = markPlace(place) ?? { task: "", named: "" }
const told: ToldPlace = { session: "s", ...mark, skill: "a 0123456789abcdef" }

test("another task, another title and other skills are a new place; no task is none", () => {
  expect(isNewPlace(mark, told)).toBe(false)
  for (const change of [{ id: "t-2" }, { title: "Two" }, { skills: ["b"] }, { skills: ["a", "b"] }]) {
    const moved = markPlace({ ...place, current: { ...current, ...change } })
    expect([change, moved && isNewPlace(moved, told)]).toEqual([change, true])
  }
  expect(markPlace({ current: undefined, above: [] })).toBeUndefined()
  const inherited = markPlace({
    current: { ...current, skills: [] },
    above: [task("t-0", "000000", { skills: ["a"] })],
  })
  expect(inherited).toEqual(mark)
})

test("a skill is new to a context that has another one, or another text of it", () => {
  const isSkillNew = (one: ToldPlace | undefined, more: object = {}) =>
    findPlaceNews({ place, skill: skill("a", "Text.", more) }, { told: one, wake: { full: false }, newMessages: [] })
      .isSkillNew
  expect(isSkillNew(told)).toBe(false)
  expect(isSkillNew(told, { isFirst: true })).toBe(false)
  expect(isSkillNew(told, { digest: "other" })).toBe(true)
  expect(isSkillNew({ ...told, skill: undefined })).toBe(true)
  expect(isSkillNew(undefined)).toBe(true)
})

test("what each session was told is remembered, of the last forty", () => {
  const all = Array.from({ length: 50 }, (_, at) => ({ ...told, session: `s${at}` }))
  const places = all.reduce<readonly ToldPlace[]>((before, one) => rememberPlace({ places: before }, one), [])
  expect([places.length, places[0]?.session, places.at(-1)?.session]).toEqual([40, "s10", "s49"])
  const again = rememberPlace({ places }, { ...told, session: "s20", task: "t-9" })
  expect([again.length, findTold({ places: again }, "s20")?.task, findTold({ places: again }, undefined)]).toEqual([
    40,
    "t-9",
    undefined,
  ])
})

test("a packet says what it is about if there is no message, and what was told is what it had", () => {
  const source = { wake: { full: false }, newMessages: [], told }
  expect(explainWake("new messages", source, { isTaskNew: true, isSkillNew: false })).toBe(
    "the current task or its skill has changed",
  )
  expect(explainWake("new messages", source, { isTaskNew: false, isSkillNew: true })).toBe("new messages")
  expect(describeTold(facts({ place, skill: skill("a", "Text.") }))).toEqual({ ...told, session: undefined })
})

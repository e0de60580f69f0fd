import { expect, test } from "vitest"
import { SkilletError } from "../../../problem/failure.ts"
import { openRecentTexts, openTrouble, type TroubleEntry } from "./open-trouble.ts"

const full = (file: string) =>
  new SkilletError("store.full", `its disk is full (${file})`, { retry: "later", next: "free some space there" })

function open() {
  let time = 0
  const entries: TroubleEntry[] = []
  const trouble = openTrouble({ log: (entry) => entries.push(entry), now: () => time })
  return { trouble, entries, pass: (milliseconds: number) => void (time += milliseconds) }
}

test("the same trouble is logged once a minute, with its next step and how often it happened", () => {
  const { trouble, entries, pass } = open()
  for (let second = 0; second <= 60; second++) {
    trouble.report(full(`file ${second}`))
    pass(1000)
  }
  trouble.report(new Error("something else"))
  expect(entries).toEqual([
    { code: "store.full", message: "its disk is full (file 0)", next: "free some space there" },
    { code: "store.full", message: "its disk is full (file 60)", next: "free some space there", times: 60 },
    { message: "something else" },
  ])
})

test("while nothing can be stored, work is taken ever more rarely and one by one, until something was", () => {
  const { trouble, pass } = open()
  expect(trouble.limit(4)).toBe(4)
  const pauses = Array.from({ length: 6 }, () => {
    for (const file of ["a", "b", "c"]) trouble.report(full(file))
    let waited = 0
    for (; trouble.limit(4) === 0; waited += 500) pass(500)
    expect(trouble.limit(4)).toBe(1)
    return waited
  })
  expect(pauses).toEqual([1000, 2000, 4000, 8000, 10_000, 10_000])
  trouble.overcome()
  expect(trouble.limit(4)).toBe(4)
})

test("what is not the database's trouble takes nobody's work away", () => {
  const { trouble } = open()
  trouble.report(new Error("the answer has no shape"))
  trouble.report(new SkilletError("store.busy", "busy", { retry: "later", next: "try again" }))
  expect(trouble.limit(4)).toBe(4)
})

test("what is refused again and again is logged once a minute", () => {
  let time = 0
  const seldom = openRecentTexts(() => time)
  const said = [0, 5000, 59_999, 60_000].map((at) => {
    time = at
    return [seldom.isNew("one"), seldom.isNew(at === 5000 ? "other" : "one")]
  })
  expect(said).toEqual([
    [true, false],
    [false, true],
    [false, false],
    [true, false],
  ])
})

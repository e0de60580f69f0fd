import { expect, test } from "vitest"
import { type Modules, openModules } from "./open-modules.ts"

const imports: Readonly<Record<string, readonly string[]>> = { a: ["b"], b: ["c"], c: ["a", "plain"], plain: [] }

/** The files that are run when one is requested, in order. */
function runFor(modules: Modules, file: string): readonly string[] {
  const ran: string[] = []
  const ask = (name: string): void => {
    modules.of(name, () => {
      ran.push(name)
      for (const one of imports[name] ?? []) ask(one)
      return true
    })
  }
  modules.begin()
  ask(file)
  return ran
}

test("a circle of imports is run once for each file at which it is entered, and a file outside it is run once", () => {
  const modules = openModules()

  expect([runFor(modules, "a"), runFor(modules, "a"), runFor(modules, "b"), runFor(modules, "a")]).toEqual([
    ["a", "b", "c", "plain"],
    [],
    ["b", "c", "a"],
    [],
  ])
})

test("the earlier reading of a circle is reused if it is entered at the same file again", () => {
  const modules = openModules()
  runFor(modules, "a")
  runFor(modules, "b")
  const entered = modules.of("c", () => true)
  runFor(modules, "b")

  expect(modules.of("c", () => true)).toBe(entered)
})

test("of many files, those that were used last are kept, with the files that they got values from", () => {
  const modules = openModules()
  const ofHot = ["c", ...Array.from({ length: 300 }, (_, at) => `other ${at}`)].flatMap((other) => {
    runFor(modules, other)
    return runFor(modules, "plain")
  })
  modules.begin()

  expect(ofHot).toEqual([])
  expect(runFor(modules, "other 299")).toEqual([])
  expect(runFor(modules, "other 0")).toEqual(["other 0"])
})

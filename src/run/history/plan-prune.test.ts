import { expect, test } from "vitest"
import { planPrune } from "./plan-prune.ts"

const run = (id: string, more: object = {}) => ({ id, root: id, status: "done" as const, updated: 10, ...more })
const nobody = () => false

test("a run that ended before the time is removed, one that runs or ended later is not", () => {
  const runs = [
    run("old"),
    run("new", { updated: 90 }),
    run("running", { status: "running" }),
    run("failed", { status: "failed" }),
  ]
  expect(planPrune(runs, 50, nobody)).toEqual({ remove: ["old", "failed"], needed: 0 })
})

test("a tree is removed as a whole or not at all", () => {
  const tree = (status: string) => [run("a"), run("a.1", { root: "a", status })]
  expect(planPrune(tree("done"), 50, nobody).remove).toEqual(["a", "a.1"])
  expect(planPrune(tree("running"), 50, nobody).remove).toEqual([])
})

test("runs whose answers a running run uses stay, through any number of forks, and so do runs that a task names", () => {
  const runs = [
    run("first"),
    run("second", { source: "first" }),
    run("third", { source: "second", status: "running" }),
    run("named"),
    run("loose"),
  ]
  expect(planPrune(runs, 50, (id) => id === "named")).toEqual({ remove: ["loose"], needed: 3 })
})

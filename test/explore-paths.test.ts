import { expect, test } from "vitest"
import { defineWorkflow, dispatch, doStep, gate } from "../src/workflow/define-workflow.ts"
import { explorePaths, type PathStep } from "./explore-paths.ts"

const looped = defineWorkflow({
  name: "looped",
  start: "work",
  steps: [
    doStep({ id: "work", title: "Work", writes: ["draft"], next: { ok: "review" }, onError: "end" }),
    dispatch({
      id: "review",
      title: "Review",
      agent: "quality-reviewer",
      prompt: "Review.",
      review: "Review",
      writes: ["report"],
      next: { default: "gate" },
      cheaper: "note",
    }),
    gate({
      id: "gate",
      title: "Gate",
      reads: ["report"],
      evidence: [{ kind: "review", of: "report" }],
      loop: { work: "work", review: "review", limit: 3, reverify: "fresh" },
      next: { ok: "think", fail: "work" },
    }),
    doStep({ id: "think", title: "Think", maxRounds: 3, next: { ok: "end", iterate: "think" } }),
    doStep({ id: "note", title: "Note", next: { ok: "end" } }),
  ],
})

test("paths take every edge, and every loop once and as many times as allowed", () => {
  const { paths, uncovered } = explorePaths(looped, { maxPaths: 20 })
  expect(uncovered).toEqual([])
  expect(paths.map(written)).toMatchInlineSnapshot(`
    [
      "work.ok review.ok gate.ok think.ok",
      "work.error",
      "work.ok review.fail gate.ok think.ok",
      "work.ok review.cheaper note.ok",
      "work.ok review.ok gate.fail work.ok review.ok gate.ok think.ok",
      "work.ok review.ok gate.ok think.iterate think.ok",
      "work.ok review.ok gate.fail work.ok review.ok gate.fail work.ok review.ok gate.ok think.ok",
      "work.ok review.ok gate.ok think.iterate think.iterate think.ok",
    ]
  `)
})

test("paths through outcomes alone leave out errors and cheaper steps", () => {
  const { paths, uncovered } = explorePaths(looped, { maxPaths: 20, outcomesOnly: true })
  expect(uncovered).toEqual([{ from: "note", to: "end", by: "ok" }])
  expect(paths.map(written)).toMatchInlineSnapshot(`
    [
      "work.ok review.ok gate.ok think.ok",
      "work.ok review.fail gate.ok think.ok",
      "work.ok review.ok gate.fail work.ok review.ok gate.ok think.ok",
      "work.ok review.ok gate.ok think.iterate think.ok",
      "work.ok review.ok gate.fail work.ok review.ok gate.fail work.ok review.ok gate.ok think.ok",
      "work.ok review.ok gate.ok think.iterate think.iterate think.ok",
    ]
  `)
})

test("with too few paths, the missing ones are reported", () => {
  const { paths, uncovered } = explorePaths(looped, { maxPaths: 1 })
  expect(paths.map(written)).toMatchInlineSnapshot(`
    [
      "work.ok review.ok gate.ok think.ok",
    ]
  `)
  expect(uncovered.map(({ from, by }) => `${from}.${by}`)).toMatchInlineSnapshot(`
    [
      "work.error",
      "review.fail",
      "review.cheaper",
      "gate.fail",
      "think.iterate",
      "note.ok",
    ]
  `)
})

test("an edge that no run can take within the caps is not covered", () => {
  const once = defineWorkflow({
    name: "once",
    start: "think",
    steps: [doStep({ id: "think", title: "Think", maxRounds: 1, next: { ok: "end", iterate: "think" } })],
  })
  expect(explorePaths(once, { maxPaths: 5 })).toEqual({
    paths: [[{ step: "think", outcome: "ok" }]],
    uncovered: [{ from: "think", to: "think", by: "iterate" }],
  })
})

test("a path uses outcomes if it can, even if a cheaper step would be equally short", () => {
  const workflow = defineWorkflow({
    name: "near",
    start: "first",
    steps: [
      doStep({ id: "first", title: "First", next: { ok: "big", fail: "tail" } }),
      doStep({ id: "big", title: "Big", next: { ok: "bigger" }, cheaper: "tail" }),
      doStep({ id: "bigger", title: "Bigger", next: { ok: "tail" } }),
      doStep({ id: "tail", title: "Tail", next: { ok: "end", iterate: "first" }, maxRounds: 2 }),
    ],
  })
  expect(explorePaths(workflow, { maxPaths: 9 }).paths.map(written)).toMatchInlineSnapshot(`
    [
      "first.ok big.ok bigger.ok tail.ok",
      "first.fail tail.ok",
      "first.ok big.cheaper tail.ok",
      "first.fail tail.iterate first.fail tail.ok",
    ]
  `)
})

test("a start that is replaced by a cheaper step is a path too", () => {
  const workflow = defineWorkflow({
    name: "cheap",
    start: "long",
    steps: [
      doStep({ id: "long", title: "Long", next: { ok: "end" }, cheaper: "short" }),
      doStep({ id: "short", title: "Short", next: { ok: "end" } }),
    ],
  })
  expect(explorePaths(workflow, { maxPaths: 5 }).paths.map(written)).toEqual(["long.ok", "long.cheaper short.ok"])
})

function written(path: readonly PathStep[]): string {
  return path.map(({ step, outcome }) => `${step}.${outcome}`).join(" ")
}

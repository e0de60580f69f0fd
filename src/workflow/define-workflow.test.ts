import { expect, test } from "vitest"
import { compute, defineWorkflow, doStep } from "./define-workflow.ts"

test("a workflow from TypeScript is immutable at every level, but the object it was made from is not", () => {
  const reads = ["note?"]
  const run = () => ({ outcome: "ok" as const })
  const workflow = defineWorkflow({
    name: "frozen",
    start: "a",
    steps: [
      doStep({
        id: "a",
        title: "A",
        reads,
        writes: ["note"],
        actions: [{ kind: "forbidden", items: ["x"] }],
        next: { ok: "b" },
      }),
      compute({ id: "b", title: "B", compute: run, next: { ok: "end" } }),
    ],
  })
  expect(unfrozenIn(workflow)).toEqual([])
  reads.push("more?")
  expect(workflow.steps[0]?.reads).toEqual(["note?"])
  expect(workflow.steps[1]).toMatchObject({ compute: run })
})

function unfrozenIn(value: unknown, at = "workflow"): readonly string[] {
  if (typeof value !== "object" || value === null) return []
  return [
    ...(Object.isFrozen(value) ? [] : [at]),
    ...Object.entries(value).flatMap(([key, held]) => unfrozenIn(held, `${at}.${key}`)),
  ]
}

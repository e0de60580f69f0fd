import { expect, test } from "vitest"
import { runBench } from "../../../test/run-bench.ts"
import { findRun } from "../../run/engine.ts"
import { defineWorkflow, fanout } from "../../workflow/define-workflow.ts"
import { openActivity } from "./agent-activity.ts"

test("progress says how many of the agents of a step are done", async () => {
  const items = ["a", "b", "c"].map((item) => ({ item, agent: "explore" as const, prompt: "Look" }))
  const bench = runBench([
    defineWorkflow({
      name: "many",
      start: "look",
      steps: [
        fanout({
          id: "look",
          title: "Look",
          items: { kind: "list", items },
          join: "all",
          next: { ok: "end", fail: "end" },
        }),
      ],
    }),
  ])
  await bench.start()
  await bench.report("look", { item: "a", text: "Found." })
  const run = await findRun(bench.engine, "r")
  expect(openActivity(() => 0).text({ run, working: ["look/b"] })).toMatch(/^look 1 of 3: b; /)
})

import fs from "node:fs"
import os from "node:os"
import path from "node:path"
import { expect, onTestFinished, test } from "vitest"
import { memoryRunStore } from "../testing/memory-run-store.ts"
import type { Workflow } from "../workflow/workflow.ts"
import { openSkillet } from "./open-skillet.ts"

test.each([null, 5, {}, { name: "x" }, { name: "x", start: "a", steps: [null] }])(
  "what is no workflow is refused with what is wrong, and the object goes on working: %j",
  async (given) => {
    const home = fs.realpathSync(fs.mkdtempSync(path.join(os.tmpdir(), "start-workflow-")))
    onTestFinished(() => fs.rmSync(home, { recursive: true, force: true }))
    const env = { PATH: process.env["PATH"], HOME: home }
    const skillet = openSkillet({ cwd: home, env, cache: false, store: memoryRunStore() })
    const start = skillet.runs.start(given as unknown as Workflow)
    await expect(start).rejects.toMatchObject({ code: "workflow.bad-shape", problems: expect.any(Array) })
    const begun = await skillet.runs.start("decision-critic", { decision: "move the queue" })
    expect(begun).toMatchObject({ step: "extract_structure", round: 1 })
    await skillet.close()
  },
)

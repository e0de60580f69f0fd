import { expect, test } from "vitest"
import type { MemoryRecord } from "./memory-record.ts"
import { type FinishedJob, gatherLearningFacts, explainUnexpectedRefusal } from "./protocol.ts"

test("a report of ours that comes too late is not an error, and any other refusal is", () => {
  const refused = (code: string) =>
    explainUnexpectedRefusal({ kind: "refused", refusal: { code, message: "it was refused" } })
  expect(["run.stale", "run.answered", "run.ended"].map(refused)).toEqual([undefined, undefined, undefined])
  expect(refused("run.wrong-shape")).toBe("it was refused")
  expect(explainUnexpectedRefusal({ kind: "applied" })).toBeUndefined()
})

test("only a job that ended well has something to offer to later ones", () => {
  const job: FinishedJob = {
    run: { status: "done", outcome: "ok" },
    query: "add a page",
    records: [
      { agent: "analysis", status: "needs_remediation", learnings: [], unknowns: [] } as unknown as MemoryRecord,
    ],
    units: [{ agent: "analysis" }, { agent: "developer" }],
    values: { domain: { domain: "technical" } },
  }
  expect(gatherLearningFacts(job)).toEqual({
    query: "add a page",
    domain: "technical",
    agents: ["analysis", "developer"],
    said: [],
    wasRemediated: true,
    resolvedUnknowns: 0,
  })
  expect(gatherLearningFacts({ ...job, run: { status: "done", outcome: "fail" } })).toBeUndefined()
  expect(gatherLearningFacts({ ...job, run: { status: "running" } })).toBeUndefined()
})

import { compute, defineWorkflow, doStep, fanout } from "../../workflow/define-workflow.ts"
import { planReadItems } from "./plan-readings.ts"
import { settleAudit } from "./settle-readings.ts"

/** Only Skillet reads the skills and runs the rules: what an agent would answer in its place must not count. */
export const AUDIT = "audit"

/** An audit with an agent: the rules have run, an agent reads each skill, and its claims are checked and added. */
export const auditWorkflow = defineWorkflow({
  name: "audit",
  description: "An agent reads skills after the rules did, and every claim is checked.",
  start: "collect",
  result: "report",
  resultPrintedBy: "audit --run",
  steps: [
    doStep({
      id: "collect",
      title: "Run the rules and collect the texts of the skills",
      phase: "collect",
      writes: ["material"],
      outputRequired: true,
      reportedBy: AUDIT,
      reportedAtStart: true,
      next: { ok: "read" },
    }),
    fanout({
      id: "read",
      title: "An agent reads each skill",
      phase: "read",
      reads: ["material"],
      writes: ["read"],
      items: { kind: "computed", compute: planReadItems },
      join: "settled",
      next: { ok: "settle", fail: "settle", skip: "settle" },
    }),
    compute({
      id: "settle",
      title: "Check every claim against the text",
      phase: "settle",
      reads: ["material", "read"],
      writes: ["report"],
      compute: settleAudit,
      next: { ok: "end" },
    }),
  ],
})

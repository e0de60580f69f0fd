import { compute, defineWorkflow, doStep, fanout } from "../workflow/define-workflow.ts"
import { planGapsItems, planInsightItems, planSynthesisItems, planThoroughItems, planJudgeItems } from "./ask-agents.ts"
import { aggregateReview, gatherInsights, settleClaims, writeReport } from "./review-steps.ts"

/** Only Skillet reads what is under review: what an agent would answer in its place must not count. */
export const REVIEW = "review"
/** Claims are checked against the code that was gathered, and one that does not hold is dropped with its reason. */
const checkedAgainstCode = { places: "unchecked" } as const
const onlyByReview = { reportedBy: REVIEW, reportedAtStart: true }

/**
 * A review: every reviewer reads the code, a second round looks for what was missed, claims are proven or judged, and
 * related findings are merged. The engine runs it; its functions only decide.
 */
export const reviewWorkflow = defineWorkflow({
  name: "review",
  description: "Many agents review code or documents, and every claim is checked.",
  params: [
    { name: "kind", type: "text", about: "what is reviewed", choices: ["code", "docs"], default: "code" },
    { name: "depth", type: "text", about: "how thoroughly", choices: ["deep", "quick"], default: "deep" },
  ],
  start: "resolve",
  result: "report",
  resultPrintedBy: "review --run",
  steps: [
    doStep({
      id: "resolve",
      title: "Resolve the skills that were named",
      phase: "resolve",
      writes: ["resolved"],
      outputRequired: true,
      ...onlyByReview,
      next: { ok: "gather" },
    }),
    doStep({
      id: "gather",
      title: "Gather what is under review",
      phase: "gather",
      reads: ["resolved"],
      writes: ["gathered"],
      outputRequired: true,
      ...onlyByReview,
      next: { ok: "thorough" },
    }),
    fanout({
      id: "thorough",
      title: "Every reviewer reads the code",
      phase: "thorough",
      reads: ["gathered"],
      writes: ["thorough"],
      items: { kind: "computed", compute: planThoroughItems },
      join: "settled",
      ...checkedAgainstCode,
      next: { ok: "gaps", fail: "gaps", skip: "gaps" },
    }),
    fanout({
      id: "gaps",
      title: "A second round looks for what was missed",
      phase: "gaps",
      reads: ["gathered", "thorough"],
      writes: ["gaps"],
      items: { kind: "computed", compute: planGapsItems },
      join: "settled",
      ...checkedAgainstCode,
      next: { ok: "settle", fail: "settle", skip: "settle" },
    }),
    compute({
      id: "settle",
      title: "Check every claim against the code",
      phase: "validate",
      reads: ["gathered", "thorough", "gaps"],
      writes: ["claims"],
      compute: settleClaims,
      next: { ok: "validate" },
    }),
    fanout({
      id: "validate",
      title: "Judge claims that no pattern proves, one judge per file",
      phase: "validate",
      reads: ["gathered", "claims"],
      writes: ["verdicts"],
      items: { kind: "computed", compute: planJudgeItems },
      join: "settled",
      ...checkedAgainstCode,
      next: { ok: "synthesis", fail: "synthesis", skip: "synthesis" },
    }),
    fanout({
      id: "synthesis",
      title: "Look for findings that interact",
      phase: "synthesis",
      reads: ["gathered", "claims", "verdicts"],
      writes: ["synthesis"],
      items: { kind: "computed", compute: planSynthesisItems },
      join: "settled",
      ...checkedAgainstCode,
      next: { ok: "insights", fail: "insights", skip: "insights" },
    }),
    compute({
      id: "insights",
      title: "Check that insights refer to real findings",
      phase: "validate insights",
      reads: ["gathered", "claims", "verdicts", "synthesis"],
      writes: ["insights"],
      compute: gatherInsights,
      next: { ok: "validate_insights" },
    }),
    fanout({
      id: "validate_insights",
      title: "Judge the insights",
      phase: "validate insights",
      reads: ["gathered", "claims", "verdicts", "insights"],
      writes: ["insight_verdicts"],
      items: { kind: "computed", compute: planInsightItems },
      join: "settled",
      ...checkedAgainstCode,
      next: { ok: "aggregate", fail: "aggregate", skip: "aggregate" },
    }),
    compute({
      id: "aggregate",
      title: "Merge related findings",
      phase: "aggregate",
      reads: ["gathered", "claims", "verdicts", "insights", "insight_verdicts"],
      writes: ["aggregate"],
      compute: aggregateReview,
      next: { ok: "report" },
    }),
    compute({
      id: "report",
      title: "Write the report",
      phase: "report",
      reads: ["gathered", "claims", "aggregate"],
      writes: ["report"],
      compute: writeReport,
      next: { ok: "end" },
    }),
  ],
})

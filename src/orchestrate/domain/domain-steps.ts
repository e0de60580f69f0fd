import type { Run } from "../../run/model.ts"
import { compute, dispatch, doStep } from "../../workflow/define-workflow.ts"
import type { Step, ValueSchema } from "../../workflow/workflow.ts"
import type { DomainSettings } from "../../settings/domain-settings.ts"
import { CLASSIFIER, unsettled, writeDomainPrompt } from "./domain-answer.ts"
import { domainConfidences, HYBRID, listDomains } from "./classify-domain.ts"
import { ADVANCE } from "../composite.ts"

/** The steps that ask a model for the domain if the words of the request do not settle it. */
export const domainSteps = { when: "domain-when", ask: "domain-ask", settle: "domain-settle" } as const

/** Whether a job can continue only after a model has been asked for its domain. */
export function isWaitingForDomain({ status, step }: Pick<Run, "status" | "step">): boolean {
  return status === "running" && step === domainSteps.ask
}

export const domainOutput: ValueSchema = {
  type: "object",
  required: ["domain", "confidence", "evidence", "standards"],
  properties: { domain: { type: "string", minLength: 1 }, confidence: { enum: domainConfidences } },
}

function describeAnswer(added: DomainSettings): ValueSchema {
  const plain = listDomains(added)
  return {
    type: "object",
    required: ["domain", "confidence"],
    properties: {
      domain: { enum: [...plain, HYBRID] },
      confidence: { enum: domainConfidences },
      primary: { enum: plain },
      secondary: { enum: plain },
    },
  }
}

/** Whatever happens to the question, the words have an answer: a model that fails or is wrong stops nothing. */
export function askForDomain(next: string, added: DomainSettings = {}): readonly Step[] {
  const { when, ask, settle } = domainSteps
  const phase = "protocol"
  return [
    compute<string, string>({
      id: when,
      title: "Check whether the words of the request settle its domain",
      phase,
      reads: ["domain"],
      compute: {
        rows: [{ when: [{ of: "values.domain.confidence", in: unsettled }], outcome: "ok" }, { outcome: "skip" }],
      },
      next: { ok: ask, skip: next },
    }),
    dispatch<string, string>({
      id: ask,
      title: "Ask a model for the domain",
      phase,
      agent: CLASSIFIER,
      tier: "small",
      reads: ["domain"],
      writes: ["domain-said"],
      prompt: writeDomainPrompt(added),
      output: describeAnswer(added),
      reportedBy: ADVANCE,
      retries: 1,
      next: { ok: settle, fail: settle },
      onError: settle,
    }),
    doStep<string, string>({
      id: settle,
      title: "Decide the domain",
      phase,
      reads: ["domain", "domain-said?", "_error?"],
      writes: ["domain"],
      output: domainOutput,
      reportedBy: ADVANCE,
      next: { ok: next },
    }),
  ]
}

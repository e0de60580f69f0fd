import type { Dispatch, Result } from "../../run/model.ts"
import type { AgentUse, ReviewReport } from "../review-data.ts"
import { readItemName } from "../reviewers.ts"

/** The usage and the result of one dispatch of a review; undefined if no agent was asked. */
export function toAgentUse(
  dispatch: Pick<Dispatch, "run" | "step" | "round" | "item" | "ask" | "status"> & {
    /** When its step began. */
    readonly entered?: number | undefined
  },
  result: (Pick<Result, "outcome" | "usage"> & Partial<Pick<Result, "at" | "reused">>) | undefined,
  report: Pick<ReviewReport, "findings" | "invalid">,
): AgentUse | undefined {
  const { run, step, round, item, ask, status } = dispatch
  if (!("prompt" in ask)) return undefined
  const { milliseconds, tokensIn, tokensOut, money } = result?.usage ?? {}
  return {
    phase: step,
    agent: item,
    status: decideAgentStatus(status, result),
    findings: countFindings(report, step, item),
    task: `${run}/${step}/${round}/${item}`,
    milliseconds,
    ...(milliseconds === undefined ? measureWait(dispatch, result) : {}),
    ...(tokensIn === undefined ? {} : { tokens: tokensIn + (tokensOut ?? 0) }),
    money,
  }
}

/** The calling agent starts the others, so nobody measures them: what is known is how long their answers took at most. */
function measureWait(
  { entered }: { readonly entered?: number | undefined },
  result: Partial<Pick<Result, "at" | "reused">> | undefined,
): Pick<AgentUse, "waited"> {
  if (entered === undefined || result?.at === undefined || result.reused !== undefined) return {}
  return { waited: Math.max(0, result.at - entered) }
}

/** An agent that was never asked was skipped; one that was asked and did not answer has failed. */
function decideAgentStatus(asked: Dispatch["status"], result: Pick<Result, "outcome"> | undefined): AgentUse["status"] {
  if (result === undefined) return asked === "cancelled" ? "skipped" : "failed"
  return result.outcome === "fail" ? "failed" : "completed"
}

function countFindings(
  { findings, invalid }: Pick<ReviewReport, "findings" | "invalid">,
  phase: string,
  agent: string,
): number {
  const { reviewer, part } = readItemName(agent)
  return [...findings, ...invalid].filter(({ saidBy }) =>
    saidBy.some((said) => said.agent === reviewer && said.round === phase && said.part === part),
  ).length
}

import type { Workflow } from "../../workflow/workflow.ts"
import type { ParamValue } from "../../workflow/params.ts"
import { defaultPrices } from "../../workflow/quote/prices.ts"
import { quoteWorkflow } from "../../workflow/quote/quote-workflow.ts"
import type { QuotedUsage, UsageRange } from "../../workflow/quote/usage.ts"
import { sumSpent } from "../advance/decide/ask/ceilings.ts"
import type { Run, Spent } from "../model.ts"
import { tellStatus } from "../run-result.ts"
import type { SpendingReport } from "./sum-spending.ts"

/** What was expected of something, and what it cost. */
export interface QuotedSpending {
  readonly workflow: string
  readonly quote: UsageRange<Spent>
  readonly actual: Spent
}

export interface QuotedRun extends QuotedSpending {
  readonly run: string
  readonly status: Run["status"]
  readonly started: number
  /** What the quote leaves out or assumes. */
  readonly assumptions: readonly string[]
}

export interface QuotedWorkflow extends QuotedSpending {
  /** How many of its runs have ended. */
  readonly runs: number
}

export interface QuoteComparison {
  readonly byRun: readonly QuotedRun[]
  /** Sums over the runs that have ended, because those under way have not cost what they will. */
  readonly byWorkflow: readonly QuotedWorkflow[]
}

/** What answers cost, and beside it what runs were expected to cost. */
export interface QuotedSpendingReport extends SpendingReport {
  /** The newest runs alone. */
  readonly quoted: QuoteComparison
}

/** A run with those below it, and the workflows that they are pinned to. */
export interface RunTree {
  readonly run: Run
  readonly below: readonly Run[]
  readonly workflow: Workflow
  readonly children: readonly Workflow[]
}

/**
 * Each run with what it was expected to cost when it started: by its pinned workflow and its parameters, without what
 * earlier or later runs cost.
 */
export function compareQuotes(trees: readonly RunTree[]): QuoteComparison {
  const byRun = trees.map(quoteRun)
  const ended = byRun.filter(({ status }) => status !== "running")
  const names = [...new Set(ended.map(({ workflow }) => workflow))]
  return {
    byRun,
    byWorkflow: names.map((workflow) => {
      const own = ended.filter((one) => one.workflow === workflow)
      const sum = (pick: (one: QuotedRun) => Spent) => sumSpent(own.map((one) => ({ spent: pick(one) })))
      return {
        workflow,
        runs: own.length,
        quote: {
          min: sum((one) => one.quote.min),
          likely: sum((one) => one.quote.likely),
          max: sum((one) => one.quote.max),
        },
        actual: sum((one) => one.actual),
      }
    }),
  }
}

function quoteRun({ run, below, workflow, children }: RunTree): QuotedRun {
  const { min, likely, max, assumptions } = quoteWorkflow(workflow, {
    prices: defaultPrices,
    children: (name) => children.find((child) => child.name === name),
    params: JSON.parse(run.params) as Readonly<Record<string, ParamValue>>,
  })
  return {
    run: run.id,
    workflow: run.workflow,
    status: tellStatus(run),
    started: run.started,
    quote: { min: toSpent(min), likely: toSpent(likely), max: toSpent(max) },
    actual: sumSpent([run, ...below]),
    assumptions,
  }
}

function toSpent({ agents, tokensIn, tokensOut, cost }: QuotedUsage): Spent {
  return { agents, tokens: tokensIn + tokensOut, money: cost }
}

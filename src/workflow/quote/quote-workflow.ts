import { estimateTokens } from "../../text/estimate-tokens.ts"
import { measureDistances, listStepEdges, listEdges } from "../edges.ts"
import { END } from "../outcome.ts"
import type { ParamValue } from "../params.ts"
import { type Tier, isRole, roles } from "../roles.ts"
import { listAsked, listActionTexts } from "../template.ts"
import { type Asked, type Step, type StepKind, type Workflow, findStep } from "../workflow.ts"
import { type Extremes, findExtremes } from "./extremes.ts"
import { type ParamRanges, passToChild, countFanoutItems, findParamRanges } from "./param-ranges.ts"
import { ANSWER_TOKENS, COMPUTED_ITEMS, DEFAULT_TIER, type Prices, UNCAPPED_ROUNDS, VALUE_TOKENS } from "./prices.ts"
import {
  NOTHING,
  type UsageRange,
  type QuotedUsage,
  addUsageQuotes,
  mapRange,
  mapUsage,
  roundUsage,
  multiplyUsage,
} from "./usage.ts"

export interface QuoteOptions {
  readonly prices: Prices
  readonly children: (name: string) => Workflow | undefined
  /** The parameters of the run; a missing number is between its bounds. */
  readonly params?: Readonly<Record<string, ParamValue>>
  /** The usage of steps in earlier runs, by id. */
  readonly past?: Readonly<Record<string, PastUsage>>
}

/** Sums over this many runs. */
export interface PastUsage extends QuotedUsage {
  readonly runs: number
  readonly visits: number
}

/** The cost of a run before it starts. If a person continues a review past its limit, it costs more. */
export interface Quote extends UsageRange<QuotedUsage> {
  readonly workflow: string
  /** The maximum is an upper bound: there were too many paths to try them all. */
  readonly bound: boolean
  readonly steps: readonly StepQuote[]
  /** The assumptions, one sentence each. */
  readonly assumptions: readonly string[]
}

export interface StepQuote {
  readonly step: string
  readonly title: string
  readonly kind: StepKind
  readonly visits: UsageRange<number>
  /** The cost of one visit. */
  readonly each: UsageRange<QuotedUsage>
  /** The cost in a typical run; from earlier runs if there were any. */
  readonly likely: QuotedUsage
  readonly isFromPast: boolean
}

/** What one step took, as a store counts it. */
interface CountedUsage extends Omit<PastUsage, "cost"> {
  readonly step: string
  readonly money: number
}

/** The usage in earlier runs, by step. Steps that ask no agent have none, regardless of who reported them. */
export function summarisePastUsage(
  workflow: Workflow,
  counted: readonly CountedUsage[],
): Readonly<Record<string, PastUsage>> {
  return Object.fromEntries(
    counted.map(({ step, money, agents, ...usage }) => {
      const kind = findStep(workflow, step)?.kind
      return [step, { ...usage, cost: money, agents: kind === "dispatch" || kind === "fanout" ? agents : 0 }]
    }),
  )
}

export function quoteWorkflow(workflow: Workflow, options: QuoteOptions): Quote {
  return quoteNested(workflow, options, { ranges: findParamRanges(workflow.params, options.params ?? {}), above: [] })
}

interface Within {
  readonly ranges: ParamRanges
  /** The workflows that this one is followed in. */
  readonly above: readonly string[]
}

function quoteNested(workflow: Workflow, options: QuoteOptions, within: Within): Quote {
  const assumptions = new Set<string>()
  const extremes = findExtremes(workflow)
  const usual = likelyVisits(workflow)
  let hasBound = extremes.bound
  if (extremes.isAssumed)
    assumptions.add(`nothing limits a loop in "${workflow.name}": ${UNCAPPED_ROUNDS} rounds are assumed`)

  const quoteChild = (asked: Asked): UsageRange<QuotedUsage> => {
    if (asked.workflow === undefined) return mapRange(() => NOTHING)
    const child = options.children(asked.workflow)
    const above = [...within.above, workflow.name]
    if (child === undefined || above.includes(child.name)) {
      assumptions.add(
        child === undefined
          ? `the workflow "${asked.workflow}" is unknown and is not counted`
          : `"${child.name}" calls itself and is counted once`,
      )
      return mapRange(() => NOTHING)
    }
    const ranges = findParamRanges(child.params, passToChild(asked, within.ranges))
    const quote = quoteNested(child, { prices: options.prices, children: options.children }, { ranges, above })
    for (const assumption of quote.assumptions) assumptions.add(assumption)
    hasBound ||= quote.bound
    return quote
  }

  const steps = workflow.steps.map((step): StepQuote => {
    if (step.kind === "fanout" && step.items.kind === "computed")
      assumptions.add(`the number of agents of "${step.id}" is computed: at most ${COMPUTED_ITEMS.max} are assumed`)
    const each = priceStep(step, { workflow, prices: options.prices, ranges: within.ranges, quoteChild })
    const past = Object.hasOwn(options.past ?? {}, step.id) ? options.past?.[step.id] : undefined
    const isKnown = past !== undefined && past.runs > 0
    const likelyTimes = isKnown ? past.visits / past.runs : (usual.get(step.id) ?? 0)
    const isFromPast = isKnown && isWhole(step, each.likely, past)
    return {
      step: step.id,
      title: step.title,
      kind: step.kind,
      visits: { ...boundVisits(step.id, extremes), likely: likelyTimes },
      each: mapRange((end) => roundUsage(each[end])),
      likely: roundUsage(isFromPast ? multiplyUsage(past, 1 / past.runs) : multiplyUsage(each.likely, likelyTimes)),
      isFromPast,
    }
  })
  return { workflow: workflow.name, ...totals(steps, extremes), bound: hasBound, steps, assumptions: [...assumptions] }
}

/**
 * Whether the recorded usage is everything a step took. If tokens were not reported, or belong to a child run, only the
 * number of visits is used.
 */
function isWhole(step: Step, usual: QuotedUsage, { tokensIn, tokensOut }: PastUsage): boolean {
  if (usual.tokensIn + usual.tokensOut === 0) return true
  return tokensIn + tokensOut > 0 && listAsked(step).every(({ asked }) => asked.workflow === undefined)
}

function boundVisits(wanted: string, { least, most }: Extremes): Omit<UsageRange<number>, "likely"> {
  const weight = (step: string) => (step === wanted ? 1 : 0)
  return { min: least(weight), max: most(weight) }
}

/** Each figure has its own minimum and maximum path: the path with the fewest agents may not be the cheapest. */
function totals(steps: readonly StepQuote[], { least, most }: Extremes): UsageRange<QuotedUsage> {
  const byId = new Map(steps.map((step) => [step.step, step.each]))
  return {
    min: roundUsage(mapUsage((key) => least((step) => byId.get(step)?.min[key] ?? 0))),
    likely: roundUsage(steps.map((step) => step.likely).reduce(addUsageQuotes, NOTHING)),
    max: roundUsage(mapUsage((key) => most((step) => byId.get(step)?.max[key] ?? 0))),
  }
}

/**
 * How often each step is visited in a typical run: steps succeed, the first review of a loop finds something and the
 * second does not, and from a step visited for the third time the shortest path leads to the end.
 */
function likelyVisits(workflow: Workflow): ReadonlyMap<string, number> {
  const distances = measureDistances(listEdges(workflow))
  const visits = new Map<string, number>()
  for (let step = findStep(workflow, workflow.start); step !== undefined; ) {
    const times = (visits.get(step.id) ?? 0) + 1
    visits.set(step.id, times)
    const to = times < 3 ? usualWay(step, times) : undefined
    const onward = to === undefined || !distances.has(to) ? shortestWay(step, distances) : to
    step = onward === undefined || onward === END ? undefined : findStep(workflow, onward)
  }
  return visits
}

function usualWay(step: Step, times: number): string | undefined {
  const goesBack = times === 1 && step.kind === "gate" && step.loop !== undefined && step.loop.limit > 1
  const edges = listStepEdges(step)
  return (edges.find(({ by }) => by === (goesBack ? "fail" : "ok")) ?? edges[0])?.to
}

function shortestWay(step: Step, distances: ReadonlyMap<string, number>): string | undefined {
  const far = Number.POSITIVE_INFINITY
  const ways = listStepEdges(step).filter(({ by, to }) => by !== "error" && by !== "cheaper" && distances.has(to))
  return [...ways].sort((a, b) => (distances.get(a.to) ?? far) - (distances.get(b.to) ?? far))[0]?.to
}

interface PricingContext {
  readonly workflow: Workflow
  readonly prices: Prices
  readonly ranges: ParamRanges
  /** The cost of following a child workflow, besides the agent that follows it. */
  readonly quoteChild: (asked: Asked) => UsageRange<QuotedUsage>
}

/** The cost of one visit of a step. A step that is computed, waited for or answered by a person takes no tokens. */
function priceStep(step: Step, context: PricingContext): UsageRange<QuotedUsage> {
  switch (step.kind) {
    case "do": {
      // One of our own commands does it.
      if (step.reportedBy !== undefined) return mapRange(() => NOTHING)
      const usage = priceAnswer(shownTokens(step, context.workflow), DEFAULT_TIER, context.prices)
      return mapRange(() => usage)
    }
    case "dispatch":
      return askedUsage(step, step, context)
    case "fanout": {
      const { items } = step
      if (items.kind === "list") {
        const each = items.items.map((asked) => askedUsage(step, asked, context))
        return mapRange((end) => each.map((usage) => usage[end]).reduce(addUsageQuotes, NOTHING))
      }
      const counts = countFanoutItems(items, context.ranges)
      const asked: Asked = items.kind === "computed" ? { agent: "general-purpose" } : items.ask
      const one = askedUsage(step, asked, context)
      return mapRange((end) => multiplyUsage(one[end], counts[end]))
    }
    case "gate":
    case "ask":
    case "compute":
    case "wait":
      return mapRange(() => NOTHING)
  }
}

function askedUsage(step: Step, asked: Asked, context: PricingContext): UsageRange<QuotedUsage> {
  const told = `${isRole(asked.agent) ? roles[asked.agent] : ""}\n${asked.prompt ?? ""}`
  const read = estimateTokens(told) + shownTokens(step, context.workflow)
  const own = { ...priceAnswer(read, asked.tier ?? DEFAULT_TIER, context.prices), agents: 1 }
  const child = context.quoteChild(asked)
  return mapRange((end) => addUsageQuotes(own, child[end]))
}

/** What is shown of a step: its actions, the resources in them, and the values it reads. */
function shownTokens(step: Step, { resources = {} }: Workflow): number {
  const texts = step.actions.flatMap((action) =>
    typeof action === "object" && action.kind === "resource"
      ? [...listActionTexts(action), resources[action.name] ?? ""]
      : listActionTexts(action),
  )
  return texts.reduce((sum, text) => sum + estimateTokens(text), (step.reads ?? []).length * VALUE_TOKENS)
}

function priceAnswer(tokensIn: number, tier: Tier, prices: Prices): QuotedUsage {
  const price = prices[tier] ?? prices[DEFAULT_TIER]
  const tokensOut = ANSWER_TOKENS[tier] ?? ANSWER_TOKENS[DEFAULT_TIER]
  return { agents: 0, tokensIn, tokensOut, cost: (tokensIn * price.input + tokensOut * price.output) / 1e6 }
}

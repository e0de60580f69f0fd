import type { Budget, AskedQuestion, Spent } from "../../../model.ts"
import type { Ceilings } from "../event.ts"

/** The ceiling that is reached, or that the next request would exceed, in words; undefined if there is none. */
export function findBrokenCeiling(ceilings: Ceilings, needs: Partial<Spent>, at: number): string | undefined {
  const { budget, spent, started } = ceilings
  const { agents = 0, tokens = 0, money = 0 } = needs
  const seconds = Math.round((at - started) / 1000)
  if (budget.agents !== undefined && spent.agents + agents > budget.agents)
    return `${spent.agents} of ${budget.agents} agents are used, and ${agents} more are needed`
  if (budget.tokens !== undefined && spent.tokens >= budget.tokens)
    return `${spent.tokens} of ${budget.tokens} tokens are used`
  if (budget.money !== undefined && spent.money >= budget.money)
    return `${cents(spent.money)} of ${cents(budget.money)} dollars are used`
  if (budget.tokens !== undefined && spent.tokens + tokens > budget.tokens)
    return `${spent.tokens} of ${budget.tokens} tokens are used, and the next agent needs about ${tokens}`
  if (budget.money !== undefined && spent.money + money > budget.money)
    return `${cents(spent.money)} of ${cents(budget.money)} dollars are used, and the next agent needs about ${cents(money)}`
  if (budget.seconds !== undefined && seconds >= budget.seconds)
    return `${seconds} of ${budget.seconds} seconds are used`
  return undefined
}

/** Amounts below a cent keep two significant digits. */
function cents(dollars: number): string {
  return dollars === 0 || dollars >= 0.01 ? dollars.toFixed(2) : dollars.toPrecision(2)
}

/** What several runs spent together. */
export function sumSpent(runs: readonly { readonly spent: Spent }[]): Spent {
  const sum = (of: keyof Spent) => runs.reduce((total, { spent }) => total + spent[of], 0)
  return { agents: sum("agents"), tokens: sum("tokens"), money: sum("money") }
}

const NEARLY = 0.8

/** Whether so much of a ceiling is spent that the cheaper step should be taken. */
export function isNearlySpent({ budget, spent, started }: Ceilings, at: number): boolean {
  const shares: readonly (readonly [number | undefined, number])[] = [
    [budget.agents, spent.agents],
    [budget.tokens, spent.tokens],
    [budget.money, spent.money],
    [budget.seconds, (at - started) / 1000],
  ]
  return shares.some(([ceiling, used]) => ceiling !== undefined && used >= ceiling * NEARLY)
}

export const BUDGET_QUESTION = "budget"

/** Raises every limit by half, counted from the spent amount if that is higher. */
export function raiseBudget(budget: Budget, spent: Spent, seconds: number): Budget {
  const more = (ceiling: number, used: number) => Math.ceil(Math.max(ceiling, used) * 1.5)
  return {
    ...(budget.agents === undefined ? {} : { agents: more(budget.agents, spent.agents) + 1 }),
    ...(budget.tokens === undefined ? {} : { tokens: more(budget.tokens, spent.tokens) }),
    ...(budget.money === undefined ? {} : { money: Math.max(budget.money, spent.money) * 1.5 }),
    ...(budget.seconds === undefined ? {} : { seconds: more(budget.seconds, seconds) }),
  }
}

export function makeBudgetQuestion(
  step: string,
  round: number,
  how: { readonly why: string; readonly at: number },
): AskedQuestion {
  return {
    step,
    round,
    id: BUDGET_QUESTION,
    kind: "budget",
    text: `The ceiling of this run is reached: ${how.why}.`,
    options: [
      { label: "raise", about: "raise the ceiling by half and continue" },
      { label: "stop", about: "end the run; finished work is kept" },
    ],
    multiple: false,
    urgency: 100,
    asked: how.at,
  }
}

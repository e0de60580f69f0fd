import { addUsage, noUsage } from "../agents/add-usage.ts"
import type { ItemKey, Usage } from "../agents/agent-driver.ts"
import { estimateTokens } from "../text/estimate-tokens.ts"
import { DEFAULT_TIER } from "../workflow/quote/prices.ts"
import type { Tier } from "../workflow/roles.ts"
import { findBrokenCeiling, sumSpent } from "./advance/decide/ask/ceilings.ts"
import { estimateUse, sumCosts } from "./advance/decide/ask/estimate-use.ts"
import { openReading } from "./advance/pending-commit.ts"
import { buildAgentRequest } from "./build-directive.ts"
import { type Engine, findRun } from "./engine.ts"
import { type Dispatch, listDispatches, isSameItem, type Run, type Spent } from "./model.ts"

export type Room =
  | { readonly kind: "enough" }
  /** Enough only if the agents at work use less than expected. */
  | { readonly kind: "later" }
  | { readonly kind: "none"; readonly why: string; readonly needs: Pick<Spent, "tokens" | "money"> }

interface Wanted {
  readonly dispatch: Dispatch
  readonly unsettled: ReadonlyMap<string, Usage>
  readonly cwd: string
}

/**
 * Whether the ceilings of a tree of runs leave room for one more agent: it counts what is spent, what failed attempts
 * used, what agents at work in any process are expected to use, and what this agent is expected to use.
 */
export async function checkRoom(engine: Engine, run: Run, wanted: Wanted): Promise<Room> {
  const root = run.root === run.id ? run : await findRun(engine, run.root)
  const { budget, started } = root
  if (Object.values(budget).every((ceiling) => ceiling === undefined)) return { kind: "enough" }
  // In this order, an agent that answers in the meantime is counted twice rather than not at all; this corrects itself.
  const leased = await atWork(engine, await engine.store.runs({ root: run.root }), wanted.dispatch)
  const runs = await engine.store.runs({ root: run.root })
  const costs = sumCosts(runs.map((one) => one.costs))
  const needs = expected(
    wanted.dispatch,
    (await buildAgentRequest(openReading(engine), wanted.dispatch, wanted.cwd))?.prompt,
  )
  const spent = plus(sumSpent(runs), toSpent([...wanted.unsettled.values()].reduce(addUsage, noUsage)))
  const why = findBrokenCeiling({ budget, spent, started }, needs, engine.now())
  if (why !== undefined) return { kind: "none", why, needs }
  const then = leased.map((one) => expected(one)).reduce(plus, spent)
  return findBrokenCeiling({ budget, spent: then, started }, needs, engine.now()) === undefined
    ? { kind: "enough" }
    : { kind: "later" }

  function expected({ agent, tier = DEFAULT_TIER, ask }: Dispatch, prompt = "prompt" in ask ? ask.prompt : "") {
    return estimateUse({ agent, tier: tier as Tier, tokens: estimateTokens(prompt) }, costs)
  }
}

/** What workers of all processes are working on, without the given dispatch. */
async function atWork(engine: Engine, runs: readonly Run[], own: Dispatch): Promise<readonly Dispatch[]> {
  const found: Dispatch[] = []
  for (const { id, status, visit } of runs) {
    if (status !== "running" || visit === undefined) continue
    const loaded = await engine.store.load({ run: id, items: { step: visit.step, round: visit.round } })
    found.push(...listDispatches(loaded?.items ?? []).filter((one) => isAgentAtWork(one) && !isOwn(one)))
  }
  return found

  function isOwn(one: Dispatch): boolean {
    return one.run === own.run && isSameItem(one, own)
  }
}

function isAgentAtWork({ status, agent }: Dispatch): boolean {
  return status === "leased" && agent !== "shell"
}

function plus(spent: Spent, more: Pick<Spent, "tokens" | "money">): Spent {
  return { agents: spent.agents, tokens: spent.tokens + more.tokens, money: spent.money + more.money }
}

function toSpent({ tokensIn, tokensOut, money }: Usage): Pick<Spent, "tokens" | "money"> {
  return { tokens: tokensIn + tokensOut, money }
}

export function serialiseKey({ run, step, round, item }: ItemKey): string {
  return JSON.stringify([run, step, round, item])
}

import type { Budget } from "../../../run/model.ts"
import { UsageError } from "../../parsing/usage-error.ts"

/** Limits of a run. */
export const budgetOptions = {
  "max-agents": { kind: "number", value: "N", about: "ask a person before starting more agents than this" },
  "max-tokens": { kind: "number", value: "N", about: "ask a person before using more tokens than this" },
  "max-cost": { kind: "text", value: "DOLLARS", about: "ask a person before spending more than this" },
  "max-money": { kind: "alias", sameAs: "max-cost" },
  budget: { kind: "alias", sameAs: "max-cost" },
  "max-time": { kind: "number", value: "SECONDS", about: "ask a person before starting agents after this time" },
} as const

interface Given {
  readonly "max-agents"?: number
  readonly "max-tokens"?: number
  readonly "max-cost"?: string
  readonly "max-time"?: number
}

export function readBudget(options: Given): Budget {
  const { "max-agents": agents, "max-tokens": tokens, "max-cost": cost, "max-time": seconds } = options
  return {
    agents,
    tokens,
    ...(cost === undefined ? {} : { money: readDollars(cost) }),
    seconds,
  }
}

export function readDollars(text: string): number {
  const amount = Number(text)
  if (text.trim() === "" || !Number.isFinite(amount) || amount <= 0)
    throw new UsageError(`--max-cost is "${text}"`, "give an amount such as 2.50")
  return amount
}

import type { Budget } from "../../../run/model.ts"
import { UsageError } from "../../parsing/usage-error.ts"

/** Limits of a run. */
export const budgetOptions = {
  "max-agents": { kind: "number", value: "N", about: "ask a person before starting more agents than this" },
  "max-tokens": { kind: "number", value: "N", about: "ask a person before using more tokens than this" },
  "max-money": { kind: "text", value: "DOLLARS", about: "ask a person before spending more money than this" },
  budget: {
    kind: "text",
    value: "DOLLARS",
    about: "ask a person before spending more money than this",
    sameAs: "max-money",
  },
  "max-time": { kind: "number", value: "SECONDS", about: "ask a person before starting agents after this time" },
} as const

interface Given {
  readonly "max-agents"?: number | undefined
  readonly "max-tokens"?: number
  readonly "max-money"?: string | undefined
  readonly budget?: string
  readonly "max-time"?: number
}

/** `name` is the option by which the command takes money. */
export function readBudget(options: Given, name = "max-money"): Budget {
  const { "max-agents": agents, "max-tokens": tokens, "max-time": seconds } = options
  const money = options["max-money"] ?? options.budget
  return {
    agents,
    tokens,
    ...(money === undefined ? {} : { money: dollars(money, name) }),
    seconds,
  }
}

function dollars(text: string, name: string): number {
  const amount = Number(text)
  if (text.trim() === "" || !Number.isFinite(amount) || amount <= 0)
    throw new UsageError(`--${name} is "${text}"`, "give an amount such as 2.50")
  return amount
}

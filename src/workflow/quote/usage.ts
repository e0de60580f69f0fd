/** An amount of usage: agents started, tokens read and written, dollars. */
export interface QuotedUsage {
  readonly agents: number
  readonly tokensIn: number
  readonly tokensOut: number
  readonly cost: number
}

/** The minimum, the most likely and the maximum. */
export interface UsageRange<T> {
  readonly min: T
  readonly likely: T
  readonly max: T
}

export const NOTHING: QuotedUsage = { agents: 0, tokensIn: 0, tokensOut: 0, cost: 0 }

export const usageKeys = ["agents", "tokensIn", "tokensOut", "cost"] as const

export function addQuoted(a: QuotedUsage, b: QuotedUsage): QuotedUsage {
  return mapUsage((key) => a[key] + b[key])
}

export function timesUsage(usage: QuotedUsage, times: number): QuotedUsage {
  return mapUsage((key) => usage[key] * times)
}

export function mapUsage(valueOf: (key: (typeof usageKeys)[number]) => number): QuotedUsage {
  return {
    agents: valueOf("agents"),
    tokensIn: valueOf("tokensIn"),
    tokensOut: valueOf("tokensOut"),
    cost: valueOf("cost"),
  }
}

export function mapRange<T>(valueOf: (end: keyof UsageRange<T>) => T): UsageRange<T> {
  return { min: valueOf("min"), likely: valueOf("likely"), max: valueOf("max") }
}

/** Tokens and agents as whole numbers, dollars with six decimals. */
export function roundUsage(usage: QuotedUsage): QuotedUsage {
  return mapUsage((key) => (key === "cost" ? Math.round(usage.cost * 1e6) / 1e6 : Math.round(usage[key])))
}

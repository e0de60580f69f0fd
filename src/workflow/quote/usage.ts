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

export function addUsageQuotes(a: QuotedUsage, b: QuotedUsage): QuotedUsage {
  return mapUsage((key) => a[key] + b[key])
}

export function multiplyUsage(usage: QuotedUsage, times: number): QuotedUsage {
  return mapUsage((key) => usage[key] * times)
}

export function mapUsage(pickValue: (key: (typeof usageKeys)[number]) => number): QuotedUsage {
  return {
    agents: pickValue("agents"),
    tokensIn: pickValue("tokensIn"),
    tokensOut: pickValue("tokensOut"),
    cost: pickValue("cost"),
  }
}

export function mapRange<T>(pickValue: (end: keyof UsageRange<T>) => T): UsageRange<T> {
  return { min: pickValue("min"), likely: pickValue("likely"), max: pickValue("max") }
}

/** Tokens and agents as whole numbers, dollars with six decimals. */
export function roundUsage(usage: QuotedUsage): QuotedUsage {
  return mapUsage((key) => (key === "cost" ? Math.round(usage.cost * 1e6) / 1e6 : Math.round(usage[key])))
}

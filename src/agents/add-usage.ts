import type { Usage } from "./agent-driver.ts"

export const noUsage: Usage = { tokensIn: 0, tokensOut: 0, money: 0, milliseconds: 0 }

export function addUsage(one: Usage, other: Usage): Usage {
  return {
    tokensIn: one.tokensIn + other.tokensIn,
    tokensOut: one.tokensOut + other.tokensOut,
    money: one.money + other.money,
    milliseconds: one.milliseconds + other.milliseconds,
    tokensCached: addOptional(one.tokensCached, other.tokensCached),
  }
}

function addOptional(one: number | undefined, other: number | undefined): number | undefined {
  return one === undefined && other === undefined ? undefined : (one ?? 0) + (other ?? 0)
}

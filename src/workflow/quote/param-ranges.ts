import type { Param, ParamValue } from "../params.ts"
import type { Asked, FanoutItems } from "../workflow.ts"
import { COMPUTED_ITEMS } from "./prices.ts"
import type { UsageRange } from "./usage.ts"

/** The range of each numeric parameter, by name. */
export type ParamRanges = ReadonlyMap<string, UsageRange<number>>

/** What is known about parameters: a value, or its bounds. */
type KnownParams = Readonly<Record<string, UsageRange<number> | ParamValue>>

export function findParamRanges(declared: readonly Param[], given: KnownParams): ParamRanges {
  return new Map(
    declared
      .filter(({ type }) => type === "integer" || type === "number")
      .map((param): [string, UsageRange<number>] => {
        const known = Object.hasOwn(given, param.name) ? given[param.name] : undefined
        if (typeof known === "object") return [param.name, known]
        const value = known === undefined ? Number.NaN : Number(known)
        return [param.name, Number.isFinite(value) ? always(value) : declaredRange(param)]
      }),
  )
}

function declaredRange({ default: usual, min, max }: Param): UsageRange<number> {
  const likely = Number(usual ?? min ?? max ?? COMPUTED_ITEMS.likely)
  return { min: min ?? Math.min(likely, 1), likely, max: max ?? Math.max(likely, COMPUTED_ITEMS.max) }
}

function always(value: number): UsageRange<number> {
  return { min: value, likely: value, max: value }
}

/**
 * How many agents a fan-out asks. A list in a value may be empty, and is assumed to have half of its maximum length.
 */
export function countFanoutItems(items: FanoutItems, ranges: ParamRanges): UsageRange<number> {
  switch (items.kind) {
    case "list":
      return always(items.items.length)
    case "each":
      return { min: 0, likely: Math.ceil(items.most / 2), max: items.most }
    case "count":
      return ranges.get(items.param) ?? COMPUTED_ITEMS
    case "computed":
      return COMPUTED_ITEMS
  }
}

const WHOLE_PARAM = /^\s*\{\{\s*params\.([\w-]+)\s*\}\}\s*$/

/** What is known about the parameters of a child workflow: literals, and values that are passed on. */
export function passToChild(asked: Asked, ranges: ParamRanges): KnownParams {
  return Object.fromEntries(
    Object.entries(asked.with ?? {}).flatMap(([name, text]): readonly [string, UsageRange<number> | ParamValue][] => {
      const passedOn = ranges.get(WHOLE_PARAM.exec(text)?.[1] ?? "")
      if (passedOn !== undefined) return [[name, passedOn]]
      return text.trim() === "" || text.includes("{{") ? [] : [[name, text]]
    }),
  )
}

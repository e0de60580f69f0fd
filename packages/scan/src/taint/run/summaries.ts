import type { Closure, Value } from "../value.ts"

/** The result of a call. */
export interface Summary {
  readonly result: Value
  readonly self?: Value | undefined
  /** What has been checked when it ends. */
  readonly proven: ReadonlyMap<string, number>
}

interface Called {
  readonly args: readonly Value[]
  readonly named: ReadonlyMap<string, Value>
  readonly self?: Value | undefined
}

/** Results of calls, by function and arguments, so that the same call is not run twice. */
export interface Summaries {
  /** Undefined for a call that is not cached, such as a function that a framework calls. */
  readonly buildKey: (closure: Closure, call: Called, handler: object | undefined) => string | undefined
  readonly get: (closure: Closure, key: string) => Summary | undefined
  readonly set: (closure: Closure, key: string, summary: Summary) => void
}

const LONGEST_KEY = 400

/**
 * Only top-level functions of a file are cached: what they see around them changes only through `writes`, which counts
 * the changes. Values never change, so a value that is not plain is identified by itself.
 */
export function openSummaries(writes: () => number): Summaries {
  const kept = new Map<Closure["fn"], Map<string, Summary>>()
  const numbers = new Map<object, number>()
  let last = 0
  const numberValue = (value: object): number => {
    const known = numbers.get(value)
    if (known !== undefined) return known
    last++
    numbers.set(value, last)
    return last
  }
  const writeSign = (value: Value | undefined): string => {
    if (value === undefined) return "-"
    const { constant, taints, fields, rest, closures } = value
    if (constant !== undefined && taints.length === 0) return JSON.stringify(constant)
    const isPlain = taints.length === 0 && fields === undefined && rest === undefined && closures === undefined
    const isKnown =
      value.made ?? value.cls ?? value.link ?? value.viaKey ?? value.sketch ?? value.length ?? value.settle
    if (isPlain && isKnown === undefined) return value.path === undefined ? "?" : `:${value.path}`
    return `#${numberValue(value)}`
  }
  return {
    buildKey({ state, self }, { args, named, self: given }, handler) {
      if (state.outer !== undefined || handler !== undefined) return undefined
      const names = named.size === 0 ? "" : [...named].map(([name, value]) => `${name}=${writeSign(value)}`).join()
      const key = `${args.map(writeSign).join()};${names};${writeSign(given ?? self)};${state.isDone === true ? "" : writes()}`
      return key.length > LONGEST_KEY ? undefined : key
    },
    get: ({ fn }, key) => kept.get(fn)?.get(key),
    set({ fn }, key, summary) {
      const known = kept.get(fn)
      if (known === undefined) kept.set(fn, new Map([[key, summary]]))
      else known.set(key, summary)
    },
  }
}

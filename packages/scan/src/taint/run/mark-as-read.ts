import type { SourceSpan } from "../ir.ts"
import { changeValue, changeTaint, isFixed, makeTaint, type Value } from "../value.ts"
import type { Pass } from "./knowledge.ts"
import { extendWay } from "./values/read-value.ts"

interface Reading {
  readonly pass: Pass
  readonly from: readonly Value[]
  readonly spot: SourceSpan
  readonly file: string
}

/** Only text from outside is encoded: what a caller passed to a decoder, or what is not known, comes from there. */
export function markAsRead(given: Value, { pass, from: [first], spot, file }: Reading): Value {
  const { reads } = pass.row
  if (reads === undefined || first === undefined || isFixed(first)) return given
  if (given.taints.length > 0)
    return changeValue(given, {
      taints: given.taints.map((taint) => (taint.trust === "parameter" ? changeTaint(taint, { trust: reads }) : taint)),
    })
  const origin = `${reads} ${spot.start}`
  const taint = makeTaint({ trust: reads, origin, way: extendWay(file, spot) })
  return changeValue(given, { taints: [taint] })
}

/** A loader of modules has a method with the name of that of messages, and asks it for a module. */
const ofLoader = /(?:^|\.)get_filename\(\)$/

/** A document that came with a request, or from another machine, is as dangerous as that. */
export function isBetterKnown({ taints }: Value, args: readonly Value[]): boolean {
  if (args.length > 0 && taints.every(({ origin }) => ofLoader.test(origin))) return true
  return (
    taints.every(({ trust }) => trust === "document") &&
    args.some((arg) => arg.taints.some(({ trust }) => trust !== "parameter"))
  )
}

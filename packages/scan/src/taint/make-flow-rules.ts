import type { RuleFacts } from "../rule-facts.ts"
import type { Harm } from "./harm.ts"
import type { Table } from "./table.ts"
import { flowClasses } from "./tables/flow-classes.ts"
import { caller, libraryClasses } from "./tables/library-classes.ts"
import type { InputTrust } from "./value.ts"

/** A rule that matches if input reaches a sink. */
export interface FlowRule extends RuleFacts {
  readonly words: readonly string[]
  readonly flow: {
    readonly harm: Harm
    readonly trusts: readonly InputTrust[]
    /** If nothing in the project calls the function, others must: every persona then sees it, with this severity. */
    readonly ofEntry?: RuleFacts["severity"] | undefined
    /** Where requests are answered, only they count: what a handler passes on is followed from it. */
    readonly outsideHandlers?: boolean | undefined
  }
}

/** The rules, each with the words of its sinks. A file that contains none of them is not examined. */
export function makeFlowRules(tables: readonly Table[]): readonly FlowRule[] {
  return [...flowClasses, ...libraryClasses].map(({ harm, trusts, ofEntry, outsideHandlers, ...facts }) => ({
    ...facts,
    category: "security",
    confidence: trusts === caller ? "medium" : "high",
    // None was correct often enough for a lower bound of .95 of its precision: see test/review-set/measured.tsv.
    autoValidated: false,
    words: listSinkWords(tables, harm),
    flow: { harm, trusts, ofEntry, outsideHandlers },
  }))
}

function listSinkWords(tables: readonly Table[], harm: Harm): readonly string[] {
  if (harm === "key") return ["]"]
  const sinks = tables.flatMap((table) => table.sinks ?? []).filter((row) => row.harm === harm)
  const names = sinks.flatMap(({ calls = [], methods = [], writes = [] }) => [...calls, ...methods, ...writes])
  const words = names.map((name) => /([\w$]+)(?:\(\)|\[\]|>)?$/.exec(name.replace(/^<|>$/g, ""))?.[1] ?? name)
  return [...new Set([...words, ...(harm === "html" ? ["return"] : [])])]
}

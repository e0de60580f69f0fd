import type { Directive } from "./directive.ts"

/** What to run when a step is done: exactly one of these. */
export type Routing =
  | { readonly kind: "linear"; readonly command: string }
  | { readonly kind: "branch"; readonly ifPass: string; readonly ifFail: string }
  /** One command for each case, and optionally one more after all of them. */
  | { readonly kind: "cases"; readonly cases: readonly RoutingCase[]; readonly afterAll?: string | undefined }
  /** Nothing is left to do. */
  | { readonly kind: "terminal" }
  /** Something is left to do, but no command leads to it. */
  | { readonly kind: "open" }

export interface RoutingCase {
  readonly by: "outcome" | "item" | "question"
  readonly name: string
  readonly command: string
}

/** Derived from the directive alone: a step's number does not tell what follows it. */
export function chooseRouting(directive: Directive): Routing {
  if (directive.ended) return { kind: "terminal" }
  const answers = directive.questions.map(({ id, command }) => ({ by: "question", name: id, command }) as const)
  if (answers.length > 0) return routed(answers, undefined)
  const reports = openDispatches(directive).flatMap(({ item, report }) =>
    report === undefined ? [] : [{ by: "item", name: item, command: report } as const],
  )
  if (reports.length > 0) return routed(reports, directive.after)
  if (openDispatches(directive).length > 0 && directive.after !== undefined)
    return { kind: "linear", command: directive.after }
  const outcomes = directive.outcomes.map(
    ({ outcome, command }) => ({ by: "outcome", name: outcome, command }) as const,
  )
  if (outcomes.length > 0) return branched(outcomes) ?? routed(outcomes, undefined)
  return directive.after === undefined ? { kind: "open" } : { kind: "linear", command: directive.after }
}

/** The agents that have not answered yet. */
export function openDispatches(directive: Directive): Directive["dispatches"] {
  return directive.dispatches.filter(({ answered }) => !answered)
}

function routed(cases: readonly RoutingCase[], afterAll: string | undefined): Routing {
  const [only, ...others] = cases
  if (only !== undefined && others.length === 0 && afterAll === undefined)
    return { kind: "linear", command: only.command }
  return { kind: "cases", cases, afterAll }
}

function branched(cases: readonly RoutingCase[]): Routing | undefined {
  const pass = cases.find(({ name }) => name === "ok")
  const fail = cases.find(({ name }) => name === "fail")
  if (cases.length !== 2 || pass === undefined || fail === undefined) return undefined
  return { kind: "branch", ifPass: pass.command, ifFail: fail.command }
}

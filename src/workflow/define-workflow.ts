import type { End } from "./outcome.ts"
import type { Param } from "./params.ts"
import type {
  AskStep,
  ComputeStep,
  DispatchStep,
  DoStep,
  FanoutStep,
  GateStep,
  Step,
  WaitStep,
  Workflow,
} from "./workflow.ts"

type Written<S> = Omit<S, "kind" | "actions"> & {
  readonly actions?: readonly (S extends { readonly actions: readonly (infer A)[] } ? A : never)[]
}

export interface WrittenWorkflow<Id extends string>
  extends Omit<Workflow, "start" | "steps" | "params" | "description"> {
  readonly description?: string
  readonly params?: readonly Param[]
  readonly start: NoInfer<Id>
  readonly steps: readonly Step<Id, NoInfer<Id> | End>[]
}

/** A workflow from TypeScript, frozen. A step id in `start`, `next` or `onError` that no step has does not compile. */
export function defineWorkflow<const Id extends string>(written: WrittenWorkflow<Id>): Workflow {
  return copyFrozen({ description: "", params: [], ...written })
}

export function doStep<const Id extends string, const To extends string = never>(
  step: Written<DoStep<Id, To>>,
): DoStep<Id, To> {
  return { kind: "do", actions: [], ...step }
}

export function dispatch<const Id extends string, const To extends string = never>(
  step: Written<DispatchStep<Id, To>>,
): DispatchStep<Id, To> {
  return { kind: "dispatch", actions: [], ...step }
}

export function fanout<const Id extends string, const To extends string = never>(
  step: Written<FanoutStep<Id, To>>,
): FanoutStep<Id, To> {
  return { kind: "fanout", actions: [], ...step }
}

export function gate<const Id extends string, const To extends string = never>(
  step: Written<GateStep<Id, To>>,
): GateStep<Id, To> {
  return { kind: "gate", actions: [], ...step }
}

export function ask<const Id extends string, const To extends string = never>(
  step: Written<AskStep<Id, To>>,
): AskStep<Id, To> {
  return { kind: "ask", actions: [], ...step }
}

export function compute<const Id extends string, const To extends string = never>(
  step: Written<ComputeStep<Id, To>>,
): ComputeStep<Id, To> {
  return { kind: "compute", actions: [], ...step }
}

export function wait<const Id extends string, const To extends string = never>(
  step: Written<WaitStep<Id, To>>,
): WaitStep<Id, To> {
  return { kind: "wait", actions: [], ...step }
}

/** An immutable copy of plain data. Functions are kept unchanged. */
export function copyFrozen<T>(value: T): T
export function copyFrozen(value: unknown): unknown {
  if (Array.isArray(value)) return Object.freeze(value.map((entry) => copyFrozen(entry)))
  if (typeof value !== "object" || value === null) return value
  return Object.freeze(Object.fromEntries(Object.entries(value).map(([key, held]) => [key, copyFrozen(held)])))
}

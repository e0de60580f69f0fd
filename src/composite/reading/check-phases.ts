import { nearestNames } from "../../text/nearest-names.ts"
import { type Problem, problemAt } from "../../problem/problem.ts"
import { type Composite, END_PHASE, type Phase } from "../composite.ts"
import { type CompositeProblemCode, problem } from "../problems.ts"
import { protocolSteps } from "../protocol.ts"

interface Where {
  readonly path: string
  lineOf(phase: string): number
}

interface Wrong {
  readonly code: CompositeProblemCode
  readonly message: string
  readonly fix: string
}

/** What a composite must satisfy beyond the rules for every workflow. */
export function checkPhases(composite: Composite, { path, lineOf }: Where): readonly Problem[] {
  return composite.phases.flatMap((phase, at) =>
    [
      ...(at === 0 ? checkFirst(phase) : []),
      ...checkId(phase),
      ...checkNames(composite, phase),
      ...checkType(phase),
      ...checkContext(composite, phase, at),
    ].map(({ code, message, fix }) => problemAt(path, problem(code, { line: lineOf(phase.id) }, { message, fix }))),
  )
}

function checkFirst({ id, type, agent }: Phase): readonly Wrong[] {
  if (type === "LINEAR" && agent === "clarification") return []
  return [
    {
      code: "composite.first-phase",
      message: `the first phase, "${id}", is ${type} with agent ${agent}`,
      fix: "start with a LINEAR phase of agent clarification",
    },
  ]
}

/**
 * The steps and values of the protocol, and of what is added to the phases. A phase of that name would replace them.
 */
const reserved: readonly string[] = [
  ...protocolSteps.flatMap(({ step, parts = [], value }) => [step, ...parts, value]),
  "checks",
  "criteria",
  "reasoning",
  END_PHASE,
]

function checkId({ id }: Phase): readonly Wrong[] {
  if (!reserved.includes(id)) return []
  const message = `"${id}" is reserved by the protocol, but a phase uses it as its id`
  return [{ code: "composite.reserved-phase", message, fix: `use another id, such as ${id}-phase` }]
}

function checkNames({ phases }: Composite, phase: Phase): readonly Wrong[] {
  const ids = phases.map(({ id }) => id)
  const named: readonly (readonly [string, string | undefined])[] = [
    ["next", phase.next === END_PHASE ? undefined : phase.next],
    ["remediation_target", phase.remediationTarget],
    ...[...phase.context.required, ...phase.context.optional].map((id) => ["context", id] as const),
  ]
  return named.flatMap(([key, id]) => {
    if (id === undefined || ids.includes(id)) return []
    const near = nearestNames(id, ids)[0]
    const fix = near === undefined ? `use ${ids.join(", ")}` : `did you mean ${near}?`
    return [{ code: "composite.unknown-phase", message: `${key} of phase "${phase.id}" names "${id}"`, fix }]
  })
}

/** What each type needs. */
const needs: Readonly<Record<Phase["type"], (phase: Phase) => string | undefined>> = {
  LINEAR: () => undefined,
  OPTIONAL: ({ trigger, skipCondition }) =>
    trigger === undefined && skipCondition === undefined ? "a trigger or skip_condition" : undefined,
  ITERATIVE: ({ iterationAgents }) => (iterationAgents.length === 0 ? "iteration_agents" : undefined),
  REMEDIATION: ({ remediationTarget }) => (remediationTarget === undefined ? "a remediation_target" : undefined),
  PARALLEL: ({ branches }) => (branches.length < 2 ? "at least two parallel_branches" : undefined),
}

function checkType(phase: Phase): readonly Wrong[] {
  const missing = needs[phase.type](phase)
  const names = phase.branches.map(({ name }) => name)
  const twice = names.find((name, at) => names.indexOf(name) !== at)
  return [
    ...(missing === undefined
      ? []
      : [
          wrongPhase(
            `phase "${phase.id}" is ${phase.type} but has no ${missing.replace(/^an? /, "")}`,
            `add ${missing}`,
          ),
        ]),
    ...(twice === undefined
      ? []
      : [wrongPhase(`two branches of phase "${phase.id}" are called ${twice}`, "give each branch its own name")]),
  ]
}

function wrongPhase(message: string, fix: string): Wrong {
  return { code: "composite.bad-phase", message, fix }
}

/** What a phase requires must exist whenever it begins. */
function checkContext({ phases }: Composite, { id, context }: Phase, at: number): readonly Wrong[] {
  const wrong = (message: string, fix: string): Wrong => ({ code: "composite.bad-context", message, fix })
  const isMultiple = context.pattern === "MULTIPLE_PREDECESSORS"
  if (isMultiple && context.required.length === 0)
    return [wrong(`phase "${id}" reads several predecessors but requires none`, "add required: with an earlier phase")]
  if (!isMultiple && context.required.length + context.optional.length > 0)
    return [
      wrong(
        `phase "${id}" names predecessors, but its pattern is ${context.pattern}`,
        "write pattern: MULTIPLE_PREDECESSORS",
      ),
    ]
  return context.required.flatMap((name) => {
    const before = phases.findIndex((phase) => phase.id === name)
    if (before === -1) return []
    if (before >= at)
      return [wrong(`phase "${id}" requires "${name}", which does not come before it`, "require an earlier phase")]
    return phases[before]?.type === "OPTIONAL"
      ? [wrong(`phase "${id}" requires "${name}", which may be skipped`, `list ${name} under optional`)]
      : []
  })
}

import { findNearestNames } from "../../text/find-nearest-names.ts"
import { toVisibleLine } from "../../text/escape-hidden.ts"
import { type Problem, placeProblem } from "../../problem/problem.ts"
import { CHECKS_BACK, CHECKS_FOUND, type Composite, END_PHASE, type Phase } from "../composite.ts"
import { type CompositeProblemCode, compositeProblem } from "../problems.ts"
import { PHASE_HISTORY } from "../memory-record.ts"
import { protocolSteps } from "../protocol.ts"

interface Where {
  readonly path: string
  findPhaseLine(phase: string): number
}

interface Wrong {
  readonly code: CompositeProblemCode
  readonly message: string
  readonly fix: string
}

/** What a composite must satisfy beyond the rules for every workflow. */
export function checkPhases(composite: Composite, { path, findPhaseLine }: Where): readonly Problem[] {
  const located = (line: number) => (wrong: Wrong) => {
    const { code, ...said } = wrong
    return placeProblem(path, compositeProblem(code, { line }, said))
  }
  const ofPhases = composite.phases.flatMap((phase, at) =>
    [
      ...(at === 0 ? checkFirst(phase) : []),
      ...checkId(composite, phase),
      ...checkNames(composite, phase),
      ...checkFlags(phase),
      ...checkType(phase),
      ...checkBranches(phase),
      ...checkRemediation(composite, phase, at),
      ...checkContext(composite, phase, at),
    ].map(located(findPhaseLine(phase.id))),
  )
  return [...checkWhole(composite).map(located(1)), ...ofPhases]
}

function checkWhole({ name, phases, criteriaTarget }: Composite): readonly Wrong[] {
  const isName = toVisibleLine(name) === name && name !== "" && name.length <= LONGEST_NAME
  return [
    ...(isName ? [] : [wrongPhase(`the name ${JSON.stringify(name)} is not one short line`, "use the skill's name")]),
    ...unknownPhase("criteria_target", criteriaTarget, phases),
  ]
}

const LONGEST_NAME = 128

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
  CHECKS_BACK,
  CHECKS_FOUND,
  PHASE_HISTORY,
  "criteria",
  "reasoning",
  END_PHASE,
]

/** Values that belong to another phase: the answers to its questions, and what its branches wrote. */
const valueParts = ["answers", "branches"]

function checkId({ phases }: Composite, { id }: Phase): readonly Wrong[] {
  const owner = phases.find((other) => valueParts.some((part) => id === `${other.id}-${part}`))
  if (owner !== undefined)
    return [
      {
        code: "composite.reserved-phase",
        message: `"${id}" is reserved for what belongs to phase "${owner.id}", but a phase uses it as its id`,
        fix: `use another id, such as ${id}-phase`,
      },
    ]
  if (!reserved.includes(id)) return []
  const message = `"${id}" is reserved by the protocol, but a phase uses it as its id`
  return [{ code: "composite.reserved-phase", message, fix: `use another id, such as ${id}-phase` }]
}

function checkNames({ phases }: Composite, phase: Phase): readonly Wrong[] {
  const named: readonly (readonly [string, string | undefined])[] = [
    ["next", phase.next === END_PHASE ? undefined : phase.next],
    ["remediation_target", phase.remediationTarget],
    ...[...phase.context.required, ...phase.context.optional].map((id) => ["context", id] as const),
  ]
  return named.flatMap(([key, id]) => unknownPhase(`${key} of phase "${phase.id}"`, id, phases))
}

function unknownPhase(what: string, id: string | undefined, phases: readonly Phase[]): readonly Wrong[] {
  const ids = phases.map((phase) => phase.id)
  if (id === undefined || ids.includes(id)) return []
  const near = findNearestNames(id, ids)[0]
  const fix = near === undefined ? `use ${ids.join(", ")}` : `did you mean ${near}?`
  return [{ code: "composite.unknown-phase", message: `${what} names "${id}"`, fix }]
}

/** Parameters that every job has. */
const taken: readonly string[] = ["query", "memory"]

function checkFlags({ id, trigger, skipCondition }: Phase): readonly Wrong[] {
  const flag = [trigger, skipCondition].find((name) => name !== undefined && taken.includes(name))
  return flag === undefined
    ? []
    : [wrongPhase(`phase "${id}" uses the flag "${flag}", which is taken`, "rename the flag")]
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
  if (missing === undefined) return []
  const message = `phase "${phase.id}" is ${phase.type} but has no ${missing.replace(/^an? /, "")}`
  return [wrongPhase(message, `add ${missing}`)]
}

/** The name of a branch is part of a file name, even on systems that ignore case. */
function checkBranches({ id, branches }: Phase): readonly Wrong[] {
  const bad = branches.find(({ name }) => !BRANCH_NAME.test(name))
  const names = branches.map(({ name }) => name.toLowerCase())
  const twice = branches.find((_, at) => names.indexOf(names[at] ?? "") !== at)
  return [
    ...(bad === undefined
      ? []
      : [
          wrongPhase(
            `phase "${id}" has a branch ${JSON.stringify(bad.name)}`,
            "name it with letters, digits, hyphens and underscores, at most 64",
          ),
        ]),
    ...(twice === undefined
      ? []
      : [wrongPhase(`two branches of phase "${id}" are called ${twice.name}`, "give each branch its own name")]),
  ]
}

const BRANCH_NAME = /^[A-Za-z0-9][\w-]{0,63}$/

/** Work goes back, and the loops end. */
function checkRemediation({ phases }: Composite, phase: Phase, at: number): readonly Wrong[] {
  const { id, remediationTarget, maxRemediation } = phase
  const target = phases.findIndex((one) => one.id === remediationTarget)
  return [
    ...(target > at
      ? [
          wrongPhase(
            `remediation_target of phase "${id}" is "${remediationTarget}", which comes after it`,
            "use an earlier phase",
          ),
        ]
      : []),
    ...(maxRemediation > MOST_REMEDIATIONS
      ? [wrongPhase(`max_remediation of phase "${id}" is ${maxRemediation}`, `use at most ${MOST_REMEDIATIONS}`)]
      : []),
  ]
}

const MOST_REMEDIATIONS = 10

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

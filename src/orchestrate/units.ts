import type { Role } from "../workflow/roles.ts"
import { listPlaceholders } from "../workflow/template.ts"
import {
  type PhaseCheck,
  type Composite,
  type ContextPattern,
  type Criterion,
  END_PHASE,
  type Phase,
} from "./composite.ts"

/** One piece of work for one agent, or for several in parallel. A phase is one unit; an ITERATIVE phase is several. */
export interface Unit {
  /** The id of its step, and the name of the value it writes. */
  readonly id: string
  readonly phase: string
  readonly title: string
  readonly agent: Role
  readonly kind: "single" | "remediation" | "parallel"
  readonly content: string
  readonly pattern: ContextPattern
  /** Units whose memory files the agent gets. */
  readonly required: readonly string[]
  readonly optional: readonly string[]
  /** The part of the memory file's name between the job and `-memory.md`. */
  readonly fileKey: string
  /** No other phase has that part, and later attempts add theirs. */
  readonly ownFiles: boolean
  /** The unit that follows, or `end`. */
  readonly next: string
  /** The unit that follows if this one is skipped; absent: `next`. */
  readonly nextIfSkipped?: string | undefined
  readonly flags: readonly Flag[]
  readonly target?: string | undefined
  readonly most: number
  readonly branches: readonly UnitBranch[]
  readonly criteria: readonly Criterion[]
  /** Its result is checked, so its memory file must say where that is. */
  readonly namesArtifact: boolean
  /** Work that fails its checks comes back to it. */
  readonly isCheckTarget: boolean
  /** The skills it chooses from, if it chooses one. */
  readonly chooses?: readonly string[] | undefined
}

/** A flag that decides whether a unit takes place. */
export interface Flag {
  readonly name: string
  readonly skipsWhen: boolean
}

/** The value with the answers of all branches of a parallel unit. */
export function branchesValue({ id }: Pick<Unit, "id">): string {
  return `${id}-branches`
}

export interface UnitBranch {
  readonly name: string
  readonly agent: Role
  readonly content: string
  readonly failOnError: boolean
  readonly fileKey: string
}

/** Who does a unit or a phase: its agent, or those of its branches. */
export function nameUnitAgents({ agent, branches = [] }: Pick<Phase, "agent" | "branches">): string {
  return branches.length === 0 ? agent : [...new Set(branches.map((branch) => branch.agent))].join(", ")
}

/** What one agent was asked in an attempt of a phase, and the file it must leave. */
export interface PhaseAttempt {
  readonly unit: Unit
  readonly item: string
  readonly branch?: string | undefined
  readonly agent: string
  readonly attempt: number
  readonly file: string
  /** When the attempt began. */
  readonly since: number
}

/** The units of a composite in order: reasoning first if requested, the criteria last. */
export function listUnits(composite: Composite): readonly Unit[] {
  const ofPhases = composite.phases.flatMap((phase, at) => unitsOfPhase(composite, phase, at))
  const first = ofPhases[0]?.id ?? END_PHASE
  const reasoning = composite.reasoning ? [reasoningUnit(first)] : []
  const criteria = composite.criteria.length === 0 ? [] : [criteriaUnit(composite, ofPhases)]
  const last = criteria[0]?.id ?? END_PHASE
  const named = listCheckedPhases(composite.checks)
  const returned = composite.checks.length === 0 ? undefined : checkTarget(ofPhases, composite.criteriaTarget)
  const closed = ofPhases.map((unit) => ({
    ...unit,
    next: unit.next === END_PHASE ? last : unit.next,
    namesArtifact: named.includes(unit.id),
    isCheckTarget: unit.id === returned,
  }))
  const units = [...reasoning, ...(composite.memoryAgent ? closed.flatMap(withMemory) : closed), ...criteria]
  return composite.ownFiles === true ? separateFiles(units) : units
}

/** Gives every unit and branch a file name of its own: the first of an agent keeps the agent's name. */
function separateFiles(units: readonly Unit[]): readonly Unit[] {
  const taken = new Set<string>()
  const take = (fileKey: string, unit: string): string => {
    const wanted = taken.has(fileKey) ? `${fileKey}-${unit}` : fileKey
    let key = wanted
    for (let number = 2; taken.has(key); number++) key = `${wanted}-${number}`
    taken.add(key)
    return key
  }
  return units.map((unit) => ({
    ...unit,
    ownFiles: true,
    branches: unit.branches.map((branch) => ({ ...branch, fileKey: take(branch.fileKey, unit.id) })),
    fileKey: unit.kind === "parallel" ? unit.fileKey : take(unit.fileKey, unit.id),
  }))
}

export const REASONING_PHASE = "reasoning"

export const REASONING = `Think the request through before anybody works on it: what is wanted, what is assumed, what could be
misunderstood, which skill and sequence fit, how to tell that it worked, what could go wrong, what the arguments against this
approach are, and how sure you are. If a person must decide first, report needs_clarification. If your reasoning has a flaw,
report needs_remediation with the verdict NO-GO, and the phase is repeated. Otherwise the verdict is GO.`

function reasoningUnit(first: string): Unit {
  return {
    ...plain({ id: REASONING_PHASE, title: "Think the request through", agent: "analysis" }),
    kind: "remediation",
    content: REASONING,
    fileKey: "reasoning",
    target: REASONING_PHASE,
    most: 3,
    next: first,
  }
}

function criteriaUnit({ criteria, criteriaTarget }: Composite, units: readonly Unit[]): Unit {
  return {
    ...plain({ id: "criteria", title: "Verify the success criteria one by one", agent: "validation" }),
    kind: "remediation",
    content: "Verify every criterion against the result itself, one by one, each with evidence.",
    pattern: "MULTIPLE_PREDECESSORS",
    optional: units.map(({ id }) => id),
    target: findTarget(criteriaTarget, units),
    most: 2,
    criteria,
  }
}

/** The phases whose artifacts are checked. */
export function listCheckedPhases(checks: readonly PhaseCheck[]): readonly string[] {
  const texts = checks.map((check) => ("path" in check ? check.path : check.command))
  return texts.flatMap(listPlaceholders).flatMap((place) => /^values\.([\w-]+)/.exec(place)?.[1] ?? [])
}

/** Where work goes back to when a check of the result fails. */
export function checkTarget(units: readonly Unit[], named: string | undefined): string {
  const phases = units.filter(({ id, agent }) => id !== "criteria" && id !== REASONING_PHASE && agent !== "memory")
  return findTarget(named, phases)
}

/** Where work goes back to when the result fails. */
export function findTarget(named: string | undefined, units: readonly Unit[]): string {
  const byName = units.find(({ phase }) => phase === named)
  const making = units.findLast(({ agent }) => agent === "generation")
  return (byName ?? making ?? units.at(-1))?.id ?? END_PHASE
}

function plain({ id, title, agent }: Pick<Unit, "id" | "title" | "agent">): Unit {
  return {
    id,
    phase: id,
    title,
    agent,
    kind: "single",
    content: "",
    pattern: "WORKFLOW_ONLY",
    required: [],
    optional: [],
    fileKey: agent,
    ownFiles: false,
    next: END_PHASE,
    flags: [],
    most: 0,
    branches: [],
    criteria: [],
    namesArtifact: false,
    isCheckTarget: false,
  }
}

function unitsOfPhase(composite: Composite, phase: Phase, at: number): readonly Unit[] {
  const { required, optional } = chooseContext(composite, phase, at)
  const target = phase.remediationTarget === undefined ? undefined : firstUnit(composite, phase.remediationTarget)
  const whole: Unit = {
    ...plain(phase),
    id: phase.id,
    kind: phase.type === "REMEDIATION" ? "remediation" : phase.type === "PARALLEL" ? "parallel" : "single",
    content: withConfiguration(phase),
    pattern: phase.context.pattern,
    required,
    optional,
    next: phase.next === END_PHASE ? END_PHASE : firstUnit(composite, phase.next),
    flags: listFlags(phase),
    target,
    most: phase.maxRemediation,
    branches: assignFiles(phase),
    ...(composite.choosing === undefined ? {} : { chooses: composite.choosing.skills }),
  }
  return phase.type === "ITERATIVE" ? iterations(phase, whole) : [whole]
}

function withConfiguration({ content, description, configuration }: Phase): string {
  const lines = Object.entries(configuration).map(([name, value]) => `- ${name}: ${value}`)
  return [description, content, ...(lines.length === 0 ? [] : [["Settings of this phase:", ...lines].join("\n")])]
    .filter((part) => part !== "")
    .join("\n\n")
}

function listFlags({ type, trigger, skipCondition }: Phase): readonly Flag[] {
  if (type !== "OPTIONAL") return []
  return [
    ...(skipCondition === undefined ? [] : [{ name: skipCondition, skipsWhen: true }]),
    ...(trigger === undefined ? [] : [{ name: trigger, skipsWhen: false }]),
  ]
}

/** Two branches of one agent write to two files. */
function assignFiles({ branches }: Phase): readonly UnitBranch[] {
  return branches.map((branch) => {
    const isAlone = branches.filter(({ agent }) => agent === branch.agent).length === 1
    return { ...branch, fileKey: isAlone ? branch.agent : `${branch.agent}-${branch.name}` }
  })
}

/** One agent after another, each with the output of the previous one. */
function iterations(phase: Phase, whole: Unit): readonly Unit[] {
  const ids = iterationIds(phase)
  return phase.iterationAgents.map((agent, at) => ({
    ...whole,
    id: ids[at] ?? "",
    agent,
    fileKey: agent,
    title: `${whole.title}: ${agent}`,
    ...(at === 0 ? {} : { pattern: "IMMEDIATE_PREDECESSORS" as const, required: [ids[at - 1] ?? ""], optional: [] }),
    next: ids[at + 1] ?? whole.next,
  }))
}

function iterationIds({ id, iterationAgents }: Phase): readonly string[] {
  return iterationAgents.map((agent, at) => {
    const isAgain = iterationAgents.indexOf(agent) !== at
    return isAgain ? `${id}-${agent}-${at + 1}` : `${id}-${agent}`
  })
}

function firstUnit({ phases }: Composite, id: string): string {
  const phase = phases.find((one) => one.id === id)
  return phase?.type === "ITERATIVE" ? (iterationIds(phase)[0] ?? id) : id
}

function lastUnit({ phases }: Composite, id: string): string {
  const phase = phases.find((one) => one.id === id)
  return phase?.type === "ITERATIVE" ? (iterationIds(phase).at(-1) ?? id) : id
}

/** A predecessor that may be skipped is read if it took place; the previous one always is. */
function chooseContext(composite: Composite, { context }: Phase, at: number): Pick<Unit, "required" | "optional"> {
  const units = (ids: readonly string[]) => ids.map((id) => lastUnit(composite, id))
  if (context.pattern === "WORKFLOW_ONLY") return { required: [], optional: [] }
  if (context.pattern === "MULTIPLE_PREDECESSORS")
    return { required: units(context.required), optional: units(context.optional) }
  const before = composite.phases.slice(0, at).reverse()
  const found = before.findIndex(({ type }) => type !== "OPTIONAL")
  const skippable = found === -1 ? before : before.slice(0, found)
  const certain = before[found]
  return {
    required: certain === undefined ? [] : units([certain.id]),
    optional: units(skippable.map(({ id }) => id)),
  }
}

function withMemory(unit: Unit): readonly Unit[] {
  const id = `${unit.id}-memory`
  const memory: Unit = {
    ...plain({ id, title: `Keep track after ${unit.title}`, agent: "memory" }),
    phase: unit.phase,
    content: "Check the state of the job after this phase, before the next one starts.",
    pattern: "IMMEDIATE_PREDECESSORS",
    required: [unit.id],
    fileKey: `phase-${unit.id}-to-${unit.next}`,
    next: unit.next,
  }
  return [{ ...unit, next: id, nextIfSkipped: unit.next }, memory]
}

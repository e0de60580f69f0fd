import { ask, compute, dispatch, doStep, fanout } from "../../workflow/define-workflow.ts"
import { END } from "../../workflow/outcome.ts"
import type { ComputeRow, Step, ValueSchema } from "../../workflow/workflow.ts"
import { ADVANCE, CHECKS_FOUND } from "../composite.ts"
import { impasses, findImpasseTargets, MOST_IMPASSES, findReaders, listUnitsSendingBack } from "../phase-routes.ts"
import { PHASE_HISTORY } from "../memory-record.ts"
import { writePhasePrompt } from "./write-phase-prompt.ts"
import { branchesValue, type Unit } from "../units.ts"

const MOST_QUESTION_ROUNDS = 5

/** What a step does for its unit. */
export type UnitRole = "when" | "work" | "join" | "next" | "ask" | "impasse" | "tie" | "back" | "remediate"

function describePart(unit: Unit, role: UnitRole) {
  return { phase: unit.phase, unit: unit.id, role }
}

export interface UnitPlace {
  readonly units: readonly Unit[]
  /** The step that follows the last unit. */
  readonly after: string
}

/**
 * The steps of one unit: whether it takes place, the agents, what follows from their output, the questions they have,
 * and where it goes back to.
 */
export function compileUnit(unit: Unit, place: UnitPlace): readonly Step[] {
  return [
    ...whenSteps(unit, place),
    ...workSteps(unit, place),
    nextStep(unit, place),
    questionStep(unit),
    ...impasseSteps(unit, place),
    ...remediationSteps(unit, place),
  ]
}

/** The first step of a unit; if it may be skipped, the step that decides that. */
export function findEntryStep(id: string, { units, after }: UnitPlace): string {
  const unit = units.find((one) => one.id === id)
  if (unit === undefined) return after
  return unit.flags.length === 0 ? id : `${id}-when`
}

function whenSteps(unit: Unit, place: UnitPlace): readonly Step[] {
  if (unit.flags.length === 0) return []
  const skip = unit.flags
    .filter(({ skipsWhen }) => skipsWhen)
    .map(({ name }): ComputeRow => ({ when: [{ of: `params.${name}`, is: true }], outcome: "skip" }))
  const triggers = unit.flags.filter(({ skipsWhen }) => !skipsWhen)
  const rows: readonly ComputeRow[] =
    triggers.length === 0
      ? [...skip, { outcome: "ok" }]
      : [
          ...skip,
          { when: triggers.map(({ name }) => ({ of: `params.${name}`, is: true })), outcome: "ok" },
          { outcome: "skip" },
        ]
  return [
    compute({
      id: `${unit.id}-when`,
      title: `Decide whether ${unit.title} takes place`,
      ...describePart(unit, "when"),
      compute: { rows },
      next: { ok: unit.id, skip: findEntryStep(unit.nextIfSkipped ?? unit.next, place) },
    }),
  ]
}

function workSteps(unit: Unit, { units }: UnitPlace): readonly Step[] {
  const senders = listUnitsSendingBack(units, unit.id)
  const common = {
    ...describePart(unit, "work"),
    title: unit.title,
    reads: listInputs(unit, senders),
    reportedBy: ADVANCE,
    maxRounds: MOST_ATTEMPTS,
  }
  const output = recordSchema(findReaders(units, unit), unit)
  if (unit.kind !== "parallel")
    return [
      dispatch({
        ...common,
        id: unit.id,
        agent: unit.agent,
        prompt: writePhasePrompt(unit, unit, senders),
        writes: [unit.id],
        output: withHistory(output),
        next: { ok: `${unit.id}-next`, fail: END },
      }),
    ]
  return [
    fanout({
      ...common,
      id: unit.id,
      items: {
        kind: "list",
        items: unit.branches.map((branch) => ({
          item: branch.name,
          agent: branch.agent,
          prompt: writePhasePrompt(
            unit,
            { ...branch, branch: branch.name, content: branchText(unit, branch) },
            senders,
          ),
        })),
      },
      join: "settled",
      writes: [branchesValue(unit)],
      output,
      next: { ok: `${unit.id}-join`, fail: `${unit.id}-join` },
    }),
    doStep({
      id: `${unit.id}-join`,
      title: `Combine the branches of ${unit.title}`,
      ...describePart(unit, "join"),
      reads: [branchesValue(unit)],
      writes: [unit.id],
      reportedBy: ADVANCE,
      output: withHistory(output),
      next: { ok: `${unit.id}-next` },
    }),
  ]
}

/** The values that a unit's work reads; a question mark means that it may be missing. */
function listInputs(unit: Unit, senders: readonly string[]): readonly string[] {
  const reads = [
    "domain",
    "context",
    ...unit.required,
    ...[...unit.optional, ...senders].filter((id) => !unit.required.includes(id)).map((id) => `${id}?`),
    `${unit.id}-answers?`,
    ...(unit.isCheckTarget ? [`${CHECKS_FOUND}?`] : []),
  ]
  return [...new Set(reads)]
}

function branchText(unit: Unit, { content }: { readonly content: string }): string {
  return [unit.content, content].filter((part) => part !== "").join("\n\n")
}

/** The value of a verified memory file. */
function recordSchema(readers: readonly string[], { namesArtifact }: Unit): ValueSchema {
  return {
    type: "object",
    required: [
      ...(namesArtifact ? ["artifact"] : []),
      "phase",
      "attempt",
      "agent",
      "status",
      "memory_file",
      "hash",
      "text",
      "questions",
      "impasse",
      "for",
    ],
    properties: {
      attempt: { type: "integer" },
      status: { enum: ["completed", "failed", "needs_clarification", "needs_remediation"] },
      hash: { type: "string", minLength: 1 },
      questions: { type: "array" },
      impasse: { type: "object", required: ["kind"] },
      for: { type: "object", required: readers },
    },
  }
}

/** The record of a whole unit also has the history up to it; that of one branch does not. */
function withHistory({ required = [], properties = {}, ...schema }: ValueSchema): ValueSchema {
  return { ...schema, required: [...required, "history"], properties: { ...properties, history: { type: "object" } } }
}

function nextStep(unit: Unit, place: UnitPlace): Step {
  const status = (is: string) => [{ of: `values.${unit.id}.status`, is }]
  const isRemediation = unit.kind === "remediation"
  const set = { [PHASE_HISTORY]: `{{values.${unit.id}.history}}` }
  const rows: readonly ComputeRow[] = [
    { when: status("failed"), outcome: "fail" },
    { when: status("needs_clarification"), outcome: "skip" },
    { when: [isImpasse(unit)], outcome: "iterate" },
    ...(isRemediation ? [{ when: status("needs_remediation"), outcome: "iterate" } as const] : []),
    { outcome: "ok" },
  ]
  return compute({
    id: `${unit.id}-next`,
    title: `Decide what follows ${unit.title}`,
    ...describePart(unit, "next"),
    reads: [unit.id],
    writes: [PHASE_HISTORY],
    compute: { rows: rows.map((row) => ({ ...row, set })) },
    next: {
      ok: findEntryStep(unit.next, place),
      fail: END,
      skip: `${unit.id}-ask`,
      iterate: isRemediation ? `${unit.id}-back` : `${unit.id}-impasse`,
    },
    maxRounds: MOST_ATTEMPTS,
  })
}

/** Loops have their own caps; this one bounds their product. */
const MOST_ATTEMPTS = 12

function isImpasse({ id }: Unit) {
  return { of: `values.${id}.impasse.kind`, in: impasses }
}

function questionStep(unit: Unit): Step {
  const { id, title } = unit
  return ask({
    id: `${id}-ask`,
    title: `Questions of ${title}`,
    ...describePart(unit, "ask"),
    reads: [id],
    questions: { from: id },
    writes: [`${id}-answers`],
    maxRounds: MOST_QUESTION_ROUNDS,
    next: { ok: id },
  })
}

function impasseSteps(unit: Unit, place: UnitPlace): readonly Step[] {
  const targets = findImpasseTargets(place.units, unit)
  const kind = (is: string) => [{ of: `values.${unit.id}.impasse.kind`, is }]
  const tie = findEntryStep(targets.TIE, place)
  const hasTie = tie !== unit.id
  const reads = [unit.id]
  const first = compute({
    ...describePart(unit, "impasse"),
    reads,
    id: `${unit.id}-impasse`,
    title: `Decide who unblocks ${unit.title}`,
    compute: {
      rows: [
        { when: [{ of: "run.round", atLeast: MOST_IMPASSES + 1 }], outcome: "fail" },
        { when: kind("CONFLICT"), outcome: "ok" },
        { when: kind("MISSING-KNOWLEDGE"), outcome: "skip" },
        { outcome: "iterate" },
      ],
    },
    next: {
      ok: findEntryStep(targets.CONFLICT, place),
      skip: findEntryStep(targets["MISSING-KNOWLEDGE"], place),
      iterate: hasTie ? `${unit.id}-tie` : unit.id,
      fail: END,
    },
    maxRounds: MOST_IMPASSES + 1,
  })
  if (!hasTie) return [first]
  const second = compute({
    ...describePart(unit, "tie"),
    reads,
    id: `${unit.id}-tie`,
    title: `Decide whether ${unit.title} needs a judgement or another attempt`,
    compute: { rows: [{ when: kind("TIE"), outcome: "ok" }, { outcome: "iterate" }] },
    next: { ok: tie, iterate: unit.id },
    maxRounds: MOST_IMPASSES + 1,
  })
  return [first, second]
}

function remediationSteps(unit: Unit, place: UnitPlace): readonly Step[] {
  if (unit.kind !== "remediation" || unit.target === undefined) return []
  return [
    compute({
      id: `${unit.id}-back`,
      title: `Record why ${unit.title} goes back`,
      ...describePart(unit, "back"),
      reads: [unit.id],
      compute: { rows: [{ when: [isImpasse(unit)], outcome: "skip" }, { outcome: "ok" }] },
      next: { skip: `${unit.id}-impasse`, ok: `${unit.id}-remediate` },
    }),
    compute({
      id: `${unit.id}-remediate`,
      title: `Decide whether ${unit.title} may go back again`,
      ...describePart(unit, "remediate"),
      compute: { rows: [{ when: [{ of: "run.round", atMost: unit.most }], outcome: "iterate" }, { outcome: "fail" }] },
      next: { iterate: findEntryStep(unit.target, place), fail: END },
      maxRounds: unit.most + 1,
    }),
  ]
}

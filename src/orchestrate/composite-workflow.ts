import { compute, doStep, gate } from "../workflow/define-workflow.ts"
import { END } from "../workflow/outcome.ts"
import type { Param } from "../workflow/params.ts"
import { gateFaults } from "../run/gate-faults.ts"
import type { ComputeRow, Step, ValueSchema, Workflow } from "../workflow/workflow.ts"
import { agentNames } from "./agents.ts"
import { ADVANCE, CHECKS_BACK, CHECKS_FOUND, type Composite } from "./composite.ts"
import { askForDomain, domainOutput, domainSteps } from "./domain/domain-steps.ts"
import { findEntryStep, type UnitPlace, type UnitRole, compileUnit } from "./compile/unit-steps.ts"
import { PHASE_HISTORY } from "./memory-record.ts"
import { checkTarget, listCheckedPhases, type Unit, listUnits } from "./units.ts"

/**
 * A composite skill as a workflow. The six steps of the protocol are its frame:
 *
 *   generate-task-id → classify-domain → read-skill → create-memory → (the phases) → trigger-agents → complete-workflow
 *
 * If the settings name a model for it, classify-domain may be followed by a question to that model.
 *
 * 1. The job's id exists before anything else; every file name is made from it.
 * 2. The domain is known before an agent is asked, and reaches its prompt.
 * 3. The configuration is part of the definition, so a run is pinned to it.
 * 4. The workflow context is written before the first agent reads it.
 * 5. Agents are dispatches: sub-agents of the caller or of a driver, and nothing else calls them.
 * 6. A phase is reported by `orchestrate advance` alone, which verifies its memory file first.
 * 7. The engine commits every transition before a directive is printed.
 *
 * It has no functions, so a store can save it, and `workflow` and `run` commands work on it.
 */
export function compileComposite(composite: Composite): Workflow {
  const units = listUnits(composite)
  const place: UnitPlace = { units, after: composite.checks.length === 0 ? "trigger-agents" : "checks" }
  return {
    name: composite.name,
    description: composite.description,
    params: declareParams(units),
    start: "generate-task-id",
    result: "summary",
    resources: { [CONFIG]: JSON.stringify(composite) },
    steps: [
      ...before(findEntryStep(units[0]?.id ?? "", place), composite),
      ...units.flatMap((unit) => compileUnit(unit, place)),
      ...checkSteps(composite, place),
      ...after(units),
    ],
  }
}

/** The name under which a definition stores the composite it was made from. */
const CONFIG = "composite"

/** The composite that a workflow was made from, or undefined for any other workflow. */
export function readComposed(workflow: Workflow): Composite | undefined {
  const json = workflow.resources?.[CONFIG]
  const isOwn = workflow.steps[0]?.reportedBy === ADVANCE
  return json === undefined || !isOwn ? undefined : (JSON.parse(json) as Composite)
}

/** What the steps of a job do for its units, by their id. */
export type StepParts = ReadonlyMap<string, { readonly unit: string; readonly role: UnitRole }>

/**
 * Which unit each step belongs to, and what it does for it. The definition of a job that was started before steps said
 * so is compiled again for it: the ids are the same.
 */
export function stepParts(workflow: Workflow, composite: Composite): StepParts {
  const isSaid = workflow.steps.some(({ role }) => role !== undefined)
  const { steps } = isSaid ? workflow : compileComposite(composite)
  return new Map(
    steps.flatMap(({ id, unit, role }) =>
      unit === undefined || role === undefined ? [] : [[id, { unit, role: role as UnitRole }] as const],
    ),
  )
}

/** Whether the run of a job has its phase history as a value. One that was started earlier has only its records. */
export function keepsHistory({ steps }: Workflow): boolean {
  return steps.some(({ writes = [] }) => writes.includes(PHASE_HISTORY))
}

export const DEFAULT_MEMORY = ".claude/memory"

/** What a job was started with; undefined for the parameters of any other run. */
export function readJobParams(params: string): { readonly query: string; readonly memory: string } | undefined {
  const { query, memory } = JSON.parse(params) as { readonly query?: unknown; readonly memory?: string }
  return typeof query === "string" ? { query, memory: memory ?? DEFAULT_MEMORY } : undefined
}

function declareParams(units: readonly Unit[]): readonly Param[] {
  const flags = [...new Set(units.flatMap((unit) => unit.flags.map(({ name }) => name)))]
  return [
    { name: "query", type: "text", about: "what the user asked for", required: true },
    { name: "memory", type: "text", about: "the directory of memory files", default: DEFAULT_MEMORY },
    ...flags.map((name): Param => ({ name, type: "boolean", about: "whether the flag is set", default: false })),
  ]
}

function own(step: {
  readonly id: string
  readonly title: string
  readonly reads?: readonly string[]
  readonly writes: string
  readonly output: ValueSchema
  readonly next: string
}): Step {
  const { writes, next, ...rest } = step
  return doStep<string, string>({
    ...rest,
    phase: "protocol",
    writes: [writes],
    reportedBy: ADVANCE,
    next: { ok: next },
  })
}

const text: ValueSchema = { type: "string", minLength: 1 }

function before(first: string, { asksDomain = false, domains }: Composite): readonly Step[] {
  return [
    own({
      id: "generate-task-id",
      title: "Generate the job's id",
      writes: "task",
      output: { type: "object", required: ["task_id", "slug"], properties: { task_id: text, slug: text } },
      next: "classify-domain",
    }),
    own({
      id: "classify-domain",
      title: "Classify the domain",
      reads: ["task"],
      writes: "domain",
      output: domainOutput,
      next: asksDomain ? domainSteps.when : "read-skill",
    }),
    ...(asksDomain ? askForDomain("read-skill", domains) : []),
    own({
      id: "read-skill",
      title: "Read the skill",
      reads: ["task", "domain"],
      writes: "skill",
      output: {
        type: "object",
        required: ["skill_config"],
        properties: {
          skill_config: {
            type: "object",
            required: ["name", "phases"],
            properties: { phases: { type: "array", minItems: 1 } },
          },
        },
      },
      next: "create-memory",
    }),
    own({
      id: "create-memory",
      title: "Create the workflow context",
      reads: ["task", "domain", "skill"],
      writes: "context",
      output: {
        type: "object",
        required: ["memory_file", "hash", "learnings"],
        properties: { memory_file: text, hash: text, learnings: { type: "object", required: agentNames } },
      },
      next: first,
    }),
  ]
}

/** What must be true. Otherwise the work goes back while it may, and then the job ends without success. */
function checkSteps({ checks, criteriaTarget }: Composite, place: UnitPlace): readonly Step[] {
  if (checks.length === 0) return []
  const { units } = place
  return [
    gate<string, string>({
      id: "checks",
      title: "Checks of the result",
      phase: "protocol",
      reads: units.flatMap(({ id, flags }) =>
        listCheckedPhases(checks).includes(id) ? [flags.length > 0 ? `${id}?` : id] : [],
      ),
      evidence: checks,
      next: { ok: "trigger-agents", fail: CHECKS_BACK },
      maxRounds: MOST_CHECKS,
    }),
    compute<string, string>({
      id: CHECKS_BACK,
      title: "Decide whether the work may go back to fix what the checks found",
      phase: "protocol",
      writes: [CHECKS_FOUND],
      compute: {
        rows: [
          ...Object.values(gateFaults).map(
            (fault): ComputeRow => ({
              when: [{ of: "run.because", contains: ` may not run: ${fault}` }],
              outcome: "fail",
              set: { [CHECKS_FOUND]: "{{run.because}}" },
            }),
          ),
          {
            when: [{ of: "run.round", atMost: MOST_CHECKS - 1 }],
            outcome: "iterate",
            set: { [CHECKS_FOUND]: "{{run.because}}" },
          },
          { outcome: "fail", set: { [CHECKS_FOUND]: "{{run.because}}" } },
        ],
      },
      next: { iterate: findEntryStep(checkTarget(units, criteriaTarget), place), fail: END },
      maxRounds: MOST_CHECKS,
    }),
  ]
}

/** How often the checks may fail. */
const MOST_CHECKS = 3

function after(units: readonly Unit[]): readonly Step[] {
  const values = units.map(({ id }) => `${id}?`)
  return [
    own({
      id: "trigger-agents",
      title: "Record the phases that were completed",
      reads: values,
      writes: "completed",
      output: {
        type: "object",
        required: ["phases_completed"],
        properties: { phases_completed: { type: "array", minItems: 1 } },
      },
      next: "complete-workflow",
    }),
    own({
      id: "complete-workflow",
      title: "Complete the workflow",
      reads: ["task", "domain", "skill", "context", "completed", ...values],
      writes: "summary",
      output: { type: "object", required: ["summary"], properties: { summary: text } },
      next: "end",
    }),
  ]
}

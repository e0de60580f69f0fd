import { sha256 } from "../text/sha256.ts"
import type { ItemAnswer } from "../workflow/workflow.ts"
import { agentNames } from "./agents.ts"
import { classifyDomain } from "./domain/classify-domain.ts"
import { settleDomain, renderRequest } from "./domain/domain-answer.ts"
import { domainSteps } from "./domain/domain-steps.ts"
import type { Composite } from "./composite.ts"
import type { StepParts } from "./composite-workflow.ts"
import { locateContextFile } from "./memory/memory-file.ts"
import { joinRecords, latestEntries, type MemoryRecord, type PhaseHistory } from "./memory-record.ts"
import type { JobFacts } from "./learnings.ts"
import { collectUnknowns } from "./state/unknowns.ts"
import type { Run } from "../run/model.ts"
import { describeProtocolStep } from "./state/describe-state.ts"
import { summariseJob } from "./state/summarise-job.ts"
import { renderWorkflowContext } from "./state/workflow-context.ts"
import { branchesValue, type Unit } from "./units.ts"

export interface ProtocolStep {
  readonly number: number
  /** The step of the workflow, and further ones that belong to it. */
  readonly step: string
  readonly parts?: readonly string[]
  readonly state: string
  /** The value that it returns. */
  readonly value: string
}

/** The six steps of the protocol. */
export const protocolSteps: readonly ProtocolStep[] = [
  { number: 1, step: "generate-task-id", state: "GENERATE_TASK_ID", value: "task" },
  {
    number: 2,
    step: "classify-domain",
    parts: Object.values(domainSteps),
    state: "CLASSIFY_DOMAIN",
    value: "domain",
  },
  { number: 3, step: "read-skill", state: "READ_SKILL", value: "skill" },
  { number: 4, step: "create-memory", state: "CREATE_MEMORY", value: "context" },
  { number: 5, step: "trigger-agents", state: "TRIGGER_AGENTS", value: "completed" },
  { number: 6, step: "complete-workflow", state: "COMPLETE_WORKFLOW", value: "summary" },
]

/** What is known when one of Skillet's own steps is done. */
export interface ProtocolFacts {
  readonly jobId: string
  readonly query: string
  /** The memory directory, relative to the project's top directory. */
  readonly folder: string
  readonly composite: Composite
  readonly units: readonly Unit[]
  readonly parts: StepParts
  readonly history: PhaseHistory
  /** The outputs of earlier steps that it reads, by the name of the value. */
  readonly values: Readonly<Record<string, unknown>>
  /** Every verified memory file, in the order they came in, if it reads them. */
  readonly records: readonly MemoryRecord[]
  /** What each agent gets from earlier jobs, if it reads that. */
  readonly learnings: Readonly<Record<string, string>>
  /** Of the step. */
  readonly attempt: number
}

/** The output of a step, and the file that must exist first. */
export interface OwnStep {
  readonly output: unknown
  readonly write?: { readonly file: string; readonly text: string } | undefined
}

/** What one of Skillet's own steps reads of its job, and what it does with it. */
export interface OwnPlan {
  /** Names of values. */
  readonly values: readonly string[]
  /** Every record of the job. */
  readonly records?: true
  /** What agents get from earlier jobs. */
  readonly learnings?: true
  plan(facts: ProtocolFacts): OwnStep
}

/** What Skillet itself does in a step of the protocol; undefined for a step that is an agent's. */
export function findOwnPlan(
  step: string,
  { parts, units }: Pick<ProtocolFacts, "parts" | "units">,
): OwnPlan | undefined {
  const part = parts.get(step)
  if (part?.role === "join") {
    const unit = units.find(({ id }) => id === part.unit)
    return unit && { values: [branchesValue(unit)], plan: (facts) => joinStep(unit, facts) }
  }
  return Object.hasOwn(plans, step) ? plans[step] : undefined
}

const plans: Readonly<Record<string, OwnPlan>> = {
  "generate-task-id": {
    values: [],
    plan: ({ jobId, query }) => ({ output: { task_id: jobId, slug: toSlug(query) } }),
  },
  "classify-domain": {
    values: [],
    plan: ({ query, composite }) => ({
      output: {
        ...classifyDomain(query, composite.domains),
        ...(composite.asksDomain === true ? { request: renderRequest(query) } : {}),
      },
    }),
  },
  [domainSteps.settle]: {
    values: ["domain-said", "_error"],
    plan: ({ query, values, composite: { domains } }) => ({
      output: settleDomain(
        classifyDomain(query, domains),
        { said: values["domain-said"], error: values["_error"] as string | undefined },
        domains,
      ),
    }),
  },
  "read-skill": { values: [], plan: ({ composite }) => ({ output: { skill_config: skillConfig(composite) } }) },
  "create-memory": { values: ["domain"], learnings: true, plan: createMemory },
  "trigger-agents": { values: [], plan: (facts) => ({ output: { phases_completed: phasesCompleted(facts) } }) },
  "complete-workflow": {
    values: [],
    records: true,
    plan: (facts) => ({ output: { summary: summariseJob(facts) } }),
  },
}

const LONGEST_SLUG = 40

/** A name for people; files are named by the id. */
export function toSlug(query: string): string {
  const words = query.toLowerCase().match(/[a-z0-9]+/g) ?? []
  let slug = "task"
  for (const word of words.filter((one) => one.length > 2)) {
    if (slug.length + 1 + word.length > LONGEST_SLUG) break
    slug = `${slug}-${word}`
  }
  return slug === "task" ? "task-untitled" : slug
}

/** What a phase is, as step 3 records it. */
function skillConfig(composite: Composite) {
  const { name, description, phases, criteria, checks, memoryAgent, reasoning } = composite
  return {
    name,
    description,
    phases: phases.map(({ id, title, type, agent, next, context, branches, iterationAgents, ...phase }) => ({
      id,
      agent,
      title,
      type,
      next: next === "end" ? null : next,
      context_pattern: context.pattern,
      ...(context.required.length > 0 ? { required: context.required } : {}),
      ...(context.optional.length > 0 ? { optional: context.optional } : {}),
      ...(branches.length > 0 ? { parallel_branches: branches.map(({ content: _content, ...branch }) => branch) } : {}),
      ...(iterationAgents.length > 0 ? { iteration_agents: iterationAgents } : {}),
      remediation_target: phase.remediationTarget,
      max_remediation: phase.remediationTarget === undefined ? undefined : phase.maxRemediation,
      trigger: phase.trigger,
      skip_condition: phase.skipCondition,
    })),
    success_criteria: criteria,
    checks,
    memory_agent: memoryAgent,
    reasoning,
  }
}

const NO_LEARNINGS = "LEARNINGS of earlier jobs: there are none yet."

function createMemory(facts: ProtocolFacts): OwnStep {
  const file = locateContextFile(facts.folder, facts.jobId)
  const text = renderWorkflowContext(facts)
  const learnings = Object.fromEntries(agentNames.map((agent) => [agent, facts.learnings[agent] || NO_LEARNINGS]))
  return { output: { memory_file: file, hash: sha256(text), learnings }, write: { file, text } }
}

function joinStep(unit: Unit, { units, history, values, attempt }: ProtocolFacts): OwnStep {
  const answers = (values[branchesValue(unit)] ?? []) as readonly ItemAnswer[]
  const records = answers.flatMap(({ outcome, text }) => (outcome === "fail" ? [] : [JSON.parse(text) as MemoryRecord]))
  const failed = [
    ...answers
      .filter(({ outcome }) => outcome === "fail")
      .map(({ item, text }) => ({ name: item, why: text.split("\n")[0] ?? "" })),
    ...records
      .filter(({ status }) => status === "failed")
      .map(({ branch, memory_file }) => ({ name: branch ?? "", why: `see ${memory_file}` })),
  ]
  return { output: joinRecords(records, { units, unit, attempt, failed, history }) }
}

/** The latest attempt of each unit that took place. */
function phasesCompleted({ units, history }: ProtocolFacts) {
  const latest = latestEntries(history)
  return units.flatMap(({ id }) =>
    latest
      .filter(({ phase }) => phase === id)
      .map(({ branch, agent, memory_file, attempt, hash }) => ({
        phase_id: id,
        branch,
        agent,
        memory_file,
        attempt,
        hash,
      })),
  )
}

/** Which of the six outputs are missing. Completion is refused while there is one. */
export function findMissingOutputs(values: Readonly<Record<string, unknown>>): readonly string[] {
  return protocolSteps
    .filter(({ value }) => values[value] === undefined)
    .map(({ number, state }) => `step ${number} (${describeProtocolStep(state)})`)
}

/** What is wrong if a report of ours was refused; undefined if another process was only faster. */
export function explainUnexpectedRefusal(applied: {
  readonly kind: string
  readonly refusal?: { readonly code: string; readonly message: string }
}): string | undefined {
  const { refusal } = applied
  return refusal === undefined || OVERTAKEN.includes(refusal.code) ? undefined : refusal.message
}

const OVERTAKEN: readonly string[] = ["run.stale", "run.answered", "run.ended"]

/** What a finished job offers to later ones; undefined unless it succeeded. */
export function gatherLearningFacts({ run, query, records, units, values }: FinishedJob): JobFacts | undefined {
  if (run.status !== "done" || run.outcome !== "ok") return undefined
  return {
    query,
    domain: (values["domain"] as { readonly domain: string }).domain,
    agents: units.map(({ agent }) => agent),
    said: records.flatMap(({ agent, learnings }) => learnings.map((one) => ({ ...one, agent }))),
    wasRemediated: records.some(({ status }) => status === "needs_remediation"),
    resolvedUnknowns: collectUnknowns(records).filter(({ state }) => state === "resolved").length,
  }
}

export interface FinishedJob {
  readonly run: Pick<Run, "status" | "outcome">
  readonly query: string
  readonly records: readonly MemoryRecord[]
  readonly units: readonly Pick<Unit, "agent">[]
  readonly values: Readonly<Record<string, unknown>>
}

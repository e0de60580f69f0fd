import { randomUUID } from "node:crypto"
import { openMemoryFolder } from "./open-memory-folder.ts"
import { toJobId } from "../../tasks/job-id.ts"
import { type Choice, chooseCompositeSkill } from "../choice/choose-composite-skill.ts"
import { decideReasoning } from "../choice/decide-reasoning.ts"
import { planReasoning } from "../choice/plan-reasoning.ts"
import type { Composite } from "../composite.ts"
import { listFlags, readFlagParams } from "../choice/flags.ts"
import { type PlannedSequence, planSequence } from "../choice/plan-sequence.ts"
import { readComposed, compileComposite } from "../composite-workflow.ts"
import { requireStarted, startRun } from "../../run/advance/start-run.ts"
import { chooseClassifierDriver } from "../domain/domain-answer.ts"
import type { Problem } from "../../problem/problem.ts"
import { requireSound } from "../../workflow/check/check-workflow.ts"
import type { MatchAnswer } from "../../catalog/io/skills/match-skills.ts"
import type { Workflow } from "../../workflow/workflow.ts"
import type { Session } from "../../catalog/io/session/open-session.ts"
import type { WorkflowSession } from "../../workflow/io/load-workflows.ts"
import { requireLimits } from "../../catalog/io/session/open-runner.ts"
import { requireRunLimits } from "../../run/io/require-run-limits.ts"
import type { Runs } from "../../run/io/open-runs.ts"
import { type FoundWorkflow, listWorkflows } from "../../workflow/io/find-workflow.ts"
import { renderStepTexts, stepFiles, type JobStepText } from "../state/step-texts.ts"
import { readStepTexts } from "./read-step-texts.ts"
import { isUntrusted } from "../../trust/trust-state.ts"
import { uncheckableError } from "../job-errors.ts"
import { type JobRequest, takeOverRequest } from "../job-request.ts"
import { type ReadReasoning, readReasoning } from "./read-reasoning.ts"
import { type Job, readNamed, readPendingJob } from "./open-job.ts"
import { settleOpened } from "./settle-job.ts"

export interface NewJob {
  readonly job: Job
  readonly choice: Choice
  /** For a planned sequence: its functions, and the reason for each. */
  readonly functions: PlannedSequence["functions"]
  /** What was ignored although somebody wrote it for jobs. */
  readonly problems: readonly Problem[]
  /** What is told about the steps before the first phase. */
  readonly steps: readonly JobStepText[]
}

/** Begins a job and does the steps before the first phase. */
export async function startJob(skillet: WorkflowSession, runs: Runs, given: JobRequest): Promise<NewJob> {
  const reasoning = given.reasoningSession === undefined ? undefined : await readReasoning(runs, given.reasoningSession)
  const asked = takeOverRequest(given, reasoning)
  openMemoryFolder(runs.directory, asked.memory)
  const { choice, found, workflow, functions } = await planJob(skillet, asked, reasoning)
  await requireRunLimits(skillet, workflow)
  if (found !== undefined) requireCheckable(found, asked)
  const id = toJobId(randomUUID())
  const composite = readComposed(workflow)
  const known = composite === undefined || choice.isOpen === true ? [] : listFlags(composite)
  // Flags that were given before the skill was known need not be this skill's.
  const early = choice.isOpen === true || given.flags === undefined
  const unused = early ? (asked.flags ?? []).filter((flag) => !known.includes(flag)) : []
  const wanted = (asked.flags ?? []).filter((flag) => !unused.includes(flag))
  const flags = composite === undefined ? {} : readFlagParams(composite, wanted)
  const { project, branch, program, directory } = runs
  const started = await startRun(runs.engine, workflow, {
    id,
    params: { query: asked.query, memory: asked.memory, ...flags },
    project,
    branch,
    program,
    directory,
    ...(asked.budget && { budget: asked.budget }),
    permissions: asked.permissions,
    skill: found === undefined ? undefined : { path: found.skill.path, trust: found.skill.trust },
  })
  const { work } = requireStarted(started, workflow.name)
  const job = await settleOpened(runs, await readPendingJob(runs, work, id), skillet.options)
  const told = choice.isOpen === true || unused.length === 0 ? choice : { ...choice, unused }
  return { job, choice: told, functions, ...(await describeStart(skillet, job)) }
}

/** Trust counts only if it is there when the job begins, so an approval that comes later does not help. */
function requireCheckable({ workflow, skill }: FoundWorkflow, { permissions }: JobRequest): void {
  const check = readComposed(workflow)?.checks.find(({ kind }) => kind === "command")
  if (check === undefined || !isUntrusted(skill.trust) || (permissions?.rules ?? []).length > 0) return
  throw uncheckableError(skill, "command" in check ? check.command : "")
}

interface PlannedJob {
  readonly choice: Choice
  readonly found?: FoundWorkflow | undefined
  readonly workflow: Workflow
  readonly functions: PlannedSequence["functions"]
}

/** The workflow of a job: of a composite skill, of a sequence, or of the reasoning that comes before the choice. */
async function planJob(
  skillet: WorkflowSession,
  { query, skill: named, route, reason, flags = [] }: JobRequest,
  reasoning: ReadReasoning | undefined,
): Promise<PlannedJob> {
  const composites = await listCandidates(skillet, named)
  const known = composites.map(({ workflow }) => ({ ...workflow, makes: readComposed(workflow)?.makes }))
  const matched = named === undefined ? await rankSkills(skillet, query) : []
  const ranked = matched.filter(({ name }) => known.some((one) => one.name === name))
  const made = chooseCompositeSkill({ query, named, route, reasoned: reasoning?.reasoned }, known, ranked)
  const found = composites.find(({ workflow }) => workflow.name === made.skill)
  if (found !== undefined) requireSound(found.workflow.name, found.problems)
  const when = decideReasoning({
    isAsked: reason === true,
    isOfSkill: found !== undefined && readComposed(found.workflow)?.reasoning === true,
    isChosen: named !== undefined || route === "dynamic",
    isDone: reasoning !== undefined,
  })
  if (when === "before") {
    const because = reason === true ? "it was asked for" : `${made.skill ?? ""} asks for it`
    const workflow = await fitWorkflow(skillet, compileComposite(planReasoning(known, { route, flags })), {})
    return { choice: { because, close: [], isOpen: true }, workflow, functions: [] }
  }
  const planned = planSequence(query)
  const workflow = await fitWorkflow(skillet, found?.workflow ?? compileComposite(planned.composite), {
    reasoning: when === "within",
    thought: reasoning?.thought,
  })
  const unread = reasoning !== undefined && reasoning.reasoned === undefined ? reasoning.thought.session : undefined
  return { choice: { ...made, unread }, found, workflow, functions: found === undefined ? planned.functions : [] }
}

/** What is told when a job begins. */
async function describeStart(skillet: WorkflowSession, job: Job): Promise<Pick<NewJob, "problems" | "steps">> {
  const { domainProblems } = await skillet.settings()
  const { texts, problems } = readStepTexts(skillet)
  const names = stepFiles.map(({ value }) => value)
  const values = await readNamed(job.pending, names)
  const phases = job.units.map(({ id }) => id)
  return { problems: [...domainProblems, ...problems], steps: renderStepTexts(texts, values, phases) }
}

/**
 * The workflow of this very job: with its reasoning, what the settings say about domains, and the question for the domain
 * if they name a model for it.
 */
async function fitWorkflow(
  skillet: Session,
  workflow: Workflow,
  own: Pick<Partial<Composite>, "reasoning" | "thought">,
): Promise<Workflow> {
  const composite = readComposed(workflow)
  if (composite === undefined) return workflow
  const { agents, domains } = await skillet.settings()
  const asksDomain = chooseClassifierDriver(agents) !== undefined
  if (asksDomain) await requireLimits(skillet)
  const set = {
    ...((own.reasoning ?? composite.reasoning) === composite.reasoning ? {} : { reasoning: own.reasoning === true }),
    ...(own.thought === undefined ? {} : { thought: own.thought }),
    ...(asksDomain ? { asksDomain } : {}),
    ...(Object.keys(domains).length > 0 ? { domains } : {}),
  }
  if (Object.keys(set).length === 0) return workflow
  return { ...workflow, ...compileComposite({ ...composite, ...set }) }
}

/** The composite skills that a request can mean. One that is named is read alone: reading all takes long. */
async function listCandidates(skillet: WorkflowSession, named: string | undefined): Promise<readonly FoundWorkflow[]> {
  const own = named === undefined ? [] : await listComposites(skillet, named)
  // A composite may have another name than its skill.
  const found = own.filter(({ workflow }) => workflow.name === named)
  return found.length > 0 ? found : listComposites(skillet)
}

const MOST_MATCHES = 50

async function rankSkills(skillet: Session, query: string): Promise<MatchAnswer["skills"]> {
  const { matchSkills } = await import("../../catalog/io/skills/match-skills.ts")
  return (await matchSkills(skillet, query, { limit: MOST_MATCHES })).skills
}

/** Every composite skill that can be used here, or those of one name. */
export async function listComposites(skillet: WorkflowSession, name?: string): Promise<readonly FoundWorkflow[]> {
  const { workflows } = await listWorkflows(skillet, name)
  return workflows.filter(({ workflow }) => readComposed(workflow) !== undefined)
}

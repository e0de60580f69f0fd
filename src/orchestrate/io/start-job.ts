import { randomUUID } from "node:crypto"
import { openMemoryFolder } from "./open-memory-folder.ts"
import { toJobId } from "../../tasks/job-id.ts"
import { type Choice, chooseCompositeSkill, type Route } from "../choice/choose-composite-skill.ts"
import { readFlagParams } from "../choice/flags.ts"
import { type PlannedSequence, planSequence } from "../choice/plan-sequence.ts"
import { readComposed, compileComposite, DEFAULT_MEMORY } from "../composite-workflow.ts"
import { requireStarted, startRun } from "../../run/advance/start-run.ts"
import { chooseClassifierDriver } from "../domain/domain-answer.ts"
import type { Problem } from "../../problem/problem.ts"
import type { Budget, RunPermissions } from "../../run/model.ts"
import { requireSound } from "../../workflow/check/check-workflow.ts"
import type { MatchAnswer } from "../../catalog/io/skills/match-skills.ts"
import type { Workflow } from "../../workflow/workflow.ts"
import type { Session } from "../../catalog/io/session/open-session.ts"
import type { WorkflowSession } from "../../workflow/io/load-workflows.ts"
import { requireLimits } from "../../catalog/io/session/open-runner.ts"
import { requireRunLimits } from "../../run/io/require-run-limits.ts"
import type { Runs } from "../../run/io/open-runs.ts"
import { type FoundWorkflow, listWorkflows } from "../../workflow/io/find-workflow.ts"
import { renderStepTexts, stepFiles, type StepText } from "../state/step-texts.ts"
import { readStepTexts } from "./read-step-texts.ts"
import { type Job, readNamed, readPendingJob } from "./open-job.ts"
import { settleOpened } from "./settle-job.ts"

export interface JobRequest {
  readonly query: string
  readonly skill?: string | undefined
  readonly route?: Route | undefined
  /** The memory directory, relative to the project's top directory. */
  readonly memory?: string | undefined
  /** Flags that are set for optional phases. */
  readonly flags?: readonly string[] | undefined
  readonly budget?: Budget
  readonly permissions?: RunPermissions | undefined
}

export interface NewJob {
  readonly job: Job
  readonly choice: Choice
  /** For a planned sequence: its functions, and the reason for each. */
  readonly functions: PlannedSequence["functions"]
  /** What was ignored although somebody wrote it for jobs. */
  readonly problems: readonly Problem[]
  /** What is told about the steps before the first phase. */
  readonly steps: readonly StepText[]
}

/** Begins a job and does the steps before the first phase. */
export async function startJob(skillet: WorkflowSession, runs: Runs, asked: JobRequest): Promise<NewJob> {
  const { query, skill: named, route, memory = DEFAULT_MEMORY } = asked
  openMemoryFolder(runs.directory, memory)
  const composites = await listCandidates(skillet, named)
  const known = composites.map(({ workflow }) => ({ ...workflow, makes: readComposed(workflow)?.makes }))
  const matched = named === undefined ? await rankSkills(skillet, query) : []
  const ranked = matched.filter(({ name }) => known.some((one) => one.name === name))
  const choice = chooseCompositeSkill({ query, named, route }, known, ranked)
  const found = composites.find(({ workflow }) => workflow.name === choice.skill)
  const planned = planSequence(query)
  if (found !== undefined) requireSound(found.workflow.name, found.problems)
  const workflow = await withSettings(skillet, found?.workflow ?? compileComposite(planned.composite))
  await requireRunLimits(skillet, workflow)
  const id = toJobId(randomUUID())
  const flags = readFlagParams(readComposed(workflow) ?? planned.composite, asked.flags ?? [])
  const { project, branch, program, directory } = runs
  const started = await startRun(runs.engine, workflow, {
    id,
    params: { query, memory, ...flags },
    project,
    branch,
    program,
    directory,
    budget: asked.budget,
    permissions: asked.permissions,
    skill: found === undefined ? undefined : { path: found.skill.path, trust: found.skill.trust },
  })
  const { work } = requireStarted(started, workflow.name)
  const job = await settleOpened(runs, await readPendingJob(runs, work, id), skillet.options)
  const { domainProblems } = await skillet.settings()
  const { texts, problems } = readStepTexts(skillet)
  const values = await readNamed(
    job.pending,
    stepFiles.map(({ value }) => value),
  )
  return {
    job,
    choice,
    functions: found === undefined ? planned.functions : [],
    problems: [...domainProblems, ...problems],
    steps: renderStepTexts(texts, values),
  }
}

/** The workflow with what the settings say about domains, and the question for the domain if they name a model for it. */
async function withSettings(skillet: Session, workflow: Workflow): Promise<Workflow> {
  const composite = readComposed(workflow)
  const { agents, domains } = await skillet.settings()
  const asksDomain = chooseClassifierDriver(agents) !== undefined
  const isPlain = !asksDomain && Object.keys(domains).length === 0
  if (composite === undefined || isPlain) return workflow
  if (asksDomain) await requireLimits(skillet)
  const set = {
    ...(asksDomain ? { asksDomain } : {}),
    ...(Object.keys(domains).length > 0 ? { domains } : {}),
  }
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
  return (await matchSkills(skillet, query, MOST_MATCHES)).skills
}

/** Every composite skill that can be used here, or those of one name. */
export async function listComposites(skillet: WorkflowSession, name?: string): Promise<readonly FoundWorkflow[]> {
  const { workflows } = await listWorkflows(skillet, name)
  return workflows.filter(({ workflow }) => readComposed(workflow) !== undefined)
}

import { listNeeds, type Need } from "../inbox/list-needs.ts"
import { SkilletError } from "../problem/failure.ts"
import { hashWorkflow } from "../workflow/hash-workflow.ts"
import { listOpenQuestions } from "../run/history.ts"
import type { Run } from "../run/model.ts"
import { findAvailableWorkflow } from "./find-available-workflow.ts"
import { openSkilletRuns } from "./open-skillet-runs.ts"
import { openSkilletSchedules } from "./open-skillet-schedules.ts"
import type { Resources } from "./open-resources.ts"
import type { InboxFilter } from "./skillet.ts"

/** Messages for people have no end of their own: only those of the last day count. */
const MESSAGE_COUNTS_FOR = 24 * 60 * 60 * 1000

export async function gatherNeeds(resources: Resources, { all, run }: InboxFilter = {}): Promise<readonly Need[]> {
  const now = (resources.options.now ?? Date.now)()
  if (run !== undefined) return gatherRunNeeds(resources, run, now)
  const runs = openSkilletRuns(resources)
  const [running, questions] = await Promise.all([runs.list({ all, status: "running" }), runs.questions({ all })])
  const workflows = new Map(running.map(({ id, workflow }) => [id, workflow]))
  return listNeeds({
    questions: await Promise.all(
      questions.map(async (question) => ({
        ...question,
        workflow: workflows.get(question.run) ?? (await runs.find(question.run)).workflow,
        command: await runs.answerCommand(question.run, question.id),
      })),
    ),
    approvals: await listApprovals(resources),
    unapproved: await findUnapproved(resources),
    schedules: await listQuiet(resources, all),
    changedRuns: await findChangedRuns(resources, running),
    messages: await listMessages(resources, now - MESSAGE_COUNTS_FOR),
    now,
  })
}

/** Without looking at other runs, skills and schedules. */
async function gatherRunNeeds(resources: Resources, id: string, now: number): Promise<readonly Need[]> {
  const runs = openSkilletRuns(resources)
  const run = await runs.find(id)
  if (run.status !== "running") return []
  const questions = listOpenQuestions([run])
  return listNeeds({
    questions: await Promise.all(
      questions.map(async (question) => ({
        ...question,
        workflow: run.workflow,
        command: await runs.answerCommand(id, question.id),
      })),
    ),
    approvals: [],
    unapproved: [],
    schedules: [],
    changedRuns: await findChangedRuns(resources, [run]),
    messages: [],
    now,
  })
}

async function listApprovals(resources: Resources) {
  const { openSkilletTrust } = await import("./open-skillet-trust.ts")
  return openSkilletTrust(await resources.session()).list()
}

async function findUnapproved(resources: Resources) {
  const { listUnapproved } = await import("../catalog/io/skills/list-unapproved.ts")
  return listUnapproved(await resources.session())
}

async function listQuiet(resources: Resources, everywhere: boolean | undefined) {
  if (resources.options.store !== undefined) return []
  const { schedules } = await openSkilletSchedules(resources).list({ everywhere })
  return schedules.map(({ schedule, isQuiet, lastSuccess }) => ({
    id: schedule.id,
    what: schedule.work.workflow ?? schedule.work.prompt,
    isQuiet,
    lastSuccess: lastSuccess?.ended,
    created: schedule.created,
  }))
}

/** Runs of a skill whose procedure is another one now. Each workflow is read once. */
async function findChangedRuns(resources: Resources, running: readonly Run[]) {
  const ofSkills = running.filter(({ skill, parent }) => skill !== undefined && parent === undefined)
  const hashes = new Map<string, string | undefined>()
  for (const { workflow } of ofSkills)
    if (!hashes.has(workflow)) hashes.set(workflow, await hashNow(resources, workflow))
  return ofSkills
    .filter(({ workflow, definition }) => (hashes.get(workflow) ?? definition) !== definition)
    .map(({ id, workflow, skill, updated }) => ({ run: id, workflow, path: skill?.path ?? "", updated }))
}

/** Undefined if it cannot be read: it is then not known to differ, and lint and doctor say what is wrong with it. */
async function hashNow(resources: Resources, name: string): Promise<string | undefined> {
  try {
    return hashWorkflow((await findAvailableWorkflow(resources, name)).workflow)
  } catch (error) {
    if (error instanceof SkilletError) return undefined
    throw error
  }
}

async function listMessages(resources: Resources, since: number) {
  const { store, scope } = await resources.wake()
  const found = await store.messages(scope, { to: "human", most: 50 })
  return found.filter(({ at }) => at >= since)
}

import fs from "node:fs"
import path from "node:path"
import { readSafely } from "../../system/files/read-safely.ts"
import { SkilletError } from "../../problem/failure.ts"
import { type Problem, placeProblem } from "../../problem/problem.ts"
import { isJobId } from "../job-id.ts"
import type { Task } from "../model.ts"
import type { NewTask, TaskChange } from "../store.ts"
import { isBeside } from "../skills/task-skills.ts"
import { tidyNewTask, tidyTaskChange } from "../tidy-tasks.ts"
import { type PlannedTask, readPlan } from "../read-plan.ts"
import { findParentFault, requireChanged, isClosed } from "../task-status.ts"
import { findPlanLink } from "./find-plan-link.ts"
import type { Wake } from "./open-wake.ts"

/** The task with an id, or the only task whose id begins like this. */
export async function findTask({ store, scope }: Wake, text: string): Promise<Task> {
  const id = text.startsWith("t-") ? text : `t-${text}`
  const exact = await store.task(scope, id)
  if (exact !== undefined) return exact
  const ids = await store.taskIds(scope, id)
  const only = ids.length === 1 ? await store.task(scope, ids[0] ?? "") : undefined
  if (only !== undefined) return only
  const next = "skillet task list prints the tasks of this branch"
  if (ids.length > 1)
    throw new SkilletError("task.ambiguous", `${text} could be ${ids.join(", ")}`, { retry: "no", next })
  if (isJobId(text))
    throw new SkilletError("task.missing", `${text} is the id of a job, not of a task`, {
      retry: "no",
      next: `skillet orchestrate show ${text} shows the job`,
    })
  throw new SkilletError("task.missing", `there is no task ${text} on this branch`, { retry: "no", next })
}

export async function addTasks(wake: Wake, tasks: readonly NewTask[], parent?: string): Promise<readonly Task[]> {
  const above = parent === undefined ? undefined : await findTask(wake, parent)
  const tidy = tasks.map(tidyNewTask)
  const fault = tidy.map(({ status }) => findParentFault(above, status)).find((why) => why !== undefined)
  if (fault !== undefined)
    throw new SkilletError("task.refused", fault, {
      retry: "no",
      next: `skillet task update ${above?.id} --status pending opens it again`,
    })
  return (await wake.store.addTasks(wake.scope, tidy, { parent: above?.id, at: wake.now() })) ?? []
}

/** Changes a task. When it ends or names other skills, the skills that were pinned for it are released. */
export async function changeTask(
  wake: Wake,
  text: string,
  given: TaskChange & { readonly withChildren?: boolean },
): Promise<Task> {
  const { id } = await findTask(wake, text)
  const change = tidyTaskChange(given)
  const task = requireChanged(await wake.store.changeTask(wake.scope, id, { ...change, at: wake.now() }), id)
  if (task === undefined) return findTask(wake, id)
  if (change.skills !== undefined) await releaseUnnamed(wake, task)
  if (isClosed(task.status)) await releaseEnded(wake)
  return task
}

/** How many tasks were deleted: the task and everything below it. */
export async function deleteTask(wake: Wake, text: string): Promise<{ readonly task: Task; readonly deleted: number }> {
  const task = await findTask(wake, text)
  const deleted = await wake.store.deleteTask(wake.scope, task.id, wake.now())
  await releaseEnded(wake)
  return { task, deleted }
}

/** Releases the skills that were pinned for tasks that ended or were deleted. */
async function releaseEnded({ store, scope }: Wake): Promise<void> {
  for (const agent of await store.agents(scope))
    for (const { task } of await store.pins(agent)) {
      if (task === undefined) continue
      const found = await store.task(scope, task)
      if (found === undefined || isClosed(found.status)) await store.release(agent, { task })
    }
}

/** Releases the skills that were pinned for a task as its own, and that it no longer names. */
async function releaseUnnamed({ store, scope }: Wake, { id, skills }: Task): Promise<void> {
  for (const agent of await store.agents(scope))
    for (const { task, skill, reason } of await store.pins(agent))
      if (task === id && !isBeside(reason) && !skills.includes(skill)) await store.release(agent, { skill, task })
}

export interface ImportedPlan {
  readonly tasks: readonly Task[]
  readonly problems: readonly Problem[]
}

const MOST_PLAN = 512 * 1024

/** Creates tasks from a plan with checkboxes. The plan itself is the top task, and it is active. */
export async function importPlan(
  wake: Wake,
  file: string,
  how: Pick<NewTask, "assignee" | "skills">,
): Promise<ImportedPlan> {
  const named = path.resolve(wake.cwd, file)
  const real = realPlan(named, file)
  const link = findPlanLink({ directory: wake.directory, named, real })
  if (link !== undefined) throw leadsOut(file, link)
  const plan = readPlan(readSafely(real, MOST_PLAN).toString("utf8"))
  const problems = plan.problems.map((found) => placeProblem(file, found))
  if (plan.tasks.length === 0) return { tasks: [], problems }
  const inside = path.relative(wake.directory, real)
  const planFile = inside.startsWith("..") ? real : inside
  const roots = await wake.store.tasks(wake.scope)
  const known = roots.find((task) => task.planFile === planFile && !isClosed(task.status))
  if (known !== undefined) throw alreadyImported(file, known)
  const top: NewTask = {
    ...how,
    title: plan.title ?? path.basename(file),
    status: "active",
    planFile,
    children: plan.tasks.map(newTask),
  }
  return { tasks: await addTasks(wake, [top]), problems }
}

function realPlan(resolved: string, file: string): string {
  try {
    return fs.realpathSync(resolved)
  } catch (error) {
    if (!(error instanceof Error) || !("code" in error)) throw error
    const next = "check the path"
    throw new SkilletError("plan.missing", `${file} cannot be opened (${error.code})`, {
      retry: "no",
      next,
      cause: error,
    })
  }
}

function leadsOut(file: string, target: string): SkilletError {
  return new SkilletError("plan.link", `${file} is a link that leads out of the project, to ${target}`, {
    retry: "no",
    next: `name the file itself, if it is the plan you want: ${target}`,
  })
}

/** Tasks that are already done would otherwise be added again as open ones. */
function alreadyImported(file: string, { id }: Task): SkilletError {
  return new SkilletError("plan.imported", `${file} is already imported, as ${id}`, {
    retry: "no",
    next: `skillet task list ${id} prints it, skillet task delete ${id} removes it`,
  })
}

function newTask({ title, isDone, children }: PlannedTask): NewTask {
  return { title, status: isDone ? "done" : "pending", children: children.map(newTask) }
}

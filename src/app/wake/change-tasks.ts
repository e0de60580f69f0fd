import fs from "node:fs"
import path from "node:path"
import { readSafely } from "../../adapters/read-safely.ts"
import { SkilletError } from "../../problem/failure.ts"
import { type Problem, problemAt } from "../../problem/problem.ts"
import type { Task } from "../../wake/model.ts"
import type { NewTask, TaskChange } from "../../wake/store.ts"
import { type PlannedTask, readPlan } from "../../wake/tasks/read-plan.ts"
import { changedTask, isClosed } from "../../wake/tasks/task-status.ts"
import type { Wake } from "./open-wake.ts"

/** The task with an id, or with the only one that begins like this. */
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
  throw new SkilletError("task.missing", `there is no task ${text} on this branch`, { retry: "no", next })
}

export async function addTasks(wake: Wake, tasks: readonly NewTask[], parent?: string): Promise<readonly Task[]> {
  const above = parent === undefined ? undefined : (await findTask(wake, parent)).id
  return (await wake.store.addTasks(wake.scope, tasks, { parent: above, at: wake.now() })) ?? []
}

/** Changes a task. When it ends, the skills that were pinned for it are released. */
export async function changeTask(
  wake: Wake,
  text: string,
  change: TaskChange & { readonly withChildren?: boolean },
): Promise<Task> {
  const { id } = await findTask(wake, text)
  const task = changedTask(await wake.store.changeTask(wake.scope, id, { ...change, at: wake.now() }), id)
  if (task === undefined) return findTask(wake, id)
  if (isClosed(task.status))
    for (const agent of await wake.store.agents(wake.scope)) await wake.store.release(agent, { task: id })
  return task
}

export interface ImportedPlan {
  readonly tasks: readonly Task[]
  readonly problems: readonly Problem[]
}

const MOST_PLAN = 512 * 1024

/** Makes tasks of a plan with checkboxes. The plan itself is the task at the top, and it is active. */
export async function importPlan(
  wake: Wake,
  file: string,
  how: Pick<NewTask, "assignee" | "skills">,
): Promise<ImportedPlan> {
  const real = fs.realpathSync(path.resolve(wake.cwd, file))
  const plan = readPlan(readSafely(real, MOST_PLAN).toString("utf8"))
  const problems = plan.problems.map((found) => problemAt(file, found))
  if (plan.tasks.length === 0) return { tasks: [], problems }
  const inside = path.relative(wake.directory, real)
  const planFile = inside.startsWith("..") ? real : inside
  const top: NewTask = {
    ...how,
    title: plan.title ?? path.basename(file),
    status: "active",
    planFile,
    children: plan.tasks.map(newTask),
  }
  return { tasks: await addTasks(wake, [top]), problems }
}

function newTask({ title, isDone, children }: PlannedTask): NewTask {
  return { title, status: isDone ? "done" : "pending", children: children.map(newTask) }
}

import type { Scope, Task } from "../../model.ts"
import type { NewTask, TaskChange, TaskResult, TaskStore } from "../../store.ts"
import { makeChildOrder, readTaskPosition } from "../../task-order.ts"
import { findParentFault, isClosed, formatStatus, findStatusFault } from "../../task-status.ts"
import { decodeText } from "../../../system/database/decode-cells.ts"
import type { Database } from "../../../system/database/open-database.ts"
import type { Synchronous } from "../../../system/database/decode-cells.ts"
import { findTaskPlace } from "./task-place-rows.ts"
import { type StoredTask, readStoredTask, TASK, readTaskRow } from "./task-rows.ts"

const ONE = `SELECT ${TASK} FROM tasks WHERE project = ? AND branch = ? AND id = ? AND deleted IS NULL`
const BELOW = `SELECT ${TASK} FROM tasks WHERE project = ? AND branch = ? AND place > ? AND place < ? AND deleted IS NULL ORDER BY place LIMIT ?`
const ROOTS = `SELECT ${TASK} FROM tasks WHERE project = ? AND branch = ? AND parent IS NULL AND deleted IS NULL ORDER BY place LIMIT ?`
const LAST = "SELECT max(place) FROM tasks WHERE project = ? AND branch = ? AND place > ? AND place < ?"
const IDS = "SELECT id FROM tasks WHERE project = ? AND branch = ? AND id >= ? AND id < ? AND deleted IS NULL LIMIT 20"

export function openTaskStore(database: Database, newId: () => string): Synchronous<TaskStore> {
  const find = (scope: Scope, id: string): StoredTask | undefined => {
    const row = database.first(ONE, [scope.project, scope.branch, id])
    return row === undefined ? undefined : readStoredTask(row)
  }
  const kept = <Result>(act: () => Result): Result => database.transaction(() => ({ result: act(), keep: true }))
  return {
    task: (scope, id) => find(scope, id)?.task,
    taskIds: ({ project, branch }, begin) =>
      database.all(IDS, [project, branch, begin, `${begin}~`]).map(([id]) => String(id)),
    tasks: (scope, { below, most = 1000 } = {}) => {
      const { project, branch } = scope
      if (below === undefined) return database.all(ROOTS, [project, branch, most]).map(readTaskRow)
      const top = find(scope, below)?.task
      if (top === undefined) return []
      const rows = database.all(BELOW, [project, branch, top.order, `${top.order}/`, most])
      return [top, ...rows.map(readTaskRow)]
    },
    addTasks: (scope, tasks, { parent, at }) =>
      kept(() => {
        const above = parent === undefined ? undefined : find(scope, parent)?.task
        if (parent !== undefined && above === undefined) return undefined
        return tasks.flatMap((task) => insert(database, { scope, at, newId, parent: above }, task))
      }),
    changeTask: (scope, id, change) =>
      kept(() => {
        const found = find(scope, id)
        return found === undefined ? { kind: "missing" } : changed(database, found, change)
      }),
    deleteTask: (scope, id, at) =>
      kept(() => {
        const found = find(scope, id)
        if (found === undefined) return 0
        const { task } = found
        countChildren(database, task, { opens: isClosed(task.status) ? 0 : -1, children: -1 })
        return database.write(
          "UPDATE tasks SET deleted = ? WHERE project = ? AND branch = ? AND (place = ? OR (place > ? AND place < ?)) AND deleted IS NULL",
          [at, scope.project, scope.branch, task.order, `${task.order}.`, `${task.order}/`],
        )
      }),
    place: (scope, owner, assignee = owner) => findTaskPlace(database, scope, { owner, assignee }),
  }
}

interface Placing {
  readonly scope: Scope
  readonly at: number
  readonly newId: () => string
  readonly parent: Task | undefined
}

/** Inserts a task and everything below it. Order numbers are never reused, not even those of deleted tasks. */
function insert(database: Database, placing: Placing, given: NewTask): readonly Task[] {
  const { scope, at, newId, parent } = placing
  const { project, branch } = scope
  const [from, to] = parent === undefined ? ["", "~"] : [`${parent.order}.`, `${parent.order}/`]
  const [last] = database.first(LAST, [project, branch, from, to]) ?? []
  const id = newId()
  const task: Task = {
    project,
    branch,
    id,
    parent: parent?.id,
    root: parent?.root ?? id,
    order: makeChildOrder(parent?.order, readTaskPosition(decodeText(last), parent?.order) + 1),
    title: given.title,
    status: given.status,
    assignee: given.assignee,
    owner: given.assignee ?? parent?.owner,
    skills: given.skills ?? [],
    planFile: given.planFile ?? parent?.planFile,
    notes: given.notes,
    run: given.run,
    children: 0,
    created: at,
    updated: at,
  }
  database.write(
    "INSERT INTO tasks (id, project, branch, parent, root, place, owner, status, children, opens, doc) VALUES (?, ?, ?, ?, ?, ?, ?, ?, 0, 0, ?)",
    [
      id,
      project,
      branch,
      task.parent ?? null,
      task.root,
      task.order,
      task.owner ?? null,
      task.status,
      serialiseTask(task),
    ],
  )
  countChildren(database, task, { opens: isClosed(task.status) ? 0 : 1, children: 1 })
  const below = (given.children ?? []).flatMap((child) => insert(database, { ...placing, parent: task }, child))
  return [{ ...task, children: (given.children ?? []).length }, ...below]
}

function serialiseTask(task: Task): string {
  return JSON.stringify({ ...task, children: undefined })
}

/** Updates the parent's number of children and of open children. */
function countChildren(
  database: Database,
  { parent }: Task,
  { opens, children }: { readonly opens: number; readonly children: number },
): void {
  if (parent === undefined) return
  database.write("UPDATE tasks SET opens = opens + ?, children = children + ? WHERE id = ?", [opens, children, parent])
}

function changed(
  database: Database,
  { task, opens }: StoredTask,
  { at, withChildren = false, note, ...change }: TaskChange & { readonly at: number; readonly withChildren?: boolean },
): TaskResult {
  const status = change.status ?? task.status
  const above = isClosed(task.status) && !isClosed(status) ? findParent(database, task) : undefined
  const fault = findStatusFault(task.status, status) ?? findParentFault(above, status)
  if (fault !== undefined) return { kind: "refused", why: fault }
  if (isClosed(status) && opens > 0 && !withChildren)
    return {
      kind: "refused",
      why: `${opens} of its subtasks ${opens === 1 ? "is" : "are"} open, so it cannot become ${formatStatus(status)}`,
    }
  const assignee = change.assignee === undefined ? task.assignee : change.assignee || undefined
  const next: Task = {
    ...task,
    title: change.title ?? task.title,
    skills: change.skills ?? task.skills,
    run: change.run === undefined ? task.run : change.run || undefined,
    notes: note === undefined ? task.notes : [task.notes, note].filter((line) => line !== undefined).join("\n"),
    status,
    assignee,
    owner: assignee ?? findParent(database, task)?.owner,
    updated: at,
  }
  write(database, next)
  if (isClosed(status) !== isClosed(task.status))
    countChildren(database, task, { opens: isClosed(status) ? -1 : 1, children: 0 })
  if (isClosed(status) && withChildren) closeChildren(database, next)
  if (next.owner !== task.owner) passOwner(database, next)
  return { kind: "changed", task: next }
}

function write(database: Database, task: Task): void {
  database.write("UPDATE tasks SET owner = ?, status = ?, doc = ? WHERE id = ?", [
    task.owner ?? null,
    task.status,
    serialiseTask(task),
    task.id,
  ])
}

function findParent(database: Database, { parent, project, branch }: Task): Task | undefined {
  if (parent === undefined) return undefined
  const row = database.first(ONE, [project, branch, parent])
  return row === undefined ? undefined : readTaskRow(row)
}

function listChildren(database: Database, { id, project, branch, order }: Task): readonly Task[] {
  const sql = `SELECT ${TASK} FROM tasks WHERE project = ? AND branch = ? AND place > ? AND place < ? AND parent = ? AND deleted IS NULL`
  return database.all(sql, [project, branch, `${order}.`, `${order}/`, id]).map(readTaskRow)
}

function passOwner(database: Database, parent: Task): void {
  for (const child of listChildren(database, parent)) {
    if (child.assignee !== undefined) continue
    const next = { ...child, owner: parent.owner }
    write(database, next)
    passOwner(database, next)
  }
}

function closeChildren(database: Database, parent: Task): void {
  for (const child of listChildren(database, parent)) {
    if (!isClosed(child.status)) {
      write(database, { ...child, status: parent.status, updated: parent.updated })
      countChildren(database, child, { opens: -1, children: 0 })
    }
    closeChildren(database, { ...child, status: parent.status, updated: parent.updated })
  }
}

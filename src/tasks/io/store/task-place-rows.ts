import type { Scope, Task } from "../../model.ts"
import { listOrdersAbove } from "../../task-order.ts"
import { type HiddenTasks, nowhere, type TaskPlace } from "../../task-place.ts"
import { isClosed } from "../../task-status.ts"
import type { Database } from "../../../system/database/open-database.ts"
import { TASK, readTaskRow } from "./task-rows.ts"

/** Of larger trees, only the part around the current task is shown. */
const MOST_SHOWN = 60
/** How many siblings before and after it are shown in that case. */
const BEFORE = 4
const AFTER = 8

const OPEN = "deleted IS NULL AND opens = 0 AND status IN ('pending', 'active', 'blocked', 'in_review')"
const STARTED = "deleted IS NULL AND status IN ('active', 'blocked', 'in_review')"
const MINE = "(? IS NULL OR owner = ?)"

export interface PlaceFilter {
  /** Only tasks of this agent count; undefined for all. */
  readonly owner: string | undefined
  /** Whose tasks count before they are started. */
  readonly assignee: string | undefined
}

/**
 * An agent's current task: the first open leaf, depth first, that was started or is below a started task; otherwise the
 * first one that is assigned to it. The cost is the same for ten tasks as for ten thousand.
 */
export function findTaskPlace(database: Database, scope: Scope, { owner, assignee }: PlaceFilter): TaskPlace {
  const current = startedTask(database, scope, owner) ?? assignedTask(database, scope, assignee)
  if (current === undefined) return { ...nowhere, next: nextTask(database, scope, owner) }
  const above = tasksAbove(database, current)
  return {
    current,
    above: above.toReversed(),
    ...around(database, { current, above, owner }),
    others: otherTasks(database, current, owner),
  }
}

function startedTask(database: Database, { project, branch }: Scope, owner: string | undefined): Task | undefined {
  const started = database.all(
    `SELECT place FROM tasks WHERE project = ? AND branch = ? AND ${STARTED} ORDER BY place LIMIT 200`,
    [project, branch],
  )
  const leaf = `SELECT ${TASK} FROM tasks WHERE project = ? AND branch = ? AND place >= ? AND place < ? AND ${OPEN} AND ${MINE} ORDER BY place LIMIT 1`
  for (const [cell] of started) {
    const place = String(cell)
    const row = database.first(leaf, [project, branch, place, `${place}/`, owner ?? null, owner ?? null])
    if (row !== undefined) return readTaskRow(row)
  }
  return undefined
}

function assignedTask(database: Database, { project, branch }: Scope, assignee: string | undefined): Task | undefined {
  if (assignee === undefined) return undefined
  const sql = `SELECT ${TASK} FROM tasks WHERE project = ? AND branch = ? AND ${OPEN} AND owner = ? ORDER BY place LIMIT 1`
  const row = database.first(sql, [project, branch, assignee])
  return row === undefined ? undefined : readTaskRow(row)
}

/** Pending, and assigned to the agent or to nobody. */
function nextTask(database: Database, { project, branch }: Scope, owner: string | undefined): Task | undefined {
  const sql = `SELECT ${TASK} FROM tasks WHERE project = ? AND branch = ? AND ${OPEN} AND (? IS NULL OR owner IS NULL OR owner = ?) ORDER BY place LIMIT 1`
  const row = database.first(sql, [project, branch, owner ?? null, owner ?? null])
  return row === undefined ? undefined : readTaskRow(row)
}

function otherTasks(database: Database, current: Task, owner: string | undefined): readonly Task[] {
  const sql = `SELECT ${TASK} FROM tasks WHERE project = ? AND branch = ? AND ${STARTED} AND opens = 0 AND id <> ? AND ${MINE} ORDER BY place LIMIT 5`
  return database.all(sql, [current.project, current.branch, current.id, owner ?? null, owner ?? null]).map(readTaskRow)
}

/** From the root down. */
function tasksAbove(database: Database, { project, branch, order }: Task): readonly Task[] {
  const sql = `SELECT ${TASK} FROM tasks WHERE project = ? AND branch = ? AND place = ?`
  return listOrdersAbove(order).flatMap((place) => {
    const row = database.first(sql, [project, branch, place])
    return row === undefined ? [] : [readTaskRow(row)]
  })
}

type Around = Pick<TaskPlace, "around" | "hidden">

interface Middle extends Pick<PlaceFilter, "owner"> {
  readonly current: Task
  /** From the root down. */
  readonly above: readonly Task[]
}

function around(database: Database, { current, above, owner }: Middle): Around {
  const { project, branch } = current
  if (above.length === 0 && current.children === 0) return { around: rootsNear(database, current, owner), hidden: {} }
  const root = (above[0] ?? current).order
  const whole = database.all(
    `SELECT ${TASK} FROM tasks WHERE project = ? AND branch = ? AND place >= ? AND place < ? AND deleted IS NULL ORDER BY place LIMIT ?`,
    [project, branch, root, `${root}/`, MOST_SHOWN + 1],
  )
  if (whole.length <= MOST_SHOWN) return { around: whole.map(readTaskRow), hidden: {} }
  const hidden: Record<string, HiddenTasks> = {}
  const shown: Task[] = above.slice(0, 1)
  const path = [...above, current]
  for (const [at, parent] of above.entries()) {
    const next = path[at + 1]
    if (next === undefined) continue
    const siblings = siblingsNear(database, parent, next)
    shown.push(...siblings)
    const rest = countHidden(database, parent, siblings)
    if (rest.closed + rest.open > 0) hidden[parent.id] = rest
  }
  if (above.length === 0) shown.push(current)
  return {
    around: [...new Map(shown.map((task) => [task.order, task])).values()].sort((a, b) => (a.order < b.order ? -1 : 1)),
    hidden,
  }
}

/** A list without a tree above it: the top-level tasks before and after one. */
function rootsNear(database: Database, one: Task, owner: string | undefined): readonly Task[] {
  const near = (compare: "<" | ">=", direction: "DESC" | "ASC", most: number) =>
    database
      .all(
        `SELECT ${TASK} FROM tasks WHERE project = ? AND branch = ? AND place ${compare} ? AND parent IS NULL AND deleted IS NULL AND ${MINE} ORDER BY place ${direction} LIMIT ?`,
        [one.project, one.branch, one.order, owner ?? null, owner ?? null, most],
      )
      .map(readTaskRow)
  return [...near("<", "DESC", BEFORE).toReversed(), ...near(">=", "ASC", AFTER)]
}

function siblingsNear(database: Database, parent: Task, one: Task): readonly Task[] {
  const { project, branch } = one
  const near = (compare: "<" | ">=", direction: "DESC" | "ASC", most: number) =>
    database
      .all(
        `SELECT ${TASK} FROM tasks WHERE project = ? AND branch = ? AND place ${compare} ? AND place > ? AND place < ? AND parent = ? AND deleted IS NULL ORDER BY place ${direction} LIMIT ?`,
        [project, branch, one.order, `${parent.order}.`, `${parent.order}/`, parent.id, most],
      )
      .map(readTaskRow)
  return [...near("<", "DESC", BEFORE).toReversed(), ...near(">=", "ASC", AFTER)]
}

function countHidden(database: Database, parent: Task, shown: readonly Task[]): HiddenTasks {
  const [opens = 0] = database.first("SELECT opens FROM tasks WHERE id = ?", [parent.id]) ?? []
  const openShown = shown.filter(({ status }) => !isClosed(status)).length
  const open = Math.max(0, Number(opens) - openShown)
  return { open, closed: Math.max(0, parent.children - shown.length - open) }
}

import type { Scope, Task } from "../../model.ts"
import type { BranchStore } from "../../store.ts"
import { makeChildOrder, readTaskPosition } from "../../task-order.ts"
import { isClosed } from "../../task-status.ts"
import { decodeText, type Synchronous } from "../../../system/database/decode-cells.ts"
import type { Database } from "../../../system/database/open-database.ts"
import { readTaskRow, TASK } from "./task-rows.ts"

const OPEN = "deleted IS NULL AND opens = 0 AND status IN ('pending', 'active', 'blocked', 'in_review')"
const BRANCHES = `SELECT branch, count(*) FROM tasks WHERE project = ? AND branch <> ? AND ${OPEN} GROUP BY branch ORDER BY branch LIMIT 20`
const ROOTS = `SELECT ${TASK} FROM tasks WHERE project = ? AND branch = ? AND parent IS NULL AND deleted IS NULL ORDER BY place`

/** The tasks of other branches of a project. */
export function openBranchStore(database: Database): Synchronous<BranchStore> {
  return {
    otherBranches: ({ project, branch }) =>
      database.all(BRANCHES, [project, branch]).map(([name, open]) => ({ branch: String(name), open: Number(open) })),
    moveTasks: (scope, from) =>
      database.transaction(() => {
        const roots = database.all(ROOTS, [scope.project, from]).map(readTaskRow)
        const open = roots.filter(({ status }) => !isClosed(status))
        return { result: open.map((root) => moveTree(database, root, scope)), keep: true }
      }),
  }
}

/** A tree becomes the last one of its new branch. Its deleted tasks go with it. */
function moveTree(database: Database, root: Task, { project, branch }: Scope): Task {
  const [last] =
    database.first("SELECT max(place) FROM tasks WHERE project = ? AND branch = ?", [project, branch]) ?? []
  const order = makeChildOrder(undefined, readTaskPosition(decodeText(last)) + 1)
  const rows = database.all(`SELECT ${TASK} FROM tasks WHERE project = ? AND branch = ? AND root = ?`, [
    project,
    root.branch,
    root.id,
  ])
  for (const task of rows.map(readTaskRow)) {
    const moved = { ...task, branch, order: order + task.order.slice(root.order.length), children: undefined }
    database.write("UPDATE tasks SET branch = ?, place = ?, doc = ? WHERE id = ?", [
      branch,
      moved.order,
      JSON.stringify(moved),
      task.id,
    ])
  }
  return { ...root, branch, order }
}

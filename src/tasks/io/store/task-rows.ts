import type { Task } from "../../model.ts"
import { type ReadCell, textOf } from "../../../system/database/cells.ts"

/** The columns that a task is read from. */
export const TASK = "CAST(doc AS BLOB), children, opens"

/** A task as it is stored, with the number of its open children. */
export interface StoredTask {
  readonly task: Task
  readonly opens: number
}

export function storedOf([doc, children, opens]: readonly ReadCell[]): StoredTask {
  return { task: { ...(JSON.parse(textOf(doc)) as Task), children: Number(children) }, opens: Number(opens) }
}

export function taskOf(row: readonly ReadCell[]): Task {
  return storedOf(row).task
}

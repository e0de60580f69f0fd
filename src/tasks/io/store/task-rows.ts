import type { Task } from "../../model.ts"
import { type ReadCell, decodeText } from "../../../system/database/decode-cells.ts"

/** The columns that a task is read from. */
export const TASK = "CAST(doc AS BLOB), children, opens"

/** A task as it is stored, with the number of its open children. */
export interface StoredTask {
  readonly task: Task
  readonly opens: number
}

export function readStoredTask([doc, children, opens]: readonly ReadCell[]): StoredTask {
  return { task: { ...(JSON.parse(decodeText(doc)) as Task), children: Number(children) }, opens: Number(opens) }
}

export function readTaskRow(row: readonly ReadCell[]): Task {
  return readStoredTask(row).task
}

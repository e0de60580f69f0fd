import type { NewRun, RunProgress } from "../../../ports/run-store.ts"
import type { Body } from "../beside/body.ts"
import type { Database } from "../database/open-database.ts"
import type { RowCounts } from "../tables.ts"

/** A run while its changes are carried out; its own row is written last, once. */
export interface ChangedRun {
  readonly id: string
  readonly number: number
  readonly counts: { -readonly [Kind in keyof RowCounts]: number }
  made: NewRun | undefined
  progress: RunProgress | undefined
}

export interface ChangeTools {
  readonly database: Database
  /** What a row holds of a text. */
  readonly keep: (text: string) => Body
}

export function ofRun<Row extends { readonly run: string }>(run: ChangedRun, row: Row): Row {
  if (row.run !== run.id) throw new Error(`a row of run ${row.run} is in the commit of ${run.id}`)
  return row
}

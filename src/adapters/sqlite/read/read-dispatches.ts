import type { DispatchRow, RunStore } from "../../../ports/run-store.ts"
import type { Artifacts } from "../beside/artifacts.ts"
import { type ReadCell, text } from "../database/cells.ts"
import type { ReadTools, Synchronous } from "./read-tools.ts"
import { checkAll, itemCells, RUN } from "../stored-rows.ts"
import { tables } from "../tables.ts"

const { dispatch, dispatchState } = tables
/** Of a dispatch as `dispatchRow` reads it. */
export const DISPATCH_COLUMNS = `run, ${dispatch.selected}, ${dispatchState.selected}`
const DISPATCHES = `SELECT ${DISPATCH_COLUMNS} FROM dispatches WHERE run = ${RUN} AND step = ? AND round = ?`
const DISPATCH = `${DISPATCHES} AND item = ?`

export function dispatchReaders({
  database,
  artifacts,
}: ReadTools): Pick<Synchronous<RunStore>, "dispatch" | "dispatches"> {
  return {
    dispatch({ run, step, round, item }) {
      const values = [text.write(run), text.write(step), round, text.write(item)]
      const found = database.first(DISPATCH, values)
      if (found !== undefined) return dispatchRow(artifacts, run, found)
      checkAll(database, run, "dispatches")
      return undefined
    },
    dispatches: (run, step, round) =>
      database
        .all(`${DISPATCHES} ORDER BY made`, [text.write(run), text.write(step), round])
        .map((cells) => dispatchRow(artifacts, run, cells)),
  }
}

export function dispatchRow(artifacts: Artifacts, run: string, [number, ...cells]: readonly ReadCell[]): DispatchRow {
  const { asks: _asks, made: _made, ask, ...fixed } = dispatch.read([Number(number)], cells)
  const { place: _place, ...state } = dispatchState.read(itemCells(Number(number), fixed), cells.slice(1))
  return { run, ...fixed, ...state, ask: JSON.parse(artifacts.text(ask)) as DispatchRow["ask"] }
}

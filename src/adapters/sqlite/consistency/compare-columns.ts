import type { Item, Run } from "../../../run/model.ts"
import { isClaimable } from "../../../run/verify-run.ts"
import { asBytes, type ReadCell, textOf } from "../cells.ts"
import { type LoadTools, loadRun } from "../load-run.ts"
import { ITEM_COLUMNS, readItem } from "../rows.ts"

const RUN = `SELECT number, ${asBytes("workflow")}, ${asBytes("project")}, root,
  (SELECT ${asBytes("above.id")} FROM runs AS above WHERE above.number = runs.root),
  EXISTS (SELECT 1 FROM runs AS above WHERE above.id = ?), items, (SELECT count(*) FROM items WHERE run = number)
  FROM runs WHERE id = ?`
const ITEMS = `SELECT ${ITEM_COLUMNS}, root, ${asBytes("agent")}, claimable, text IS NOT NULL,
  request IS NULL AND request_sum IS NOT NULL OR answer IS NULL AND answer_sum IS NOT NULL FROM items WHERE run = ? ORDER BY made`
/** How many columns of an item come after its own. */
const FOUND_BY = 5

/** Columns that rows are found by repeat what the documents say. Returns the first of a run's that says something else. */
export function compareColumns(tools: LoadTools, id: string): string | undefined {
  return tools.database.moment(() => {
    const run = loadRun(tools, { run: id })?.run
    if (run === undefined) return undefined
    const [number, workflow, project, root, ...rest] = tools.database.first(RUN, [run.root, id]) ?? []
    const [above, hasAbove, items, count] = rest
    if (textOf(workflow) !== run.workflow) return `it is listed under the workflow ${textOf(workflow)}`
    if (textOf(project) !== run.project) return `it is listed under the project ${textOf(project)}`
    // A run whose parent was removed is the top of its own tree.
    if (hasAbove === 1 ? textOf(above) !== run.root : root !== number) return "it is listed under another tree of runs"
    if (items !== count) return `it counts ${String(items)} items and has ${String(count)}`
    const at = { ...run, number: Number(number) }
    for (const cells of tools.database.all(ITEMS, [Number(number)])) {
      const wrong = compareItem(readItem(tools, at, cells), { root: root ?? null, cells: cells.slice(-FOUND_BY) })
      if (wrong !== undefined) return `${nameOf(run, cells)} ${wrong}`
    }
    return undefined
  })
}

function compareItem(
  { dispatch, result }: Item,
  run: { readonly root: ReadCell; readonly cells: readonly ReadCell[] },
): string | undefined {
  const [root, agent, claimable, hasText, hasStraySum] = run.cells
  if (hasStraySum === 1 || (hasText === 1 && result === undefined))
    return "has a part of what was never asked or answered"
  if (root !== run.root) return "is listed under another tree of runs"
  if (dispatch === undefined)
    return agent === null && claimable === null ? undefined : "is listed as asked for, and nobody was asked"
  if (agent === null || textOf(agent) !== dispatch.agent) return `is listed for ${textOf(agent)}`
  return claimable === (isClaimable({ ...dispatch, status: "open" }) ? 1 : 0)
    ? undefined
    : "is listed for the wrong kind of worker"
}

function nameOf(run: Run, [step, round, item]: readonly ReadCell[]): string {
  return [run.id, textOf(step), Number(round), textOf(item)].join("/")
}

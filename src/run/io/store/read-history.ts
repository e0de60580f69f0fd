import type { ItemKey } from "../../../agents/agent-driver.ts"
import type { Item, Run, RunHead } from "../../model.ts"
import type { CommitRecord } from "../../store.ts"
import type { RunFilter, RunHistory, StepUsage } from "../../store.ts"
import { isClaimable } from "../../verify-run.ts"
import {
  castToBytes,
  type Cell,
  decodeDigest,
  type ReadCell,
  type Synchronous,
  decodeText,
} from "../../../system/database/decode-cells.ts"
import { damagedError } from "../../../system/database/store-failure.ts"
import { loadRun, type LoadTools, restoreRun } from "./load-run.ts"
import { HEAD_COLUMNS, ITEM_COLUMNS, readHead, readItemRow, countOpenQuestions } from "./rows.ts"

const RUN = "(SELECT number FROM runs WHERE id = ?)"
const RECORDS = `SELECT seq, at, ${castToBytes("events")}, ${castToBytes("hash")} FROM records WHERE run = ${RUN} AND seq > ? ORDER BY seq`
const QUEUED = `SELECT (SELECT ${castToBytes("id")} FROM runs WHERE number = items.run), ${castToBytes("step")}, round, ${castToBytes("item")}
  FROM items WHERE place IS NOT NULL AND root = ${RUN} ORDER BY place`
const SPENT = `SELECT ${castToBytes("step")}, count(*), total(json_extract(answer, '$.usage.tokensIn')),
  total(json_extract(answer, '$.usage.tokensOut')), total(json_extract(answer, '$.usage.money')) FROM items
  WHERE run IN (SELECT number FROM runs WHERE workflow = ? AND status <> 'running') AND answer IS NOT NULL
  AND json_extract(answer, '$.reused') IS NULL AND json_extract(answer, '$.agent') <> 'shell' GROUP BY step`
const SEQ = "SELECT seq FROM runs WHERE id = ?"

export function openHistoryReaders(tools: LoadTools): Synchronous<RunHistory> {
  return {
    runs: (filter = {}) => readRuns(tools, filter),
    records: (run, after = 0) => readRecords(tools, run, after),
    queued: (root) => readQueue(tools, root),
    mismatch: (run) => compareColumns(tools, run),
    usage: (workflow) => readUsage(tools, workflow),
  }
}

function readRuns(tools: LoadTools, filter: RunFilter): readonly Run[] {
  const [where, values] = runsWhere(filter)
  return tools.database.moment(() =>
    tools.database.all(`SELECT ${HEAD_COLUMNS} FROM runs ${where}`, values).map((cells) => {
      const run = restoreRun(tools, readHead(tools, cells))
      if (!isMeant(run, filter)) throw damagedError(tools.file, `the index of run ${run.id} disagrees with its content`)
      return run
    }),
  )
}

/** Columns that exist only for searching must match the documents. */
function isMeant(run: Run, { project, status, workflow, root, asking }: RunFilter): boolean {
  return (
    (project === undefined || run.project === project) &&
    (status === undefined || run.status === status) &&
    (workflow === undefined || run.workflow === workflow) &&
    (root === undefined || run.root === root) &&
    (asking !== true || countOpenQuestions(run) > 0)
  )
}

/** The status is a literal, so that the index of running runs is used. */
function runsWhere({ project, status, workflow, root, asking, most }: RunFilter): [string, readonly Cell[]] {
  const parts = [
    ...(project === undefined ? [] : [{ sql: "project = ?", values: [project] }]),
    ...(status === undefined ? [] : [{ sql: `status = '${status.replaceAll("'", "")}'`, values: [] }]),
    ...(workflow === undefined ? [] : [{ sql: "workflow = ?", values: [workflow] }]),
    ...(root === undefined ? [] : [{ sql: `root = ${RUN}`, values: [root] }]),
    ...(asking === true ? [{ sql: "asks > 0", values: [] }] : []),
  ]
  const where = parts.length === 0 ? "" : `WHERE ${parts.map((part) => part.sql).join(" AND ")}`
  return [`${where} ORDER BY number DESC LIMIT ?`, [...parts.flatMap(({ values }) => values), most ?? -1]]
}

/** One record per commit: a gap means that one was lost. */
function readRecords({ database, file }: LoadTools, run: string, after: number): readonly CommitRecord[] {
  return database.moment(() => {
    const commits = Number(database.first(SEQ, [run])?.[0] ?? 0)
    const found = database.all(RECORDS, [run, after])
    if (found.length < commits - after) throw damagedError(file, `run ${run} is missing records`)
    return found.map(([seq, at, events, hash]) => ({
      seq: Number(seq),
      at: Number(at),
      events: decodeText(events),
      hash: decodeDigest(hash),
    }))
  })
}

function readQueue({ database }: LoadTools, root: string): readonly ItemKey[] {
  return database.all(QUEUED, [root]).map(([run, step, round, item]) => ({
    run: decodeText(run),
    step: decodeText(step),
    round: Number(round),
    item: decodeText(item),
  }))
}

/** The database adds these up: they are estimates, and the only numbers that are not checked row by row. */
function readUsage(tools: LoadTools, workflow: string): readonly StepUsage[] {
  const heads = readRuns(tools, { workflow }).filter(({ status }) => status !== "running")
  const steps = [...new Set(heads.flatMap(({ rounds }) => Object.keys(rounds)))].sort()
  const spent = new Map(
    tools.database.all(SPENT, [workflow]).map(([step, ...sums]) => [decodeText(step), sums.map(Number)]),
  )
  return steps.map((step) => {
    const [agents = 0, tokensIn = 0, tokensOut = 0, money = 0] = spent.get(step) ?? []
    const visits = heads.flatMap(({ rounds }: RunHead) => rounds[step] ?? [])
    const total = visits.reduce((sum, count) => sum + count, 0)
    return { step, runs: visits.length, visits: total, agents, tokensIn, tokensOut, money }
  })
}

const COMPARED_RUN = `SELECT number, ${castToBytes("workflow")}, ${castToBytes("project")}, root,
  (SELECT ${castToBytes("above.id")} FROM runs AS above WHERE above.number = runs.root),
  EXISTS (SELECT 1 FROM runs AS above WHERE above.id = ?), items, (SELECT count(*) FROM items WHERE run = number)
  FROM runs WHERE id = ?`
const ITEMS = `SELECT ${ITEM_COLUMNS}, root, ${castToBytes("agent")}, claimable, text IS NOT NULL,
  request IS NULL AND request_sum IS NOT NULL OR answer IS NULL AND answer_sum IS NOT NULL FROM items WHERE run = ? ORDER BY made`
/** How many columns of an item come after its own. */
const FOUND_BY = 5

/** Columns for searching repeat what the documents say. Returns the first column of a run that differs. */
function compareColumns(tools: LoadTools, id: string): string | undefined {
  return tools.database.moment(() => {
    const run = loadRun(tools, { run: id })?.run
    if (run === undefined) return undefined
    const [number, workflow, project, root, ...rest] = tools.database.first(COMPARED_RUN, [run.root, id]) ?? []
    const [above, hasAbove, items, count] = rest
    if (decodeText(workflow) !== run.workflow) return `it is listed under the workflow ${decodeText(workflow)}`
    if (decodeText(project) !== run.project) return `it is listed under the project ${decodeText(project)}`
    // A run whose parent was removed is the top of its own tree.
    if (hasAbove === 1 ? decodeText(above) !== run.root : root !== number)
      return "it is listed under another tree of runs"
    if (items !== count) return `it should have ${String(items)} items but has ${String(count)}`
    const at = { ...run, number: Number(number) }
    for (const cells of tools.database.all(ITEMS, [Number(number)])) {
      const wrong = compareItem(readItemRow(tools, at, cells), { root: root ?? null, cells: cells.slice(-FOUND_BY) })
      if (wrong !== undefined) return `${formatItemName(run, cells)} ${wrong}`
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
    return "has parts of a request or an answer that do not exist"
  if (root !== run.root) return "is listed under another tree of runs"
  if (dispatch === undefined)
    return agent === null && claimable === null ? undefined : "is listed as open, but there is no request"
  if (agent === null || decodeText(agent) !== dispatch.agent) return `is listed for ${decodeText(agent)}`
  return claimable === (isClaimable({ ...dispatch, status: "open" }) ? 1 : 0)
    ? undefined
    : "is listed for the wrong kind of worker"
}

function formatItemName(run: Run, [step, round, item]: readonly ReadCell[]): string {
  return [run.id, decodeText(step), Number(round), decodeText(item)].join("/")
}

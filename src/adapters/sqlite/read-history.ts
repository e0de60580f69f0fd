import type { ItemKey } from "../../ports/agents/agent-driver.ts"
import type { Run, RunHead } from "../../run/model.ts"
import type { CommitRecord } from "../../run/store.ts"
import type { RunFilter, RunHistory, StepUsage } from "../../run/store.ts"
import { digestOf, asBytes, type Cell, textOf, type Synchronous } from "./cells.ts"
import { compareColumns } from "./consistency/compare-columns.ts"
import { damaged } from "./store-failure.ts"
import { type LoadTools, runOf } from "./load-run.ts"
import { HEAD_COLUMNS, readHead, waiting } from "./rows.ts"

const RUN = "(SELECT number FROM runs WHERE id = ?)"
const RECORDS = `SELECT seq, at, ${asBytes("events")}, ${asBytes("hash")} FROM records WHERE run = ${RUN} AND seq > ? ORDER BY seq`
const QUEUED = `SELECT (SELECT ${asBytes("id")} FROM runs WHERE number = items.run), ${asBytes("step")}, round, ${asBytes("item")}
  FROM items WHERE place IS NOT NULL AND root = ${RUN} ORDER BY place`
const SPENT = `SELECT ${asBytes("step")}, count(*), total(json_extract(answer, '$.usage.tokensIn')),
  total(json_extract(answer, '$.usage.tokensOut')), total(json_extract(answer, '$.usage.money')) FROM items
  WHERE run IN (SELECT number FROM runs WHERE workflow = ? AND status <> 'running') AND answer IS NOT NULL
  AND json_extract(answer, '$.reused') IS NULL AND json_extract(answer, '$.agent') <> 'shell' GROUP BY step`
const SEQ = "SELECT seq FROM runs WHERE id = ?"

export function historyReaders(tools: LoadTools): Synchronous<RunHistory> {
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
      const run = runOf(tools, readHead(tools, cells))
      if (!isMeant(run, filter)) throw damaged(tools.file, `run ${run.id} is found by what it is not`)
      return run
    }),
  )
}

/** Columns that are only there to be looked for have to say what the documents say. */
function isMeant(run: Run, { project, status, workflow, root, asking }: RunFilter): boolean {
  return (
    (project === undefined || run.project === project) &&
    (status === undefined || run.status === status) &&
    (workflow === undefined || run.workflow === workflow) &&
    (root === undefined || run.root === root) &&
    (asking !== true || waiting(run) > 0)
  )
}

/** A status is written out, so that the index of running ones is used. */
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

/** One record a commit: where one is missing, it was lost. */
function readRecords({ database, file }: LoadTools, run: string, after: number): readonly CommitRecord[] {
  return database.moment(() => {
    const commits = Number(database.first(SEQ, [run])?.[0] ?? 0)
    const found = database.all(RECORDS, [run, after])
    if (found.length < commits - after) throw damaged(file, `run ${run} lacks records`)
    return found.map(([seq, at, events, hash]) => ({
      seq: Number(seq),
      at: Number(at),
      events: textOf(events),
      hash: digestOf(hash),
    }))
  })
}

function readQueue({ database }: LoadTools, root: string): readonly ItemKey[] {
  return database.all(QUEUED, [root]).map(([run, step, round, item]) => ({
    run: textOf(run),
    step: textOf(step),
    round: Number(round),
    item: textOf(item),
  }))
}

/** The database adds up: these are figures to estimate by, and the only ones that are not checked row by row. */
function readUsage(tools: LoadTools, workflow: string): readonly StepUsage[] {
  const heads = readRuns(tools, { workflow }).filter(({ status }) => status !== "running")
  const steps = [...new Set(heads.flatMap(({ rounds }) => Object.keys(rounds)))].sort()
  const spent = new Map(
    tools.database.all(SPENT, [workflow]).map(([step, ...sums]) => [textOf(step), sums.map(Number)]),
  )
  return steps.map((step) => {
    const [agents = 0, tokensIn = 0, tokensOut = 0, money = 0] = spent.get(step) ?? []
    const visits = heads.flatMap(({ rounds }: RunHead) => rounds[step] ?? [])
    const total = visits.reduce((sum, count) => sum + count, 0)
    return { step, runs: visits.length, visits: total, agents, tokensIn, tokensOut, money }
  })
}

import type { RunHead, RunStart } from "../../../run/model.ts"
import type { CommitRecord } from "../../../run/store.ts"
import { asBytes, bytesOf, type Cell, type ReadCell, textOf } from "../cells.ts"
import type { Database } from "../open-database.ts"
import { type Body, bodyCell } from "../artifacts.ts"
import { answerCells, headCells, requestCells, startCells, waiting } from "../rows.ts"
import type { MigratedItem } from "./migrated-items.ts"
import type { ReadTools } from "./read-run.ts"
import { setAside } from "./set-aside.ts"

/** A run as version 2 stores it. */
export interface MigratedRun {
  readonly number: number
  /** The number of the run at the top of its tree. */
  readonly root: number
  readonly start: RunStart
  readonly head: RunHead
  readonly records: readonly CommitRecord[]
  readonly items: readonly MigratedItem[]
}

/** An item that belongs in the queue. */
export interface QueuedItem {
  readonly key: readonly [run: number, step: string, round: number, item: string]
  /** Its place in the queue of version 1, or its last one. */
  readonly place: number
  readonly isLeased: boolean
}

const sql = {
  run: `INSERT INTO runs (number, id, workflow, project, root, status, asks, items, seq, head, sum)
    VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
  start: "INSERT INTO starts (run, start, sum) VALUES (?, ?, ?)",
  record: "INSERT INTO records (run, seq, at, events, hash) VALUES (?, ?, ?, ?, ?)",
  item: `INSERT INTO items (run, step, round, item, made, root, agent, status, claimable, epoch, tried, request, request_sum,
    answer, answer_sum, text) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
  queue: `SELECT run, ${asBytes("step")}, round, ${asBytes("item")}, place, ${asBytes("worker")}, ${asBytes("boot")}, until, lasts
    FROM ${setAside("queue")}`,
  place: `UPDATE items SET place = ?, worker = ?, boot = ?, until = ?, lasts = ?
    WHERE run = ? AND step = ? AND round = ? AND item = ?`,
} as const

/** Returns the items that belong in the queue. */
export function writeRun(tools: ReadTools, run: MigratedRun): readonly QueuedItem[] {
  const { database } = tools
  const { number, root, start, head, records, items } = run
  const { id, workflow, project } = start
  const seq = records.length
  const found = [number, id, workflow, project, root, head.status, waiting(head), items.length, seq]
  database.write(sql.run, [...found, ...headCells(id, seq, head)])
  database.write(sql.start, [number, ...startCells(id, kept(tools, start))])
  for (const record of records) database.write(sql.record, [number, record.seq, record.at, record.events, record.hash])
  for (const item of items) writeItem(tools, run, item)
  return items.flatMap((item) => queuedOf(number, item))
}

function writeItem(tools: ReadTools, { number, root }: MigratedRun, item: MigratedItem): void {
  const { step, round, made, asked, answered } = item
  const where = [number, step, round, item.item, made, root]
  const request = asked === undefined ? [null, null] : requestCells(number, item, kept(tools, asked.request))
  const answer = answered === undefined ? [null, null] : answerCells(number, item, answered.answer)
  const text = answered?.text === undefined ? null : bodyCell(answered.text)
  tools.database.write(sql.item, [...where, ...stateCells(asked), ...request, ...answer, text])
}

/** Agent, status, whether it may be claimed, epoch, tries. */
function stateCells(asked: MigratedItem["asked"]): readonly Cell[] {
  if (asked === undefined) return [null, null, null, 0, 0]
  const { status, epoch, tried } = asked.dispatch
  return [asked.request.agent, status, asked.request.ask.kind === "run" ? 0 : 1, epoch, tried]
}

function queuedOf(run: number, { step, round, item, asked, isQueued }: MigratedItem): readonly QueuedItem[] {
  if (!isQueued || asked === undefined) return []
  const { place, status } = asked.dispatch
  return [{ key: [run, step, round, item], place, isLeased: status === "leased" }]
}

function kept({ artifacts }: ReadTools, document: object): Body {
  const json = JSON.stringify(document)
  return artifacts.isLarge(json) ? artifacts.keep(json) : { kind: "text", text: json }
}

/**
 * In the order of version 1. An item that version 1 lost from its queue gets its old place: the worker that leased it
 * can still answer, and others may claim it.
 */
export function fillQueue(database: Database, items: readonly QueuedItem[]): void {
  const rows = new Map(database.all(sql.queue).map((cells) => [queueKey(cells), cells]))
  const placed = items
    .map((item) => ({ ...item, row: rows.get(JSON.stringify(item.key)) }))
    .sort((a, b) => placeOf(a) - placeOf(b))
  for (const [at, { key, isLeased, row }] of placed.entries()) {
    const [worker, boot, until, lasts] = row?.slice(5) ?? []
    const lease = [isLeased ? wordCell(worker) : null, wordCell(boot), numberCell(until), numberCell(lasts)]
    database.write(sql.place, [at + 1, ...lease, ...key])
  }
}

function queueKey([run, step, round, item]: readonly ReadCell[]): string {
  return JSON.stringify([Number(run), textOf(step), Number(round), textOf(item)])
}

function placeOf({ row, place }: QueuedItem & { readonly row: readonly ReadCell[] | undefined }): number {
  return row === undefined ? place : Number(row[4])
}

function wordCell(cell: ReadCell | undefined): string | null {
  return bytesOf(cell)?.toString() ?? null
}

function numberCell(cell: ReadCell | undefined): number | null {
  return typeof cell === "number" ? cell : null
}

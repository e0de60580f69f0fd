import type { ItemKey } from "../../../agents/agent-driver.ts"
import { movesFrom } from "../../advance/pending-items.ts"
import type { Change, ItemRef, NewAnswer, Request, RunStart } from "../../model.ts"
import type { Commit, CommitResult, Lease, RunCommit, Take } from "../../store.ts"
import { castToBytes, type Cell, digestCell, decodeText } from "../../../system/database/decode-cells.ts"
import type { FailMoment } from "../../../system/database/failpoint.ts"
import { type Body, toBodyCell, toBodyMark } from "./artifacts.ts"
import type { KnownRun, LoadTools } from "./load-run.ts"
import {
  toAnswerCells,
  toHeadCells,
  toRequestCells,
  serialiseRequest,
  type StoredAnswer,
  startCells,
  countOpenQuestions,
  checksumRow,
} from "./rows.ts"

export interface CommitTools extends LoadTools {
  readonly fail: ((moment: FailMoment, act: string) => void) | undefined
  /** Receives the last run of a commit that is on disk. */
  readonly committed?: ((run: number, seq: number) => void) | undefined
  /** Receives, inside the transaction, what has become claimable in a run. */
  readonly offered?:
    | ((run: { readonly id: string; readonly root: number }, items: readonly ItemRef[]) => void)
    | undefined
  /** Lets the whole commit fail later if this does not change one row, so that nothing waits for it. */
  readonly putOne?: ((sql: string, values: readonly Cell[]) => void) | undefined
  /** The lease of the worker that makes a commit on what this opens; absent: nobody has one. */
  readonly lease?: ((take: Take) => LeaseCells) | undefined
}

interface LeaseCells {
  readonly worker: string
  readonly boot: string
  readonly until: number
  readonly lasts: number
}

/** With its first claim. */
const FIRST_EPOCH = 1

const KEY = "run = ? AND step = ? AND round = ? AND item = ?"
const NEXT_PLACE = "(SELECT coalesce(max(place), 0) + 1 FROM items WHERE place IS NOT NULL)"
const sql = {
  number: "SELECT number, root FROM runs WHERE id = ?",
  nextNumber: "SELECT coalesce(max(number), 0) + 1 FROM runs",
  insertRun: `INSERT INTO runs (number, id, workflow, project, root, status, asks, items, seq, head, sum) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
  insertStart: "INSERT INTO starts (run, start, sum) VALUES (?, ?, ?)",
  // Indexes cover status and questions: if neither changes, they are not written.
  sameHead:
    "UPDATE runs SET items = items + ?, seq = ?, head = ?, sum = ? WHERE number = ? AND id = ? AND seq = ? AND status = ? AND asks = ?",
  head: "UPDATE runs SET items = items + ?, seq = ?, head = ?, sum = ?, status = ?, asks = ? WHERE number = ? AND id = ? AND seq = ?",
  record: "INSERT INTO records (run, seq, at, events, hash) VALUES (?, ?, ?, ?, ?)",
  definition: "INSERT OR IGNORE INTO definitions (hash, json, sum) VALUES (?, ?, ?)",
  open: `INSERT INTO items (run, step, round, item, made, root, agent, status, claimable, epoch, tried, request, request_sum, place) VALUES (?, ?, ?, ?, ?, ?, ?, 'open', 1, 0, 0, ?, ?, ${NEXT_PLACE})`,
  take: `INSERT INTO items (run, step, round, item, made, root, agent, status, claimable, epoch, tried, request, request_sum, place, worker, boot, until, lasts) VALUES (?, ?, ?, ?, ?, ?, ?, 'leased', 1, ${FIRST_EPOCH}, 0, ?, ?, ${NEXT_PLACE}, ?, ?, ?, ?)`,
  ask: "INSERT INTO items (run, step, round, item, made, root, agent, status, claimable, epoch, tried, request, request_sum) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, 0, 0, ?, ?)",
  keep: "INSERT INTO items (run, step, round, item, made, root, epoch, tried, answer, answer_sum, text) VALUES (?, ?, ?, ?, ?, ?, 0, 0, ?, ?, ?)",
  answer: `UPDATE items SET status = 'answered', place = NULL, worker = NULL, answer = ?, answer_sum = ?, text = ? WHERE ${KEY} AND status IN ('open', 'held', 'leased')`,
  answerLeased: `UPDATE items SET status = 'answered', place = NULL, worker = NULL, answer = ?, answer_sum = ?, text = ? WHERE ${KEY} AND status = 'leased' AND epoch = ?`,
  cancel: `UPDATE items SET status = 'cancelled', place = NULL, worker = NULL WHERE ${KEY} AND status IN ('open', 'held', 'leased')`,
  cancelLeased: `UPDATE items SET status = 'cancelled', place = NULL, worker = NULL WHERE ${KEY} AND status = 'leased' AND epoch = ?`,
  isAsked: `SELECT 1 FROM items WHERE ${KEY} AND request IS NOT NULL`,
  unqueueAll: visitWide("cancelled"),
  holdAll: visitWide("held"),
  held: `SELECT ${castToBytes("item")} FROM items WHERE run = ? AND step = ? AND round = ? AND status = 'held' ORDER BY made`,
  reopen: `UPDATE items SET status = 'open', place = CASE WHEN claimable = 1 THEN ${NEXT_PLACE} END, until = NULL WHERE ${KEY}`,
} as const

function visitWide(as: "held" | "cancelled"): string {
  const from = movesFrom[as].map((status) => `'${status}'`).join(", ")
  return `UPDATE items SET status = '${as}', place = NULL, worker = NULL WHERE run = ? AND step = ? AND round = ? AND status IN (${from})`
}

/** Large texts are written to disk before the transaction, which is short and awaits nothing. */
export function commitRuns(tools: CommitTools, commit: Commit): CommitResult {
  const { runs, definitions = [] } = commit
  if (new Set(runs.map(({ run }) => run)).size < runs.length) throw new Error("a run may appear only once in a commit")
  const keep = keepLarge(tools, commit)
  tools.fail?.("before", "commit")
  const { result, last } = tools.database.transaction(() => {
    const done = carryOut(tools, commit, keep)
    if (done.result.kind === "committed")
      for (const { hash, json } of definitions) {
        const body = keep(json)
        tools.database.put(sql.definition, [hash, toBodyCell(body), checksumRow(hash, toBodyMark(body))])
      }
    return { result: done, keep: done.result.kind === "committed" }
  })
  if (last !== undefined) tools.committed?.(last.number, last.seq)
  tools.fail?.("after", "commit")
  return result
}

type Keep = (text: string) => Body

interface Numbered {
  readonly commit: RunCommit
  readonly number: number
  readonly root: number
}

function carryOut(
  tools: CommitTools,
  { runs, take }: Commit,
  keep: Keep,
): { readonly result: CommitResult; readonly last?: { readonly number: number; readonly seq: number } } {
  const numbered: Numbered[] = []
  for (const commit of runs) {
    const made = putRun(tools, commit, { keep, numbered })
    if (made === undefined) return { result: { kind: "moved", run: commit.run } }
    numbered.push(made)
  }
  tools.fail?.("during", "commit")
  for (const run of numbered) {
    const opened: ItemRef[] = []
    const taken = tools.lease === undefined ? undefined : findTaken(run.commit, take)
    for (const [at, change] of run.commit.changes.entries()) {
      const to = change === taken ? take : undefined
      const lost = applyChange(tools, { ...run, at, keep, opened, to }, change)
      if (lost !== undefined) return { result: { kind: "lease-lost", key: lost } }
    }
    if (opened.length > 0) tools.offered?.({ id: run.commit.run, root: run.root }, opened)
    const { seq, at, events, hash } = run.commit.record
    if (seq !== run.commit.seq + 1) throw new Error(`record ${seq} of run ${run.commit.run} is out of sequence`)
    tools.database.put(sql.record, [run.number, seq, at, events, digestCell(hash)])
  }
  const last = numbered.at(-1)
  return {
    result: { kind: "committed", ...(tools.lease === undefined ? {} : { taken: listTaken({ runs, take })[0] }) },
    ...(last === undefined ? {} : { last: { number: last.number, seq: last.commit.record.seq } }),
  }
}

type Ask = Extract<Change, { kind: "ask" }>

function findTaken({ run, changes }: RunCommit, take: Take | undefined): Ask | undefined {
  if (take?.run !== run) return undefined
  return changes.find(
    (change): change is Ask => change.kind === "ask" && change.status === "open" && change.request.ask.kind !== "run",
  )
}

/** What the commit gives to the worker that makes it. */
export function listTaken({ runs, take }: Commit): readonly Lease[] {
  return runs.flatMap((one) => {
    const taken = findTaken(one, take)
    if (taken === undefined || take === undefined) return []
    return [{ key: { run: one.run, ...taken.item }, worker: take.worker, epoch: FIRST_EPOCH }]
  })
}

interface Putting {
  readonly keep: Keep
  readonly numbered: readonly Numbered[]
}

/** Undefined if the run moved since it was read. */
function putRun(tools: CommitTools, commit: RunCommit, { keep, numbered }: Putting): Numbered | undefined {
  const { database } = tools
  const { run, seq, start, head } = commit
  const [json, sum] = toHeadCells(run, seq + 1, head)
  if (start !== undefined) return insertRun(tools, { commit, start, json, sum }, { keep, numbered })
  if (seq === 0) throw new Error(`run ${run} was not started`)
  const known = findRunNumbers(tools, run)
  if (known === undefined) return undefined
  const { number, root } = known
  const at = [number, run, seq]
  const made = newItems(commit)
  if (tools.putOne !== undefined) {
    tools.putOne(sql.head, [made, seq + 1, json, sum, head.status, countOpenQuestions(head), ...at])
    return { commit, number, root }
  }
  const isSame =
    database.write(sql.sameHead, [made, seq + 1, json, sum, ...at, head.status, countOpenQuestions(head)]) === 1
  if (
    !isSame &&
    database.write(sql.head, [made, seq + 1, json, sum, head.status, countOpenQuestions(head), ...at]) !== 1
  )
    return undefined
  return { commit, number, root }
}

function findRunNumbers({ known, database }: CommitTools, id: string): Pick<KnownRun, "number" | "root"> | undefined {
  const already = known.get(id)
  if (already !== undefined) return already
  const found = database.first(sql.number, [id])
  return found && { number: Number(found[0]), root: Number(found[1]) }
}

function newItems({ changes }: RunCommit): number {
  return changes.filter(({ kind }) => kind === "ask" || kind === "keep").length
}

interface Starting {
  readonly commit: RunCommit
  readonly start: RunStart
  readonly json: string
  readonly sum: number
}

function insertRun(tools: CommitTools, starting: Starting, { keep, numbered }: Putting): Numbered | undefined {
  const { database } = tools
  const { commit, start, json, sum } = starting
  const { run, seq, head } = commit
  if (database.first(sql.number, [run]) !== undefined) {
    if (seq === 0) return undefined
    throw new Error(`run ${run} was already started`)
  }
  if (start.id !== run) throw new Error(`run ${start.id} is not ${run}`)
  const number = Number(database.first(sql.nextNumber)?.[0])
  const above = numbered.find((one) => one.commit.run === start.root)?.number
  const root = start.root === run ? number : (above ?? findRunNumbers(tools, start.root)?.number ?? number)
  const cells = [
    number,
    run,
    start.workflow,
    start.project,
    root,
    head.status,
    countOpenQuestions(head),
    newItems(commit),
    seq + 1,
    json,
    sum,
  ]
  database.put(sql.insertRun, cells)
  database.put(sql.insertStart, [number, ...startCells(run, keep(JSON.stringify(start)))])
  return { commit, number, root }
}

interface Changing extends Numbered {
  /** Which of the commit's changes it is. */
  readonly at: number
  readonly keep: Keep
  /** Collects what has become claimable. */
  readonly opened: ItemRef[]
  /** Who goes on with it. */
  readonly to?: Take | undefined
}

/** How many changes a commit may have while the order of its items is preserved. */
const MOST_CHANGES = 100_000

/** The key of an invalid lease, if that prevents the change. */
function applyChange(tools: CommitTools, run: Changing, change: Change): ItemKey | undefined {
  const { database } = tools
  const { number, root, keep } = run
  const made = run.commit.record.seq * MOST_CHANGES + run.at
  switch (change.kind) {
    case "ask": {
      const { request, status, item } = change
      const cells = [...keyCells(number, item), made, root, request.agent]
      const body = toRequestCells(number, item, keep(serialiseRequest(request)))
      const isClaimable = request.ask.kind !== "run"
      if (run.to !== undefined && tools.lease !== undefined) {
        const { worker, boot, until, lasts } = tools.lease(run.to)
        database.put(sql.take, [...cells, ...body, worker, boot, until, lasts])
      } else if (isClaimable && status === "open") {
        database.put(sql.open, [...cells, ...body])
        run.opened.push(item)
      } else database.put(sql.ask, [...cells, status, isClaimable ? 1 : 0, ...body])
      return undefined
    }
    case "keep":
      database.put(sql.keep, [...keyCells(number, change.item), made, root, ...answered(run, change)])
      return undefined
    case "answer":
    case "cancel":
      return settle(tools, run, change)
    case "all":
      moveAll(tools, run, change)
      return undefined
  }
}

function settle(
  { database, putOne }: CommitTools,
  run: Changing,
  change: Extract<Change, { kind: "answer" | "cancel" }>,
): ItemKey | undefined {
  const { item, epoch } = change
  const key = keyCells(run.number, item)
  const lease = epoch === undefined ? [] : [epoch]
  const [statement, cells] =
    change.kind === "answer"
      ? [epoch === undefined ? sql.answer : sql.answerLeased, answered(run, withoutInputs(change))]
      : [epoch === undefined ? sql.cancel : sql.cancelLeased, []]
  const values = [...cells, ...key, ...lease]
  if (putOne !== undefined) return void putOne(statement, values)
  if (database.write(statement, values) === 1) return undefined
  if (database.first(sql.isAsked, key) === undefined) throw new Error(`${item.step}/${item.item} was never requested`)
  return { run: run.commit.run, ...item }
}

function moveAll({ database }: CommitTools, run: Changing, change: Extract<Change, { kind: "all" }>): void {
  const { step, round, as } = change
  const visit = [run.number, step, round]
  if (as === "cancelled") database.put(sql.unqueueAll, visit)
  else if (as === "held") database.put(sql.holdAll, visit)
  else
    for (const [cell] of database.all(sql.held, visit)) {
      const item = decodeText(cell)
      database.put(sql.reopen, [...visit, item])
      run.opened.push({ step, round, item })
    }
}

function answered(
  { number, keep }: Changing,
  { item, answer }: { readonly item: ItemRef; readonly answer: StoredAnswer & Pick<NewAnswer, "text"> },
) {
  const { text, ...kept } = answer
  return [...toAnswerCells(number, item, kept), text === undefined ? null : toBodyCell(keep(text))]
}

/** The question is in the request. */
function withoutInputs({ item, answer }: Extract<Change, { kind: "answer" }>) {
  return { item, answer: { ...answer, inputs: undefined } }
}

function keyCells(run: number, { step, round, item }: ItemRef): readonly [number, string, number, string] {
  return [run, step, round, item]
}

/** A large text is stored in exactly the form that would otherwise be in the row. */
function keepLarge({ artifacts }: CommitTools, { runs, definitions = [] }: Commit): Keep {
  const bodies = new Map<string, Body>()
  const keep = (said: string | undefined): void => {
    if (said !== undefined && artifacts.isLarge(said)) bodies.set(said, artifacts.keep(said))
  }
  for (const { start, changes } of runs) {
    if (start !== undefined) keep(JSON.stringify(start))
    for (const change of changes) {
      if (change.kind === "ask" && mayBeLarge(change.request)) keep(serialiseRequest(change.request))
      else if (change.kind === "answer" || change.kind === "keep") keep(change.answer.text)
    }
  }
  for (const { json } of definitions) keep(json)
  return (said) => bodies.get(said) ?? { kind: "text", text: said }
}

/** A request for the step itself contains nothing else. */
function mayBeLarge({ ask }: Request): boolean {
  return ask.kind !== "step"
}

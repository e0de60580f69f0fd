import zlib from "node:zlib"
import type { ItemKey } from "../../../agents/agent-driver.ts"
import type { Answer, DispatchStatus, Item, ItemRef, Request, RunHead, RunStart } from "../../model.ts"
import { type LastUsed, openLastUsed } from "../../../text/remembered.ts"
import { asBytes, bytesOf, type Cell, type ReadCell, textOf } from "../../../system/database/cells.ts"
import { damaged } from "../../../system/database/store-failure.ts"
import { type Artifacts, type Body, bodyCell, bodyMark, readBody } from "./artifacts.ts"

/** How rows are written and read. Every document has a checksum over itself and its key. */

export const HEAD_COLUMNS = `runs.number, runs.root, ${asBytes("runs.id")}, runs.seq, ${asBytes("runs.head")}, runs.sum, ${asBytes("runs.status")}, runs.asks`
/** How many columns those are. */
export const HEAD_CELLS = 8
export const START_COLUMNS = `${asBytes("starts.start")}, starts.sum`
export const ITEM_COLUMNS = [
  asBytes("items.step"),
  "items.round",
  asBytes("items.item"),
  asBytes("items.status"),
  "items.epoch",
  "items.tried",
  asBytes("items.request"),
  "items.request_sum",
  asBytes("items.answer"),
  "items.answer_sum",
].join(", ")

/** Which file is damaged, and where large texts are. */
export interface RowTools {
  readonly file: string
  readonly artifacts: Artifacts
}

export interface StoredHead {
  readonly number: number
  /** The number of the run at the top of its tree. */
  readonly root: number
  readonly id: string
  readonly seq: number
  readonly head: RunHead
}

export function headCells(id: string, seq: number, head: RunHead): readonly [json: string, sum: number] {
  const json = JSON.stringify(head)
  return [json, sumOf(id, seq, json)]
}

/** The queue and the lists use the columns for status and questions, so these must match the document. */
export function readHead({ file }: RowTools, cells: readonly ReadCell[]): StoredHead {
  const [number, root, id, seq, json, sum, status, asks] = cells
  const name = textOf(id)
  if (sumOf(name, Number(seq), textOf(json)) !== sum) throw damaged(file, `run ${name} was changed`)
  const head = JSON.parse(textOf(json)) as RunHead
  if (textOf(status) !== head.status || asks !== waiting(head))
    throw damaged(file, `the listing of run ${name} disagrees with its content`)
  return { number: Number(number), root: Number(root), id: name, seq: Number(seq), head }
}

export function startCells(id: string, body: Body): readonly Cell[] {
  return [bodyCell(body), sumOf(id, bodyMark(body))]
}

export function readStart({ file, artifacts }: RowTools, id: string, [start, sum]: readonly ReadCell[]): RunStart {
  const body = readBody(start)
  if (body === undefined || sumOf(id, bodyMark(body)) !== sum) throw damaged(file, `the start of run ${id} is missing`)
  return JSON.parse(artifacts.text(body)) as RunStart
}

/** How many questions are open. */
export function waiting({ questions }: RunHead): number {
  return questions.filter(({ answer }) => answer === undefined).length
}

/** Fields that most requests and answers have in common are not written. */
const USUAL_REQUEST = { agent: "", tries: 3 } as const
const USUAL_ANSWER = { agent: "" } as const

export function requestJson({ agent, tier, ask, inputs, tries }: Request): string {
  return JSON.stringify({
    agent: agent === USUAL_REQUEST.agent ? undefined : agent,
    tier,
    ask,
    inputs,
    tries: tries === USUAL_REQUEST.tries ? undefined : tries,
  } satisfies { readonly [Name in keyof Required<Request>]: Request[Name] | undefined })
}

export function requestCells(run: number, ref: ItemRef, body: Body): readonly Cell[] {
  return [bodyCell(body), sumOf(run, ref.step, ref.round, ref.item, bodyMark(body))]
}

/** An answer to a request leaves out the digest of the question: the request has it. */
export type StoredAnswer = Omit<Answer, "inputs"> & { readonly inputs?: string | undefined }

export function answerCells(run: number, ref: ItemRef, answer: StoredAnswer): readonly Cell[] {
  const { outcome, agent, body, inputs, by, at, usage, reused } = answer
  const json = JSON.stringify({
    outcome,
    agent: agent === USUAL_ANSWER.agent ? undefined : agent,
    body,
    inputs,
    by,
    at,
    usage,
    reused,
  } satisfies { readonly [Name in keyof Required<StoredAnswer>]: StoredAnswer[Name] | undefined })
  return [json, sumOf(run, ref.step, ref.round, ref.item, json)]
}

interface ItemRun {
  readonly id: string
  readonly root: string
  readonly number: number
}

const statuses: readonly string[] = [
  "open",
  "held",
  "leased",
  "answered",
  "cancelled",
] satisfies readonly DispatchStatus[]

export function readItem(tools: RowTools, run: ItemRun, cells: readonly ReadCell[]): Item {
  const [step, round, item, status, epoch, tried, request, requestSum, answer, answerSum] = cells
  const ref = { step: textOf(step), round: Number(round), item: textOf(item) }
  const key = { run: run.id, ...ref }
  const asked = readRequest(tools, { number: run.number, key }, [request ?? null, requestSum ?? null])
  const state = textOf(status)
  if (asked !== undefined && !statuses.includes(state)) throw lostItem(tools, key)
  const result = readResult(tools, { number: run.number, key, inputs: asked?.inputs }, [
    answer ?? null,
    answerSum ?? null,
  ])
  // A request is answered once its answer exists; an answer without a request exists by itself.
  if ((asked === undefined || state === "answered") !== (result !== undefined)) throw lostItem(tools, key)
  return {
    dispatch: asked && {
      run: run.id,
      step: ref.step,
      round: ref.round,
      item: ref.item,
      root: run.root,
      agent: asked.agent,
      tier: asked.tier,
      ask: asked.ask,
      inputs: asked.inputs,
      tries: asked.tries,
      status: state as DispatchStatus,
      epoch: Number(epoch),
      tried: Number(tried),
    },
    result,
  }
}

interface KeyedRow {
  readonly number: number
  readonly key: ItemKey
  /** Of the request, where there is one. */
  readonly inputs?: string | undefined
}

function readRequest(
  tools: RowTools,
  { number, key }: KeyedRow,
  [cell, sum]: readonly ReadCell[],
): Request | undefined {
  const bytes = bytesOf(cell)
  const requests = requestsOf(tools.artifacts)
  const place = [number, key.step, key.round, key.item].join("\n")
  const before = requests.get(place)
  if (bytes !== undefined && before?.sum === sum && before?.bytes.equals(bytes) === true) return before.asked
  const body = readBody(cell)
  if (bytes === undefined || body === undefined) return undefined
  if (sumOf(number, key.step, key.round, key.item, bodyMark(body)) !== sum) throw lostItem(tools, key)
  const stored = JSON.parse(tools.artifacts.text(body)) as Partial<Request> & Pick<Request, "ask" | "inputs">
  const { agent = USUAL_REQUEST.agent, tier, ask, inputs, tries = USUAL_REQUEST.tries } = stored
  const asked = { agent, tier, ask, inputs, tries }
  // A large text is in a file, which may be damaged by itself.
  if (body.kind === "text") requests.put(place, { bytes, sum, asked }, bytes.length)
  return asked
}

/** A request that was read, with the bytes that it was read from. */
interface KnownRequest {
  readonly bytes: Buffer
  readonly sum: ReadCell | undefined
  readonly asked: Request
}

/** In bytes. All requests of a fan-out are read again at each answer; while their bytes are the same, so are they. */
const MOST_KNOWN = 32 * 1024 * 1024
const known = new WeakMap<Artifacts, LastUsed<KnownRequest>>()

function requestsOf(artifacts: Artifacts): LastUsed<KnownRequest> {
  const before = known.get(artifacts)
  if (before !== undefined) return before
  const requests = openLastUsed<KnownRequest>(MOST_KNOWN)
  known.set(artifacts, requests)
  return requests
}

export function readResult(
  tools: RowTools,
  { number, key, inputs }: KeyedRow,
  [cell, sum]: readonly ReadCell[],
): Item["result"] {
  if (cell === null || cell === undefined) return undefined
  const json = textOf(cell)
  if (sumOf(number, key.step, key.round, key.item, json) !== sum) throw lostItem(tools, key)
  const answer: StoredAnswer = { ...USUAL_ANSWER, ...(JSON.parse(json) as StoredAnswer) }
  return { ...key, ...answer, inputs: answer.inputs ?? inputs ?? "" }
}

export function lostItem({ file }: RowTools, { run, step, round, item }: ItemKey): Error {
  return damaged(file, `the stored data of ${run}/${step}/${round}/${item} was changed`)
}

/**
 * Version 2. All other tables refer to a run by a number. A row is a document with a checksum, and the columns by which
 * it is found.
 *
 * - `runs`: the head, which is everything deciding needs, and how many items it has: one that is hidden by damage is missed. `starts`: what a run began with, which never changes.
 * - `items`: what was asked and answered under one key. Those with a `place` are the queue, and nothing else is; a child run
 *   answers those that are not `claimable`. The round comes first in their key: a loop then adds at the end, to full pages.
 * - `records`: what each commit did, one chained to the next.
 */
export const version2 = `
CREATE TABLE definitions (hash TEXT PRIMARY KEY, json, sum INTEGER) WITHOUT ROWID;
CREATE TABLE runs (number INTEGER PRIMARY KEY, id TEXT NOT NULL UNIQUE, workflow TEXT, project TEXT, root INTEGER,
  status TEXT, asks INTEGER, items INTEGER, seq INTEGER, head TEXT, sum INTEGER);
CREATE INDEX running ON runs (project) WHERE status = 'running';
CREATE INDEX asking ON runs (project) WHERE asks > 0;
CREATE INDEX trees ON runs (root);
CREATE TABLE starts (run INTEGER PRIMARY KEY, start, sum INTEGER);
CREATE TABLE items (run INTEGER, step TEXT, round INTEGER, item TEXT, made INTEGER, root INTEGER, agent TEXT, status TEXT,
  claimable INTEGER, epoch INTEGER, tried INTEGER, place INTEGER, worker TEXT, boot TEXT, until INTEGER, lasts INTEGER,
  request, request_sum INTEGER, answer TEXT, answer_sum INTEGER, text, PRIMARY KEY (run, round, step, item)) WITHOUT ROWID;
CREATE INDEX queue ON items (root, place) WHERE place IS NOT NULL;
CREATE INDEX leased ON items (root) WHERE worker IS NOT NULL;
CREATE TABLE records (run INTEGER, seq INTEGER, at INTEGER, events TEXT, hash TEXT,
  PRIMARY KEY (run, seq)) WITHOUT ROWID;
`

/** Covers the content of a row, so that a change on disk is noticed when it is read. */
export function sumOf(...parts: readonly (string | number)[]): number {
  return zlib.crc32(parts.join("\n"))
}

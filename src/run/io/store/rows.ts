import zlib from "node:zlib"
import type { ItemKey } from "../../../agents/agent-driver.ts"
import type { Answer, DispatchStatus, Item, ItemRef, Request, RunHead, RunStart } from "../../model.ts"
import { type LastUsed, openLastUsed } from "../../../text/memoise.ts"
import { castToBytes, decodeCell, type Cell, type ReadCell, decodeText } from "../../../system/database/decode-cells.ts"
import { damagedError } from "../../../system/database/store-failure.ts"
import { type Artifacts, type Body, toBodyCell, toBodyMark, readArtifactBody } from "./artifacts.ts"

/** How rows are written and read. Every document has a checksum over itself and its key. */

export const HEAD_COLUMNS = `runs.number, runs.root, ${castToBytes("runs.id")}, runs.seq, ${castToBytes("runs.head")}, runs.sum, ${castToBytes("runs.status")}, runs.asks`
/** How many columns those are. */
export const HEAD_CELLS = 8
export const START_COLUMNS = `${castToBytes("starts.start")}, starts.sum`
export const ITEM_COLUMNS = [
  castToBytes("items.step"),
  "items.round",
  castToBytes("items.item"),
  castToBytes("items.status"),
  "items.epoch",
  "items.tried",
  castToBytes("items.request"),
  "items.request_sum",
  castToBytes("items.answer"),
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

export function toHeadCells(id: string, seq: number, head: RunHead): readonly [json: string, sum: number] {
  const json = JSON.stringify(head)
  return [json, checksumRow(id, seq, json)]
}

/** The queue and the lists use the columns for status and questions, so these must match the document. */
export function readHead({ file }: RowTools, cells: readonly ReadCell[]): StoredHead {
  const [number, root, id, seq, json, sum, status, asks] = cells
  const name = decodeText(id)
  if (checksumRow(name, Number(seq), decodeText(json)) !== sum) throw damagedError(file, `run ${name} was changed`)
  const head = JSON.parse(decodeText(json)) as RunHead
  if (decodeText(status) !== head.status || asks !== countOpenQuestions(head))
    throw damagedError(file, `the listing of run ${name} disagrees with its content`)
  return { number: Number(number), root: Number(root), id: name, seq: Number(seq), head }
}

export function startCells(id: string, body: Body): readonly Cell[] {
  return [toBodyCell(body), checksumRow(id, toBodyMark(body))]
}

export function readStart({ file, artifacts }: RowTools, id: string, [start, sum]: readonly ReadCell[]): RunStart {
  const body = readArtifactBody(start)
  if (body === undefined || checksumRow(id, toBodyMark(body)) !== sum)
    throw damagedError(file, `the start of run ${id} is missing`)
  return JSON.parse(artifacts.text(body)) as RunStart
}

/** How many questions are open. */
export function countOpenQuestions({ questions }: RunHead): number {
  return questions.filter(({ answer }) => answer === undefined).length
}

/** Fields that most requests and answers have in common are not written. */
const USUAL_REQUEST = { agent: "", tries: 3 } as const
const USUAL_ANSWER = { agent: "" } as const

export function serialiseRequest({ agent, tier, ask, inputs, tries }: Request): string {
  return JSON.stringify({
    agent: agent === USUAL_REQUEST.agent ? undefined : agent,
    tier,
    ask,
    inputs,
    tries: tries === USUAL_REQUEST.tries ? undefined : tries,
  } satisfies { readonly [Name in keyof Required<Request>]: Request[Name] | undefined })
}

export function toRequestCells(run: number, ref: ItemRef, body: Body): readonly Cell[] {
  return [toBodyCell(body), checksumRow(run, ref.step, ref.round, ref.item, toBodyMark(body))]
}

/** An answer to a request leaves out the digest of the question: the request has it. */
export type StoredAnswer = Omit<Answer, "inputs"> & { readonly inputs?: string | undefined }

export function toAnswerCells(run: number, ref: ItemRef, answer: StoredAnswer): readonly Cell[] {
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
  return [json, checksumRow(run, ref.step, ref.round, ref.item, json)]
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

export function readItemRow(tools: RowTools, run: ItemRun, cells: readonly ReadCell[]): Item {
  const [step, round, item, status, epoch, tried, request, requestSum, answer, answerSum] = cells
  const ref = { step: decodeText(step), round: Number(round), item: decodeText(item) }
  const key = { run: run.id, ...ref }
  const asked = readRequest(tools, { number: run.number, key }, [request ?? null, requestSum ?? null])
  const state = decodeText(status)
  if (asked !== undefined && !statuses.includes(state)) throw lostItemError(tools, key)
  const result = readResult(tools, { number: run.number, key, inputs: asked?.inputs }, [
    answer ?? null,
    answerSum ?? null,
  ])
  // A request is answered once its answer exists; an answer without a request exists by itself.
  if ((asked === undefined || state === "answered") !== (result !== undefined)) throw lostItemError(tools, key)
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
  const bytes = decodeCell(cell)
  const requests = openRequestCache(tools.artifacts)
  const place = [number, key.step, key.round, key.item].join("\n")
  const before = requests.get(place)
  if (bytes !== undefined && before?.sum === sum && before?.bytes.equals(bytes) === true) return before.asked
  const body = readArtifactBody(cell)
  if (bytes === undefined || body === undefined) return undefined
  if (checksumRow(number, key.step, key.round, key.item, toBodyMark(body)) !== sum) throw lostItemError(tools, key)
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

function openRequestCache(artifacts: Artifacts): LastUsed<KnownRequest> {
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
  const json = decodeText(cell)
  if (checksumRow(number, key.step, key.round, key.item, json) !== sum) throw lostItemError(tools, key)
  const answer: StoredAnswer = { ...USUAL_ANSWER, ...(JSON.parse(json) as StoredAnswer) }
  return { ...key, ...answer, inputs: answer.inputs ?? inputs ?? "" }
}

export function lostItemError({ file }: RowTools, { run, step, round, item }: ItemKey): Error {
  return damagedError(file, `the stored data of ${run}/${step}/${round}/${item} was changed`)
}

/** Covers the content of a row, so that a change on disk is noticed when it is read. */
export function checksumRow(...parts: readonly (string | number)[]): number {
  return zlib.crc32(parts.join("\n"))
}

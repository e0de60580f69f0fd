import { sha256 } from "../../../text/sha256.ts"
import { ALL_ITEMS, type Item, type ItemRef, type Run, type RunStart, assembleRun } from "../../model.ts"
import { type AnswerText, type Loaded, resolveWanted, type Wanted } from "../../store.ts"
import { castToBytes, type Cell, type ReadCell, decodeText } from "../../../system/database/decode-cells.ts"
import type { Database } from "../../../system/database/open-database.ts"
import { damagedError } from "../../../system/database/store-failure.ts"
import { readArtifactBody } from "./artifacts.ts"
import {
  HEAD_CELLS,
  HEAD_COLUMNS,
  ITEM_COLUMNS,
  lostItemError,
  readHead,
  readItemRow,
  readResult,
  readStart,
  type RowTools,
  START_COLUMNS,
  type StoredHead,
} from "./rows.ts"

export interface LoadTools extends RowTools {
  readonly database: Database
  /** The fixed part of a run, by its id. */
  readonly known: Map<string, KnownRun>
}

export interface KnownRun {
  readonly number: number
  readonly root: number
  readonly start: RunStart
}

const ITEM_KEY = "items.step = ? AND items.round = ? AND items.item = ?"
const VISIT = "run = ? AND step = ? AND round = ?"
const TEXT_COLUMNS = `${castToBytes("item")}, ${castToBytes("answer")}, answer_sum, ${castToBytes("text")}`
const VISIT_COUNT = `SELECT count(*) FROM items WHERE ${VISIT}`
const sql = {
  head: `SELECT ${HEAD_COLUMNS} FROM runs WHERE id = ?`,
  one: `SELECT ${HEAD_COLUMNS}, ${ITEM_COLUMNS} FROM runs LEFT JOIN items ON items.run = runs.number AND ${ITEM_KEY} WHERE runs.id = ?`,
  unindexed: "SELECT 1 FROM runs NOT INDEXED WHERE id = ?",
  start: `SELECT ${START_COLUMNS} FROM starts WHERE run = ?`,
  all: `SELECT ${ITEM_COLUMNS} FROM items WHERE ${VISIT} ORDER BY made`,
  lost: "SELECT items - (SELECT count(*) FROM items WHERE run = number) FROM runs WHERE number = ?",
  some: `SELECT ${ITEM_COLUMNS} FROM items WHERE run = ? LIMIT ?`,
  // The sign keeps SQLite from using the key, for which a damaged page gives wrong results.
  hidden: "SELECT count(*) FROM items WHERE run = ? AND +step = ? AND +round = ?",
  text: `SELECT ${TEXT_COLUMNS} FROM items WHERE ${VISIT} AND item = ? AND answer IS NOT NULL`,
  texts: `SELECT ${TEXT_COLUMNS} FROM items WHERE ${VISIT} AND answer IS NOT NULL ORDER BY made`,
} as const

/** How many items are read to see whether one of them is stored under a damaged key. */
const READ_AT_MOST = 100

/** One statement if one item is wanted; several are read in one snapshot of the database. */
export function loadRun(tools: LoadTools, wanted: Wanted): Loaded | undefined {
  const { items, texts = [], current } = wanted
  const isMore = current !== undefined || texts.length > 0 || (items !== undefined && items.item === undefined)
  return isMore ? tools.database.moment(() => loadAll(tools, wanted)) : loadAll(tools, wanted)
}

function loadAll(tools: LoadTools, wanted: Wanted): Loaded | undefined {
  const one = wanted.current === undefined ? wanted.items : undefined
  const cells =
    one?.item === undefined
      ? tools.database.first(sql.head, [wanted.run])
      : tools.database.first(sql.one, [one.step, one.round, one.item, wanted.run])
  return cells === undefined ? notThere(tools, wanted) : restoreLoaded(tools, wanted, cells)
}

/** From the columns of a run, and of one item if that is wanted. */
export function restoreLoaded(tools: LoadTools, wanted: Wanted, cells: readonly ReadCell[]): Loaded {
  const stored = readHead(tools, cells)
  const run = restoreRun(tools, stored)
  const { items, texts = [] } = resolveWanted(run, wanted)
  const at = { id: run.id, root: run.root, rounds: run.rounds, number: stored.number }
  return {
    run,
    items: items === undefined ? [] : wantedItems(tools, at, { items, cells: cells.slice(HEAD_CELLS) }),
    texts: texts.flatMap((ref) => readTexts(tools, at, ref)),
  }
}

/** If the index does not lead to a run, the table itself is searched: a damaged index hides rows. */
function notThere(tools: LoadTools, { run }: Wanted): undefined {
  if (tools.database.first(sql.unindexed, [run]) === undefined) return undefined
  if (tools.database.first(sql.head, [run]) === undefined)
    throw damagedError(tools.file, `run ${run} exists but cannot be found`)
  return undefined
}

const MOST_KNOWN = 1000

export function restoreRun(tools: LoadTools, stored: StoredHead): Run {
  const { id, number, root, seq, head } = stored
  const known = tools.known.get(id)
  if (known !== undefined && known.number === number) return assembleRun(known.start, head, seq)
  const start = readStart(tools, id, tools.database.first(sql.start, [number]) ?? [null, null])
  if (tools.known.size >= MOST_KNOWN) tools.known.clear()
  tools.known.set(id, { number, root, start })
  return assembleRun(start, head, seq)
}

interface NumberedRun extends Pick<Run, "id" | "root" | "rounds"> {
  readonly number: number
}

function wantedItems(
  tools: LoadTools,
  run: NumberedRun,
  { items, cells }: { readonly items: NonNullable<Wanted["items"]>; readonly cells: readonly ReadCell[] },
): readonly Item[] {
  const found =
    items.item === undefined
      ? tools.database.all(sql.all, [run.number, items.step, items.round])
      : cells[0] === null
        ? []
        : [cells]
  const read = found.map((one) => readItemRow(tools, run, one))
  const stray = read.map(({ dispatch, result }) => dispatch ?? result).find((one) => !isInVisit(one, items))
  if (stray !== undefined) throw lostItemError(tools, stray)
  if (read.length === 0) noneLost(tools, run, items)
  return read
}

function isInVisit(one: ItemRef | undefined, { step, round }: NonNullable<Wanted["items"]>): boolean {
  return one?.step === step && one.round === round
}

/** A missing item may be hidden by a damaged page; the run knows how many it has. */
function noneLost(tools: LoadTools, run: NumberedRun, { step, round }: { step: string; round: number }): void {
  if (round > (run.rounds[step] ?? 0)) return
  const count = (query: string, values: readonly Cell[]) => Number(tools.database.first(query, values)?.[0])
  const isHidden = count(sql.hidden, [run.number, step, round]) !== count(VISIT_COUNT, [run.number, step, round])
  if (isHidden || count(sql.lost, [run.number]) > 0)
    throw damagedError(tools.file, `run ${run.id} is missing items of ${step}, round ${round}`)
  for (const cells of tools.database.all(sql.some, [run.number, READ_AT_MOST])) readItemRow(tools, run, cells)
}

function readTexts(tools: LoadTools, run: NumberedRun, { step, round, item }: ItemRef): readonly AnswerText[] {
  const key = [run.number, step, round]
  const found = item === ALL_ITEMS ? tools.database.all(sql.texts, key) : tools.database.all(sql.text, [...key, item])
  if (found.length === 0) noneLost(tools, run, { step, round })
  return found.map((cells) => readText(tools, run, { step, round, cells }))
}

/** The digest of an answer's text is in the answer, so a changed text is noticed. */
function readText(
  tools: LoadTools,
  run: NumberedRun,
  { step, round, cells }: { readonly step: string; readonly round: number; readonly cells: readonly ReadCell[] },
): AnswerText {
  const [item, answer, sum, text] = cells
  const key = { run: run.id, step, round, item: decodeText(item) }
  const result = readResult(tools, { number: run.number, key }, [answer ?? null, sum ?? null])
  const body = readArtifactBody(text)
  const said = body && tools.artifacts.text(body)
  if (result === undefined || (said === undefined) !== (result.body === undefined)) throw lostItemError(tools, key)
  if (said !== undefined && body?.kind === "text" && sha256(said) !== result.body?.digest)
    throw lostItemError(tools, key)
  const { agent, outcome, body: kept } = result
  return { step, round, item: key.item, agent, outcome, body: kept, text: said }
}

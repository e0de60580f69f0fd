import type {
  Budget,
  EventRow,
  LoopRow,
  NewDispatch,
  QuestionRow,
  ResultRow,
  RunProgress,
  Spent,
  Usage,
  ValueRow,
  ValueSource,
  VisitProgress,
  VisitRow,
} from "../../ports/run-store.ts"
import { type Body, body } from "./beside/body.ts"
import { type Column, hash, json, number, oneOf, sealed, shape, text } from "./database/cells.ts"

/** How many rows of each kind a run has: a row that is hidden by a damaged page is missed. */
export interface RowCounts {
  readonly visits: number
  readonly values: number
  readonly results: number
  readonly dispatches: number
  readonly questions: number
  readonly events: number
}

export interface RunHead extends RunProgress {
  readonly seq: number
  readonly counts: RowCounts
}

export type Fixed<Row, Progress> = Omit<Row, keyof Progress>

export interface FlatResult extends Omit<ResultRow, "run" | "body"> {
  readonly digest?: string
  readonly bytes?: number
}

export interface FlatDispatch {
  readonly step: string
  readonly round: number
  readonly item: string
  /** Its place among the dispatches of its run. */
  readonly made: number
  readonly root: string
  readonly agent: string
  readonly tier?: string
  readonly tries: number
  readonly inputs: string
  readonly asks: NewDispatch["ask"]["kind"]
  /** JSON. */
  readonly ask: Body
}

export interface DispatchState {
  readonly status: "open" | "held" | "leased" | "answered" | "cancelled"
  readonly epoch: number
  readonly tried: number
  /** Where it is in the queue, or was last. */
  readonly place: number
}

const word = text as Column<never>
const source = { step: text, round: number, item: text, digest: hash }

export const dispatchStatus = oneOf(["open", "held", "leased", "answered", "cancelled"])

export const tables = {
  definition: sealed("definitions", "sum", shape<{ readonly json: Body }>({ json: body })),
  start: sealed("starts", "sum", shape<{ readonly made: Body }>({ made: body })),
  head: sealed(
    "runs",
    "sum",
    shape<RunHead>({
      seq: number,
      status: word,
      step: text,
      round: number,
      outcome: word,
      because: text,
      updated: number,
      budget: json<Budget>(),
      spent: listed<Spent>(["agents", "tokens", "money"]),
      events: number,
      chain: hash,
      visited: number,
      counts: listed<RowCounts>(["visits", "values", "results", "dispatches", "questions", "events"]),
    }),
  ),
  visit: sealed(
    "visits",
    "sum",
    shape<Fixed<VisitRow, VisitProgress>>({
      step: text,
      round: number,
      number,
      entered: number,
      via: json(),
      inputs: json<Readonly<Record<string, ValueSource>>>(),
      digest: hash,
      total: number,
    }),
  ),
  visitProgress: sealed(
    "visits",
    "progress_sum",
    shape<VisitProgress>({
      ok: number,
      failed: number,
      outcome: word,
      left: number,
      onward: json(),
      because: text,
      evidence: text,
      loop: json<LoopRow>(),
    }),
  ),
  value: sealed("vals", "sum", shape<ValueRow>({ name: text, ...source })),
  result: sealed(
    "results",
    "sum",
    shape<FlatResult>({
      step: text,
      round: number,
      item: text,
      outcome: word,
      agent: text,
      digest: hash,
      bytes: number,
      report: hash,
      inputs: hash,
      by: text,
      at: number,
      usage: listed<Usage>(["tokensIn", "tokensOut", "money", "milliseconds"]),
      reused: text,
    }),
  ),
  resultText: sealed("results", "text_sum", shape<{ readonly text?: Body }>({ text: body })),
  dispatch: sealed(
    "dispatches",
    "sum",
    shape<FlatDispatch>({
      step: text,
      round: number,
      item: text,
      made: number,
      root: text,
      agent: text,
      tier: text,
      tries: number,
      inputs: hash,
      asks: word,
      ask: body,
    }),
  ),
  dispatchState: sealed(
    "dispatches",
    "state_sum",
    shape<DispatchState>({ status: dispatchStatus, epoch: number, tried: number, place: number }),
  ),
  question: sealed("questions", "sum", shape<{ readonly row: QuestionRow }>({ row: json() })),
  event: sealed("events", "sum", shape<EventRow>({ seq: number, at: number, kind: text, data: text, hash })),
} as const

/** Numbers under known names, without the names. */
function listed<Row extends { readonly [Name in keyof Row]: number }>(
  names: readonly (keyof Row & string)[],
): Column<Row> {
  return {
    write: (row) => JSON.stringify(names.map((name) => row[name])),
    read: (bytes) => {
      const values = JSON.parse(bytes) as readonly number[]
      return Object.fromEntries(names.map((name, at) => [name, values[at]])) as Row
    },
  }
}

import type { LedgerRow } from "../../src/run/drive/decide-admission.ts"
import type { RowLease } from "../../src/run/drive/decide-lease.ts"
import { openHeap, type Timeline } from "./open-timeline.ts"

/** A dispatch, as the database has it. */
export interface Row extends RowLease {
  readonly run: number
  readonly place: number
  /** How many steps follow it in its run. */
  readonly left: number
  told: number
  worker?: string | undefined
  bySession?: boolean | undefined
  until?: number | undefined
  lasts?: number | undefined
  epoch: number
  tried: number
  asks: number
  fails: number
  answers: number
  claimedAt?: number | undefined
  lost?: { readonly at: number; readonly by: "kill" | "hang" } | undefined
}

interface Message {
  readonly row: Row
  readonly priority: number
  readonly at: number
  readonly number: number
}

/** What the workers share: rows, messages, and the line of those that ask an agent. */
export interface Board {
  add(given: Pick<Row, "run" | "place" | "left">): Row
  tell(row: Row, how?: { readonly priority?: number; readonly after?: number }): void
  fetch(): Row | undefined
  hasMessages(): boolean
  /** Dispatches that a worker has. */
  readonly leased: Set<Row>
  /** Dispatches that nobody has had since they were told. */
  readonly open: Set<Row>
  readonly rows: Row[]
  readonly line: Map<number, { readonly worker: string; started: boolean; readonly at: number }>
  readLedger(): readonly LedgerRow[]
}

export const DRIVER = "agent"

/** `woken` is called when there is a message that may be fetched. */
export function openBoard(timeline: Timeline, woken: () => void): Board {
  const messages = openHeap<Message>(
    (a, b) =>
      a.priority > b.priority || (a.priority === b.priority && (a.at < b.at || (a.at === b.at && a.number < b.number))),
  )
  const rows: Row[] = []
  const [leased, open] = [new Set<Row>(), new Set<Row>()]
  const line: Board["line"] = new Map()
  let number = 0
  const put = (message: Message) => {
    messages.push(message)
    woken()
  }
  return {
    rows,
    leased,
    open,
    line,
    add(given) {
      const row: Row = { ...given, told: timeline.now(), epoch: 0, tried: 0, asks: 0, fails: 0, answers: 0 }
      rows.push(row)
      open.add(row)
      return row
    },
    tell(row, { priority = 0, after = 0 } = {}) {
      // Created now, and to be fetched later: the older one comes first then.
      const message = { row, priority, at: timeline.now(), number: number++ }
      if (after === 0) put(message)
      else timeline.after(Math.ceil(after / 1000) * 1000, () => put(message))
    },
    fetch: () => messages.pop()?.row,
    hasMessages: () => messages.size() > 0,
    readLedger: () =>
      [...line].flatMap(([id, { at, started }]) => {
        const want = { kind: "want", id: String(id), driver: DRIVER, pid: 1, at } as const
        return started ? [want, { ...want, kind: "start" } as const] : [want]
      }),
  }
}

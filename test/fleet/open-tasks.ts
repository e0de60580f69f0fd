import { DRIVER, type Row } from "./open-board.ts"
import type { FleetWorker } from "./open-worker.ts"
import type { Fleet } from "./simulate-fleet.ts"

/** What a worker does with a dispatch. */
export interface Tasks {
  /** From the message to the answer, if it gets it; `over` is called when it has nothing of it any more. */
  handle(worker: FleetWorker, row: Row, over: () => void): void
}

/** Of all that the server does for a dispatch, this much is for the claim; fetching its message comes by itself. */
const CLAIM = 0.35
/** A dispatch whose agent fails is an error of its step after so many times. */
const TRIES = 5

interface Turn {
  readonly row: Row
  readonly epoch: number
  /** When the worker came to the run. */
  readonly began: number
  readonly over: () => void
  readonly isNext: boolean
  /** Answered, given back or lost: the lease is not renewed any more. */
  isOver: boolean
}

export function openTasks(fleet: Fleet): Tasks {
  const { plan, timeline, line, board, notes } = fleet
  const { decisions } = plan
  const { costs } = plan.server
  let asks = 0

  const has = (worker: FleetWorker, { row, epoch }: Turn) =>
    row.worker === worker.name && row.epoch === epoch && row.answers === 0

  const end = (turn: Turn) => {
    turn.isOver = true
    turn.over()
  }

  function claim(worker: FleetWorker, row: Row): void {
    const now = timeline.now()
    row.epoch++
    row.worker = worker.name
    row.bySession = true
    worker.hasSession = true
    row.until = now + plan.lease
    row.lasts = plan.lease
    board.open.delete(row)
    board.leased.add(row)
    notes.claimed(row, now)
  }

  function work(worker: FleetWorker, turn: Turn): void {
    keepLease(worker, turn)
    if (plan.limit === undefined) ask(worker, turn, () => undefined)
    else wantAgent(worker, turn, plan.limit)
  }

  function keepLease(worker: FleetWorker, turn: Turn): void {
    line.later(worker, timeline.now() + decisions.chooseRenewal(plan.lease), () => {
      if (turn.isOver || !has(worker, turn)) return
      const renew = () => {
        if (has(worker, turn)) turn.row.until = timeline.now() + plan.lease
      }
      line.ask(worker, { cost: costs.renew, done: renew, failed: () => undefined })
      keepLease(worker, turn)
    })
  }

  function wantAgent(worker: FleetWorker, turn: Turn, most: number): void {
    const id = asks++
    const leave = () => board.line.delete(id)
    // Asked again here; a worker of the product gives the dispatch back, which counts as one of its tries.
    const later = (act: () => void) => line.later(worker, timeline.now() + decisions.chooseStoreDelay(1), act)
    const want = () => {
      if (!has(worker, turn)) return end(turn)
      line.ask(worker, {
        cost: costs.ledgerEntry,
        done() {
          board.line.set(id, { worker: worker.name, started: false, at: timeline.now() })
          const waiting = [...board.line.values()].reduce((sum, { started }) => sum + Number(!started), 0)
          notes.mostInLine = Math.max(notes.mostInLine, waiting)
          look()
        },
        failed: () => later(want),
      })
    }
    const look = () => {
      if (!has(worker, turn)) {
        leave()
        return end(turn)
      }
      line.ask(worker, {
        cost: costs.ledgerRead + costs.ledgerPerRow * board.line.size,
        done() {
          const at = timeline.now()
          const rows = board.readLedger()
          const own = { id: String(id), driver: DRIVER, limits: { atOnce: most }, now: at, alive: new Set([1]) }
          const decided = decisions.decideAdmission(rows, own)
          if (decided.kind === "over") throw new Error("there is no limit of money")
          if (decided.kind === "wait") return line.later(worker, at + decisions.choosePause(decided.ahead), look)
          const entry = board.line.get(id)
          if (entry !== undefined) entry.started = true
          ask(worker, turn, leave)
        },
        failed: () => later(look),
      })
    }
    want()
  }
  function ask(worker: FleetWorker, turn: Turn, leave: () => void): void {
    const { shortest, longest } = plan.agent
    const { row } = turn
    row.asks++
    notes.asking++
    notes.mostAsking = Math.max(notes.mostAsking, notes.asking)
    const until = timeline.now() + shortest + fleet.chance() * (longest - shortest)
    // The agent works on while its worker hangs, and ends with it.
    const finish = () => {
      notes.asking--
      leave()
    }
    timeline.at(until, finish)
    line.later(worker, until, () => {
      if (!has(worker, turn)) return end(turn)
      if (fleet.chance() >= plan.failing || row.tried + 1 >= TRIES) return store(worker, turn)
      row.fails++
      release(worker, turn, decisions.chooseRetryDelay({ tried: row.tried + 1 }))
    })
  }

  function release(worker: FleetWorker, turn: Turn, after: number, failures = 0): void {
    line.ask(worker, {
      cost: costs.dispatch * CLAIM,
      done() {
        const { row } = turn
        if (has(worker, turn)) {
          row.tried++
          row.worker = undefined
          row.until = timeline.now() + after
          row.lasts = after
          board.leased.delete(row)
          board.tell(row, { after })
        }
        end(turn)
      },
      failed: () => again(worker, turn, { failures, act: () => release(worker, turn, after, failures + 1) }),
    })
  }

  function again(
    worker: FleetWorker,
    turn: Turn,
    { failures, act }: { readonly failures: number; readonly act: () => void },
  ): void {
    if (failures >= decisions.storeTries) return end(turn)
    line.later(worker, timeline.now() + decisions.chooseStoreDelay(failures), act)
  }

  function store(worker: FleetWorker, turn: Turn, failures = 0): void {
    const { row, isNext } = turn
    line.ask(worker, {
      cost: isNext ? costs.nextStep : costs.dispatch * (1 - CLAIM) - costs.fullFetch,
      done() {
        if (!has(worker, turn)) return end(turn)
        row.answers++
        board.leased.delete(row)
        notes.answered++
        if (row.answers > 1) notes.answeredAgain++
        notes.lastAnswer = timeline.now()
        worker.trouble.overcome()
        if (row.left === 0) return end(turn)
        goOn(worker, turn)
      },
      failed: () => again(worker, turn, { failures, act: () => store(worker, turn, failures + 1) }),
    })
  }

  function goOn(worker: FleetWorker, turn: Turn): void {
    const { row, began, over } = turn
    turn.isOver = true
    const next = board.add({ run: row.run, place: 0, left: row.left - 1 })
    const now = timeline.now()
    if (!decisions.mayGoOn({ began, now, isStopping: false })) {
      board.tell(next)
      return over()
    }
    claim(worker, next)
    work(worker, { row: next, epoch: next.epoch, began, over, isNext: true, isOver: false })
  }

  return {
    handle(worker, row, over) {
      const began = timeline.now()
      line.ask(worker, {
        cost: costs.dispatch * CLAIM,
        done() {
          if (row.answers > 0 || !decisions.mayClaim(row, timeline.now())) return over()
          claim(worker, row)
          work(worker, { row, epoch: row.epoch, began, over, isNext: false, isOver: false })
        },
        failed: over,
      })
    },
  }
}

import type { FleetWorker } from "./open-worker.ts"
import type { Tasks } from "./open-tasks.ts"
import type { Fleet } from "./simulate-fleet.ts"

/** How workers fetch messages: as `openFetchSlots` does, and pg-boss for it. */
export interface FleetSlots {
  resize(worker: FleetWorker, most: number): void
  /** There is a message: who listens and waits fetches at once. */
  wake(): void
}

/** pg-boss does not wait at all for less than this. */
const LEAST_WAIT = 100

export function openSlots(fleet: Fleet, tasks: Tasks): FleetSlots {
  const { plan, timeline, line, board, notes, server, workers } = fleet
  const { decisions } = plan
  const { costs } = plan.server

  const count = ({ most, isIdle, busy }: FleetWorker) => ({ most, idle: Number(isIdle), busy })

  function fetch(worker: FleetWorker): void {
    const began = timeline.now()
    worker.isFetching = true
    worker.isWoken = false
    worker.wait++
    notes.polls++
    const wasEmpty = worker.lastPoll
    worker.lastPoll = Number.NEGATIVE_INFINITY
    line.ask(worker, {
      cost: board.hasMessages() ? costs.fullFetch : costs.emptyFetch,
      done() {
        worker.isFetching = false
        if (!worker.isIdle) return
        const row = board.fetch()
        if (row === undefined) {
          notes.shortestPoll = Math.min(notes.shortestPoll, began - wasEmpty)
          return pause(worker, began)
        }
        worker.isIdle = false
        worker.busy++
        notes.mostBusy = Math.max(notes.mostBusy, worker.busy)
        keepOne(worker)
        tasks.handle(worker, row, () => finish(worker))
      },
      failed() {
        worker.isFetching = false
        pause(worker, began)
      },
    })
  }

  function pause(worker: FleetWorker, began: number): void {
    if (!worker.isIdle) return
    const pace = decisions.chooseFetchPace(worker.workers)
    const left = (worker.listens && worker.isConnected ? pace.heard : pace.unheard) - (timeline.now() - began)
    if (worker.isWoken || left <= LEAST_WAIT) return fetch(worker)
    worker.lastPoll = began
    const wait = ++worker.wait
    line.later(worker, timeline.now() + left, () => {
      if (worker.isIdle && worker.wait === wait && !worker.isFetching) fetch(worker)
    })
  }

  function keepOne(worker: FleetWorker): void {
    if (!decisions.mayOpenSlot(count(worker))) return
    worker.isIdle = true
    if (!worker.isFetching) fetch(worker)
  }

  function finish(worker: FleetWorker): void {
    worker.busy--
    const { most, busy } = worker
    if (!decisions.mayKeepSlot({ most, busy, idle: Number(worker.isIdle) + 1 })) return
    worker.isIdle = true
    worker.lastPoll = Number.NEGATIVE_INFINITY
    if (!worker.isFetching) fetch(worker)
  }

  let isTold = false
  return {
    resize(worker, most) {
      worker.most = most
      if (worker.isIdle && worker.busy + 1 > most) worker.isIdle = false
      keepOne(worker)
    },
    wake() {
      // All that is told in the same moment is told once.
      if (isTold) return
      isTold = true
      timeline.after(0, () => {
        isTold = false
        const listening = workers.filter((one) => one.isAlive && one.listens && one.isConnected)
        server.request(timeline.now(), costs.notifyPerListener * listening.length)
        const idle = listening.filter((one) => one.isIdle && one.hangsUntil <= timeline.now())
        notes.mostWoken = Math.max(notes.mostWoken, idle.length)
        for (const worker of idle) {
          if (worker.isFetching) worker.isWoken = true
          else {
            worker.lastPoll = Number.NEGATIVE_INFINITY
            fetch(worker)
          }
        }
      })
    },
  }
}

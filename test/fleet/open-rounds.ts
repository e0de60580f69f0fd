import type { Row } from "./open-board.ts"
import type { FleetSlots } from "./open-slots.ts"
import type { Tasks } from "./open-tasks.ts"
import type { FleetWorker } from "./open-worker.ts"
import type { Fleet } from "./simulate-fleet.ts"

/** What a worker does again and again. */
export interface Rounds {
  begin(worker: FleetWorker): void
}

const MOST_SWEPT = 10

export function openRounds(
  fleet: Fleet,
  { tasks, slots }: { readonly tasks: Tasks; readonly slots: FleetSlots },
): Rounds {
  const { plan, timeline, line, board, notes } = fleet
  const { decisions } = plan
  const { costs } = plan.server
  let taken = -1

  function room(worker: FleetWorker): void {
    const decide = () => {
      const agents = plan.limit === undefined ? [] : [{ most: plan.limit, unfinished: board.line.size }]
      const { concurrency } = plan
      const { busy, workers, trouble } = worker
      const most = decisions.decideRoom({ concurrency, busy, agents, workers, chance: fleet.chance() })
      slots.resize(worker, trouble.limit(most))
    }
    if (plan.limit === undefined) return decide()
    line.ask(worker, { cost: costs.trip, done: decide, failed: () => undefined })
  }

  function look(worker: FleetWorker): void {
    const { connection } = worker
    line.ask(worker, {
      cost: costs.trip,
      done() {
        if (!worker.hasSession || worker.connection !== connection) {
          worker.hasSession = true
          notes.connected(timeline.now())
        }
        const turn = decisions.findTurn(timeline.now(), decisions.lookTurn)
        if (turn === taken) return
        taken = turn
        const count = fleet.countSessions()
        const cost = costs.look + costs.lookPerWorker * count + costs.lookPerPair * count * count
        notes.looked(timeline.now())
        line.ask(worker, { cost, done: () => recover(worker), failed: () => undefined })
      },
      failed: () => undefined,
    })
  }

  function recover({ connection, since }: FleetWorker): void {
    const now = timeline.now()
    const judgesSessions = decisions.mayJudgeSessions({ connection, since: now - since })
    // What waits behind other work, or for a worker that has room, does not wait for being noticed.
    const isKept = board.hasMessages() || !fleet.hasRoom()
    for (const row of board.leased) {
      if (!decisions.isLost(row, { now, judgesSessions, isAlive: fleet.hasSession })) continue
      row.until = 0
      if (isKept) row.lost = undefined
      board.tell(row)
    }
  }

  function sweep(worker: FleetWorker): void {
    line.ask(worker, {
      cost: costs.sweep,
      done() {
        if (worker.isSweeping || !decisions.maySweep({ busy: worker.busy, room: worker.most })) return
        const found: Row[] = []
        for (const row of board.open) if (found.push(row) === MOST_SWEPT) break
        worker.isSweeping = true
        handleAll(worker, found)
      },
      failed: () => undefined,
    })
  }

  function handleAll(worker: FleetWorker, [first, ...others]: readonly Row[]): void {
    if (first === undefined) worker.isSweeping = false
    else tasks.handle(worker, first, () => handleAll(worker, others))
  }

  const rounds = {
    room,
    look,
    sweep,
    dues: (worker: FleetWorker) =>
      line.ask(worker, {
        cost: (costs.idleSecond * decisions.rounds.dues) / 1000,
        done: () => undefined,
        failed: () => undefined,
      }),
    count: (worker: FleetWorker) =>
      line.ask(worker, {
        cost: costs.trip + costs.lookPerWorker * fleet.countSessions(),
        done: () => void (worker.workers = Math.max(1, fleet.countSessions())),
        failed: () => undefined,
      }),
  }

  function begin(worker: FleetWorker): void {
    line.ask(worker, {
      cost: costs.trip + costs.lookPerWorker * fleet.countSessions(),
      done() {
        worker.hasSession = true
        worker.workers = Math.max(1, fleet.countSessions())
        worker.listens = decisions.mayListen({ workers: worker.workers, chance: fleet.chance() })
        room(worker)
        for (const name of Object.keys(decisions.rounds) as (keyof typeof rounds)[])
          repeat(worker, { act: rounds[name], milliseconds: decisions.rounds[name] })
      },
      failed: () => line.later(worker, timeline.now() + 1000, () => begin(worker)),
    })
  }

  function repeat(
    worker: FleetWorker,
    { act, milliseconds }: { readonly act: (worker: FleetWorker) => void; readonly milliseconds: number },
  ): void {
    const again = (): void => {
      act(worker)
      line.later(worker, timeline.now() + milliseconds, again)
    }
    line.later(worker, timeline.now() + decisions.chooseFirst(milliseconds, fleet.chance()), again)
  }
  return { begin }
}

import { openRandom } from "../../src/testing/simulator/random.ts"
import { type Board, openBoard } from "./open-board.ts"
import type { FleetPlan, FleetSeen } from "./fleet-plan.ts"
import { openNotes, type Notes } from "./open-notes.ts"
import { openSlots } from "./open-slots.ts"
import { openTimeline, type Timeline } from "./open-timeline.ts"
import { type FleetWorker, type Line, makeFleetWorker, openLine } from "./open-worker.ts"
import { openRounds } from "./open-rounds.ts"
import { openServerModel, type ServerModel } from "./server-model.ts"
import { openTasks } from "./open-tasks.ts"

/** All that takes part in one simulation. */
export interface Fleet {
  readonly plan: FleetPlan
  readonly timeline: Timeline
  readonly server: ServerModel
  readonly line: Line
  readonly board: Board
  readonly workers: readonly FleetWorker[]
  readonly notes: Notes
  /** From 0 to 1, another one each time. */
  readonly chance: () => number
  /** How many workers have a session that holds their lock. */
  readonly countSessions: () => number
  readonly hasSession: (worker: string) => boolean
  /** Whether a worker waits for messages. */
  readonly hasRoom: () => boolean
}

/**
 * A fleet of workers by a virtual clock. What each worker does is decided by the functions of the product; the server is a
 * number of processors for which each request takes as long as was measured.
 */
export function simulateFleet(plan: FleetPlan): FleetSeen {
  const timeline = openTimeline()
  const server = openServerModel(plan.server)
  const workers = Array.from({ length: plan.workers }, (_, at) =>
    makeFleetWorker(`w${at}`, plan.decisions.openTrouble({ log: () => {}, now: timeline.now })),
  )
  const byName = new Map(workers.map((worker) => [worker.name, worker]))
  const fleet: Fleet = {
    plan,
    timeline,
    server,
    workers,
    line: openLine(timeline, server, plan),
    board: openBoard(timeline, () => slots.wake()),
    notes: openNotes(),
    chance: openRandom(plan.seed, "fleet").next,
    countSessions: () => workers.reduce((sum, one) => sum + Number(one.isAlive && one.hasSession), 0),
    hasSession(name) {
      const worker = byName.get(name)
      return worker?.isAlive === true && worker.hasSession
    },
    hasRoom: () =>
      workers.some((one) => one.isAlive && one.isConnected && one.isIdle && one.hangsUntil <= timeline.now()),
  }
  const tasks = openTasks(fleet)
  const slots = openSlots(fleet, tasks)
  const rounds = openRounds(fleet, { tasks, slots })
  for (const worker of workers) fleet.line.later(worker, fleet.chance() * plan.startsWithin, () => rounds.begin(worker))
  planRuns(fleet)
  planFaults(fleet)
  const isOver = () => fleet.notes.answered === fleet.notes.planned
  while (!isOver() && timeline.now() <= plan.until && timeline.step());
  return fleet.notes.summarise(fleet)
}

function planRuns({ plan, timeline, board, notes }: Fleet): void {
  let run = 0
  for (const { at, count, dispatches, steps } of plan.runs) {
    notes.planned += count * dispatches * steps
    for (let n = 0; n < count; n++) {
      const number = run++
      timeline.at(at, () => {
        for (let place = 0; place < dispatches; place++) {
          const row = board.add({ run: number, place, left: steps - 1 })
          board.tell(row, { priority: plan.decisions.choosePriority(place) })
        }
      })
    }
  }
}

/** The system ends the sessions of a killed process at once; one that hangs keeps its session. */
function planFaults({ plan, timeline, server, line, workers, board, notes }: Fleet): void {
  const lose = (worker: FleetWorker, by: "kill" | "hang") => {
    for (const row of board.leased) if (row.worker === worker.name) row.lost = { at: timeline.now(), by }
  }
  for (const { at, worker: number } of plan.kills)
    timeline.at(at, () => {
      const worker = workers[number]
      if (worker === undefined || !worker.isAlive) return
      worker.isAlive = false
      if (worker.isConnected) server.disconnect(plan.connections)
      lose(worker, "kill")
      for (const [id, one] of board.line)
        if (one.worker === worker.name) timeline.after(20_000, () => board.line.delete(id))
    })
  for (const { at, worker: number, lasts } of plan.hangs)
    timeline.at(at, () => {
      const worker = workers[number]
      if (worker === undefined || !worker.isAlive) return
      worker.hangsUntil = timeline.now() + lasts
      lose(worker, "hang")
    })
  for (const { at, lasts } of plan.restarts) {
    timeline.at(at, () => {
      server.down()
      line.cutAll(workers)
    })
    timeline.at(at + lasts, () => {
      server.up(timeline.now())
      notes.restarted(timeline.now())
    })
  }
}

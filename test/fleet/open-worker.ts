import { SkilletError } from "../../src/problem/failure.ts"
import type { Trouble } from "../../src/run/io/postgres/open-trouble.ts"
import type { FleetPlan } from "./fleet-plan.ts"
import type { ServerModel } from "./server-model.ts"
import type { Timeline } from "./open-timeline.ts"

/** A worker as far as others notice it, and what it asks the server. */
export interface FleetWorker {
  readonly name: string
  isAlive: boolean
  hangsUntil: number
  isConnected: boolean
  /** Counts its connections, and since when it has this one. */
  connection: number
  since: number
  /** Whether its session holds its lock. */
  hasSession: boolean
  listens: boolean
  /** How many workers it has counted. */
  workers: number
  most: number
  busy: number
  isIdle: boolean
  isSweeping: boolean
  /** Of the slot that waits: whether it is asking, was woken meanwhile, and which of its waits counts. */
  isFetching: boolean
  isWoken: boolean
  wait: number
  lastPoll: number
  readonly trouble: Trouble
  readonly waiting: (() => void)[]
  isConnecting: boolean
}

export function makeFleetWorker(name: string, trouble: Trouble): FleetWorker {
  const connection = {
    isConnected: false,
    connection: 0,
    since: 0,
    hasSession: false,
    isConnecting: false,
    waiting: [],
  }
  const slot = { most: 0, busy: 0, isIdle: false, isFetching: false, isWoken: false, wait: 0, lastPoll: -Infinity }
  return {
    name,
    isAlive: true,
    hangsUntil: 0,
    listens: false,
    workers: 1,
    isSweeping: false,
    trouble,
    ...connection,
    ...slot,
  }
}

export interface Asked {
  readonly cost: number
  readonly done: () => void
  readonly failed: () => void
}

export interface Line {
  /** Something that a worker does later, unless it is dead by then; if it hangs, when it goes on. */
  later(worker: FleetWorker, time: number, act: () => void): void
  ask(worker: FleetWorker, asked: Asked): void
  cutAll(workers: readonly FleetWorker[]): void
}

export const UNREACHABLE = new SkilletError("store.unreachable", "the server cannot be reached", {
  retry: "later",
  next: "wait",
})

/** What is between the workers and the server: connections, which are made when they are needed. */
export function openLine(timeline: Timeline, server: ServerModel, { connections }: FleetPlan): Line {
  let epoch = 0
  function later(worker: FleetWorker, time: number, act: () => void): void {
    timeline.at(time, () => {
      if (!worker.isAlive) return
      if (worker.hangsUntil > timeline.now()) later(worker, worker.hangsUntil, act)
      else act()
    })
  }
  function connect(worker: FleetWorker): void {
    worker.isConnecting = true
    const began = epoch
    const all = Array.from({ length: connections }, () => server.connect(timeline.now()))
    const isDone = all.every((one) => one.isDone)
    later(worker, Math.max(...all.map(({ at }) => at)), () => {
      worker.isConnecting = false
      if (began === epoch && isDone) {
        worker.isConnected = true
        worker.connection++
        worker.since = timeline.now()
      } else if (began === epoch) server.disconnect(all.filter((one) => one.isDone).length)
      for (const act of worker.waiting.splice(0)) act()
    })
  }
  function send(worker: FleetWorker, { cost, done, failed }: Asked): void {
    const began = epoch
    const served = server.request(timeline.now(), cost)
    later(worker, served.at, () => {
      if (served.isDone && began === epoch) return done()
      worker.trouble.report(UNREACHABLE)
      failed()
    })
  }
  return {
    later,
    ask(worker, asked) {
      if (worker.isConnected) return send(worker, asked)
      worker.waiting.push(() => {
        if (worker.isConnected) return send(worker, asked)
        worker.trouble.report(UNREACHABLE)
        asked.failed()
      })
      if (!worker.isConnecting) connect(worker)
    },
    cutAll(workers) {
      epoch++
      for (const worker of workers) {
        worker.isConnected = false
        worker.hasSession = false
      }
    },
  }
}

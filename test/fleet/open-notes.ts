import type { FleetSeen } from "./fleet-plan.ts"
import type { Row } from "./open-board.ts"
import type { Fleet } from "./simulate-fleet.ts"

/** What is counted while a fleet works. */
export interface Notes {
  planned: number
  answered: number
  answeredAgain: number
  asking: number
  mostAsking: number
  mostInLine: number
  mostBusy: number
  polls: number
  shortestPoll: number
  mostWoken: number
  lastAnswer: number
  looked(now: number): void
  claimed(row: Row, now: number): void
  restarted(now: number): void
  connected(now: number): void
  summarise(fleet: Fleet): FleetSeen
}

export function openNotes(): Notes {
  const waits: FleetSeen["waits"][number][] = []
  const resumed: FleetSeen["resumed"][number][] = []
  const back: number[] = []
  let restart = Number.POSITIVE_INFINITY
  let [second, looks, mostLooks] = [-1, 0, 0]
  return {
    planned: 0,
    answered: 0,
    answeredAgain: 0,
    asking: 0,
    mostAsking: 0,
    mostInLine: 0,
    mostBusy: 0,
    polls: 0,
    shortestPoll: Number.POSITIVE_INFINITY,
    mostWoken: 0,
    lastAnswer: 0,
    looked(now) {
      const at = Math.floor(now / 1000)
      looks = at === second ? looks + 1 : 1
      second = at
      mostLooks = Math.max(mostLooks, looks)
    },
    claimed(row, now) {
      const { lost, run, place } = row
      if (row.epoch === 1) waits.push({ run, place, milliseconds: now - row.told })
      if (lost !== undefined) resumed.push({ by: lost.by, milliseconds: now - lost.at })
      row.lost = undefined
    },
    restarted(now) {
      restart = now
      back.push(0)
    },
    connected(now) {
      if (now >= restart) back[back.length - 1] = now - restart
    },
    summarise({ board, server, plan, timeline }) {
      const { seen } = server
      return {
        dispatches: this.planned,
        answered: this.answered,
        answeredAgain: this.answeredAgain,
        askedAgain: board.rows.reduce((sum, { asks, fails }) => sum + Math.max(0, asks - fails - 1), 0),
        took: this.lastAnswer,
        mostAsking: this.mostAsking,
        mostInLine: this.mostInLine,
        mostBusy: this.mostBusy,
        waits,
        resumed,
        shortestPoll: this.shortestPoll,
        mostLooks,
        mostWoken: this.mostWoken,
        polls: this.polls,
        server: {
          used: seen.busy / (plan.server.cores * Math.max(1, timeline.now())),
          longestRequest: seen.longest,
          connections: seen.most,
          refused: seen.refused,
          givenUp: seen.given,
        },
        back,
      }
    },
  }
}

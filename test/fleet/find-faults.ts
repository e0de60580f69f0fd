import type { FleetPlan, FleetSeen } from "./fleet-plan.ts"

/** What is promised of a fleet, whatever its workers decide by. In milliseconds. */
const PROMISED = { noticed: 2000, poll: 500, looksInSecond: 5 } as const

/**
 * 1. Every dispatch is answered, once.
 * 2. No dispatch starves: one waits for those that come before it, and those are as many as there are runs, for each place
 *    in its own run.
 * 3. No more agents work than the limit allows.
 * 4. What a killed worker had is with another one within two seconds, if one has room; what one had that hangs, after its
 *    lease.
 * 5. No worker has more dispatches than it may.
 * 6. Nobody polls faster than its back-stop, and of many workers only one at a time looks for dead ones.
 */
export function findFaults(plan: FleetPlan, seen: FleetSeen): readonly string[] {
  const { dispatches, answered, answeredAgain, mostAsking, mostBusy, shortestPoll, mostLooks } = seen
  const outages = plan.restarts.reduce((sum, { lasts }) => sum + lasts + 10_000, 0)
  const late = plan.restarts.length > 0 ? undefined : seen.resumed.find((one) => one.milliseconds > allow(plan, one.by))
  const starved = findStarved(plan, seen, outages)
  return [
    ...(answered === dispatches ? [] : [`${dispatches - answered} of ${dispatches} dispatches were never answered`]),
    ...(answeredAgain === 0 ? [] : [`${answeredAgain} dispatches were answered twice`]),
    ...(plan.limit === undefined || mostAsking <= plan.limit ? [] : [`${mostAsking} agents worked, of ${plan.limit}`]),
    ...(mostBusy <= plan.concurrency ? [] : [`one worker had ${mostBusy} dispatches`]),
    ...(late === undefined ? [] : [`after a ${late.by}, work went on after ${Math.round(late.milliseconds)} ms`]),
    ...(starved === undefined ? [] : [starved]),
    // A clock that adds fractions is a little early.
    ...(shortestPoll >= PROMISED.poll - 1 ? [] : [`a worker polled after ${shortestPoll} ms`]),
    ...(mostLooks <= PROMISED.looksInSecond ? [] : [`${mostLooks} looks for dead workers in one second`]),
  ]
}

function allow({ lease }: FleetPlan, by: "kill" | "hang"): number {
  return by === "kill" ? PROMISED.noticed : lease + PROMISED.noticed
}

/** Workers that are killed take their places with them, and agents that fail take their time again. */
function findStarved(plan: FleetPlan, { waits }: FleetSeen, outages: number): string | undefined {
  const living = plan.workers - plan.kills.length - plan.hangs.length
  const slots = Math.max(1, Math.min(living * plan.concurrency, plan.limit ?? Number.POSITIVE_INFINITY))
  const runs = plan.runs.reduce((sum, { count }) => sum + count, 0)
  const each = plan.agent.longest + 3000
  const spent = plan.failing > 0 || plan.kills.length > 0 || plan.hangs.length > 0 ? 2 : 1
  for (const { place, milliseconds, run } of waits) {
    const before = runs * (place + 1) * spent
    const most = (Math.ceil(before / slots) + 2) * each + outages
    if (milliseconds > most)
      return `place ${place} of run ${run} waited ${Math.round(milliseconds)} ms, with at most ${before} before it`
  }
  return undefined
}

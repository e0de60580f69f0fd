/** What the row of a dispatch says about who has it. Times are those of the clock that all workers share. */
export interface RowLease {
  readonly worker?: string | undefined
  /** Whether the session of its worker tells that it is alive; otherwise only the time does. */
  readonly bySession?: boolean | undefined
  readonly until?: number | undefined
  readonly lasts?: number | undefined
}

/**
 * Whether a worker may claim it: nobody has it, or the worker that had it is lost. A lease that would last longer than it
 * was taken for belongs to another clock. The statement of `claimRow` decides the same; a test compares them row by row.
 */
export function mayClaim({ until, lasts = 0 }: RowLease, now: number): boolean {
  return until === undefined || until <= now || until > now + lasts
}

/** What a worker can tell of others when it looks for dead ones. */
export interface Sight {
  readonly now: number
  readonly isAlive: (worker: string) => boolean
  /** False if the sessions of workers say nothing for the moment. */
  readonly judgesSessions: boolean
}

/** Whether it is taken from its worker, to be told to the others. The statement of `recover` decides the same. */
export function isLost({ worker, bySession, until }: RowLease, { now, isAlive, judgesSessions }: Sight): boolean {
  if (worker === undefined || until === undefined || until === 0) return false
  return until <= now || (bySession === true && judgesSessions && !isAlive(worker))
}

/** How long all workers have to come back after the server, or the way to it, was away. */
const SETTLED = 3000

/**
 * Whether a worker may take others for dead because their sessions are gone. If it had to connect again itself, perhaps
 * they had to as well: then they keep their dispatches for a while.
 */
export function mayJudgeSessions({
  connection,
  since,
}: {
  readonly connection: number
  readonly since: number
}): boolean {
  return connection <= 1 || since >= SETTLED
}

/** Whether a worker looks for what no message told it: only if it would fetch a message and has none. */
export function maySweep({ busy, room }: { readonly busy: number; readonly room: number }): boolean {
  return busy === 0 && room > 0
}

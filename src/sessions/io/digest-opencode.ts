import type { Problem } from "../../problem/problem.ts"
import { hidesCalls } from "../problems.ts"
import { digestSession, type SessionDigest } from "../digest-session.ts"
import { visitOpencodeSessions } from "./read-opencode.ts"

/** What counts of one session of opencode, as it was with this stamp. */
export interface OpencodeDigest {
  readonly id: string
  /** Empty if it may change again without another stamp. */
  readonly stamp: string
  readonly digest: SessionDigest
  readonly problems: readonly Problem[]
}

/** A session that was changed just now may change again within the same moment. */
const SETTLED = 60_000

/** Digests the sessions that are new or were changed since the earlier digests; one after another is in memory. */
export function digestOpencode(
  file: string,
  earlier: readonly OpencodeDigest[],
  now: number,
): { readonly digests: readonly OpencodeDigest[]; readonly read: number } {
  const known = new Map(earlier.map((one) => [one.id, one]))
  const digests: OpencodeDigest[] = []
  let read = 0
  visitOpencodeSessions(file, {
    isKnown(id, stamp) {
      const one = known.get(id)
      if (one?.stamp !== stamp) return false
      digests.push(one)
      return true
    },
    take({ id, stamp, changed, session, problems }) {
      read++
      const isDamaged = problems.some(hidesCalls)
      const isSettled = now - changed >= SETTLED
      digests.push({ id, stamp: isSettled ? stamp : "", digest: digestSession(session, isDamaged), problems })
    },
  })
  return { digests, read }
}

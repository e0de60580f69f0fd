import type { Session } from "../catalog/io/session/open-session.ts"
import type { ExplainedSession } from "../sessions/io/explain-session.ts"
import type { FollowedRun } from "../sessions/io/follow-run.ts"
import type { FollowedSession } from "../sessions/io/follow.ts"
import type { UsageReport, UsageOptions } from "../sessions/io/show-usage.ts"
import type { Resources } from "./open-resources.ts"

/** What the hosts on this machine recorded of their sessions. It is read here, and nothing is sent anywhere. */
export interface SkilletSessions {
  /** How often each skill was offered, invoked and followed, and which were never used. */
  usage(options?: UsageOptions): Promise<UsageReport>
  /** Which steps were done: of a run, by its id, or of the skills in a session, by its id or its transcript. */
  follow(target: string, options?: FollowOptions): Promise<FollowedRun | FollowedSession>
  /** Why a skill was or was not used in a session. */
  explain(skill: string, target: string): Promise<ExplainedSession>
}

export interface FollowOptions {
  /** Only this skill of the session. */
  readonly skill?: string | undefined
}

export function openSkilletSessions(resources: Resources): SkilletSessions {
  return {
    usage: async (options) =>
      (await import("../sessions/io/show-usage.ts")).showUsage(await resources.session(), options),
    async follow(target, { skill } = {}) {
      const session = await resources.session()
      if (skill === undefined && RUN.test(target))
        return (await import("../sessions/io/follow-run.ts")).followRun(session, await resources.runs(), target)
      return (await import("../sessions/io/follow.ts")).followSession(session, target, skill)
    },
    explain: async (skill, target) => explainSession(await resources.session(), skill, target),
  }
}

/** An id of a run, or of one of its child runs. */
const RUN = /^r-[0-9a-z]{8}(?:\.|$)/

async function explainSession(session: Session, skill: string, target: string): Promise<ExplainedSession> {
  return (await import("../sessions/io/explain-session.ts")).explainSession(session, skill, target)
}

import type { HookEvent } from "../../../src/tasks/hooks/hook-event.ts"

/** What a host read from a hook. */
export interface Told {
  readonly agent: string
  readonly event: HookEvent
  readonly text: string
  /** The process that printed it, and when. */
  readonly by: string
  readonly at: number
}

/** What the contexts of sessions and sub-agents contain, and what must be true of it. Throws if it is not. */
export interface Contexts {
  begin(session: string): void
  /** It was compacted: the session no longer knows anything. */
  lose(session: string): void
  /** No hook could say that the session was compacted, so nobody can know what it lacks. */
  excuse(session: string): void
  post(agent: string, key: string): void
  /** Until this time, or its end, only this process may deliver what it has begun to deliver. */
  hold(by: string, until: number): void
  tell(told: Told): void
  /** What a process printed counts as delivered. */
  confirm(by: string): void
  expectSubAgent(id: string): void
  expectNoSubAgent(id: string): void
  expectTold(session: string): void
  expectAllDelivered(agent: string): void
}

interface Session {
  /** It began or was compacted, and has not received everything since. */
  lacks: boolean
  isExcused: boolean
  /** The process whose full packet it has, if that one has confirmed it. */
  full?: string | undefined
}

export function watchContexts(isGone: (by: string) => boolean): Contexts {
  const sessions = new Map<string, Session>()
  const subAgents = new Set<string>()
  const posted = new Map<string, Set<string>>()
  /** For each message, who printed it last to a host that read it, and who of them confirmed it first. */
  const printed = new Map<string, Told>()
  const confirmed = new Map<string, string>()
  const unconfirmed = new Map<string, readonly string[]>()
  const holds = new Map<string, number>()
  const whole = new Map<string, Session>()

  function tellSession({ event, text, by }: Told): void {
    const session = find(sessions, event.session)
    if (!/^You are @/m.test(text)) return
    if (!session.lacks && session.full !== undefined && session.full !== by)
      fail(`${event.session} got everything from ${session.full}, and again from ${by}`)
    session.lacks = false
    whole.set(by, session)
    session.isExcused = false
  }

  return {
    begin: (session) => void sessions.set(session, { lacks: true, isExcused: false }),
    lose(id) {
      const session = find(sessions, id)
      session.lacks = true
      session.full = undefined
    },
    excuse: (session) => void (find(sessions, session).isExcused = true),
    post(agent, key) {
      posted.set(agent, new Set([...(posted.get(agent) ?? []), key]))
    },
    hold: (by, until) => void holds.set(by, until),
    tell(told) {
      const { agent, event, text, by } = told
      const keys = [...text.matchAll(/^> note (\S+)$/gm)].map(([, key = ""]) => key)
      if (event.name === "SubagentStart") {
        if (keys.length > 0) fail(`a sub-agent of ${agent} got ${keys}`)
        if (!/Subagent/.test(text)) fail(`a sub-agent got something else: ${text}`)
        subAgents.add(event.agentId ?? "")
        return
      }
      tellSession(told)
      for (const key of keys) {
        if (!key.startsWith(agent)) fail(`${agent} got ${key}, which is not for it`)
        const earlier = confirmed.get(key)
        if (earlier !== undefined) fail(`${agent} got ${key} from ${earlier}, and again from ${by}`)
        const last = printed.get(key)
        if (last !== undefined && last.by !== by && !isGone(last.by) && told.at < (holds.get(last.by) ?? 0))
          fail(`${agent} got ${key} from ${by} while ${last.by} delivered it`)
        printed.set(key, told)
      }
      unconfirmed.set(by, keys)
    },
    confirm(by) {
      for (const key of unconfirmed.get(by) ?? []) confirmed.set(key, by)
      const session = whole.get(by)
      if (session?.lacks === false) session.full = by
    },
    expectSubAgent(id) {
      if (!subAgents.has(id)) fail(`sub-agent ${id} got nothing`)
    },
    expectNoSubAgent(id) {
      if (subAgents.has(id)) fail(`sub-agent ${id} has no role, and got something`)
    },
    expectTold(id) {
      const { lacks, isExcused } = find(sessions, id)
      if (lacks && !isExcused) fail(`${id} never got what it lacks`)
    },
    expectAllDelivered(agent) {
      const missing = [...(posted.get(agent) ?? [])].filter((key) => !printed.has(key))
      if (missing.length > 0) fail(`${agent} never got ${missing}`)
    },
  }
}

function find(sessions: Map<string, Session>, id: string): Session {
  const session = sessions.get(id)
  if (session === undefined) throw new Error(`no session ${id}`)
  return session
}

function fail(what: string): never {
  throw new Error(what)
}

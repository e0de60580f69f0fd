import type { CallOutcome, RecordedSession, SessionEvent, SessionTokens, SkillUse, ToolCall } from "./session.ts"

/** Reads the entries of one transcript in their order, and never throws for what it does not understand. */
export interface TranscriptReader {
  take(entry: Readonly<Record<string, unknown>>, line: number): void
  finish(): RecordedSession
}

type Facts = {
  -readonly [Name in "id" | "cwd" | "started" | "ended" | "parent" | "agent"]?: RecordedSession[Name] | undefined
}

/** What readers of all hosts have in common. */
export interface Collector {
  /** What is known about the session; a reader sets it as it learns it. */
  readonly facts: Facts
  add(event: SessionEvent): void
  /** Adds a call or a use of a skill whose result comes later. One call of a tool can be several of them. */
  open(id: string, ...parts: readonly (ToolCall | SkillUse)[]): void
  /** Whether a call with this id was added, and has no result yet. */
  isOpen(id: string): boolean
  /** The result of what was added with this id, or only of its events of a kind. */
  settle(id: string, result: Settled, kind?: "call" | "skill"): void
  addTokens(tokens: Partial<SessionTokens>): void
  addCompaction(): void
  see(at: number | undefined): void
  finish(host: RecordedSession["host"]): RecordedSession
}

export interface Settled {
  readonly outcome?: CallOutcome | undefined
  readonly exit?: number | undefined
  readonly files?: readonly string[] | undefined
  readonly body?: string | undefined
  readonly path?: string | undefined
  readonly why?: string | undefined
  readonly started?: string | undefined
}

/** More than in any session that was seen; a transcript that repeats something without end stops here. */
const MOST_EVENTS = 100_000
const MOST_TEXT = 2000
const MOST_COMMAND = 4000
const MOST_BODY = 64 * 1024
const MOST_FILES = 50

export function openCollector(): Collector {
  const events: SessionEvent[] = []
  const open = new Map<string, readonly number[]>()
  const facts: Facts = {}
  const tokens = { read: 0, cached: 0, written: 0 }
  let compactions = 0
  let leftOut = 0
  const add = (event: SessionEvent): boolean => {
    if (events.length >= MOST_EVENTS) {
      leftOut++
      return false
    }
    events.push(cutTexts(event))
    return true
  }
  return {
    facts,
    add: (event) => void add(event),
    open(id, ...parts) {
      const added = parts.flatMap((event) => (add(event) ? [events.length - 1] : []))
      if (added.length > 0 && id !== "") open.set(id, added)
    },
    isOpen: (id) => open.has(id),
    settle(id, result, kind) {
      for (const at of open.get(id) ?? []) {
        const event = events[at]
        if (event?.kind !== "call" && event?.kind !== "skill") continue
        if (kind === undefined || event.kind === kind) events[at] = cutTexts(settleEvent(event, result))
      }
    },
    addTokens(more) {
      tokens.read += more.read ?? 0
      tokens.cached += more.cached ?? 0
      tokens.written += more.written ?? 0
    },
    addCompaction: () => void compactions++,
    see(at) {
      if (at === undefined) return
      facts.started = Math.min(facts.started ?? at, at)
      facts.ended = Math.max(facts.ended ?? at, at)
    },
    finish: (host) => ({ host, ...facts, id: facts.id ?? "", tokens, compactions, events, leftOut }),
  }
}

function settleEvent(event: ToolCall | SkillUse, result: Settled): ToolCall | SkillUse {
  const outcome = result.outcome ?? event.outcome
  if (event.kind === "skill")
    return {
      ...event,
      outcome,
      body: result.body ?? event.body,
      path: result.path ?? event.path,
      why: result.why ?? event.why,
    }
  return {
    ...event,
    outcome,
    exit: result.exit ?? event.exit,
    files: result.files === undefined ? event.files : [...new Set([...event.files, ...result.files])],
    started: result.started ?? event.started,
  }
}

function cutTexts(event: SessionEvent): SessionEvent {
  switch (event.kind) {
    case "prompt":
    case "saying":
      return { ...event, text: cut(event.text, MOST_TEXT) }
    case "skill":
      return {
        ...event,
        name: cut(event.name, 200),
        body: event.body === undefined ? undefined : cut(event.body, MOST_BODY),
        why: event.why === undefined ? undefined : cut(event.why, 300),
      }
    case "call":
      return {
        ...event,
        tool: cut(event.tool, 200),
        command: event.command === undefined ? undefined : cut(event.command, MOST_COMMAND),
        files: event.files.slice(0, MOST_FILES).map((file) => cut(file, MOST_COMMAND)),
      }
    case "offered":
      return event
  }
}

function cut(text: string, most: number): string {
  // A slice of a long string would keep the whole line in memory.
  return text.length <= most ? text : Buffer.from(text.slice(0, most)).toString()
}

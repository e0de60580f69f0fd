import { estimateTokens } from "../text/estimate-tokens.ts"
import type { RecordedSession, SessionEvent, SkillUse } from "./session.ts"
import { findSteps } from "./steps/find-steps.ts"
import { judgeSteps } from "./steps/judge-steps.ts"

/** What counts of a session for `usage`: small, so that it can be stored. */
export interface SessionDigest extends Omit<RecordedSession, "events" | "leftOut"> {
  /** Whether the transcript shows which skills the model could choose from, and their names. */
  readonly showsOffer: boolean
  readonly offered: readonly string[]
  readonly uses: readonly DigestedUse[]
  /** Runs of procedures that its commands name. */
  readonly runs: readonly string[]
}

export interface DigestedUse extends Omit<SkillUse, "kind" | "body" | "why"> {
  /** Of the text that the model got; undefined if the transcript does not have it. */
  readonly tokens?: number | undefined
  /**
   * yes: every step that a call could show is done. no: one is not, or was done too early. unknown: nothing can be said, as of a step that one
   * of its sub-agents may have done: these are not looked at.
   */
  readonly followed: "yes" | "no" | "unknown"
}

export function digestSession({ events, leftOut, ...session }: RecordedSession, isDamaged = false): SessionDigest {
  const listings = events.filter((event) => event.kind === "offered")
  let left = MOST_JUDGED
  const commands = events.flatMap((event) => (event.kind === "call" ? [event.command ?? ""] : []))
  return {
    ...session,
    showsOffer: listings.length > 0,
    offered: [...new Set(listings.flatMap(({ skills }) => skills.map(({ name }) => name)))],
    uses: events.flatMap((event, at) => {
      if (event.kind !== "skill") return []
      left -= events.length - at
      return [left < 0 ? digestUnjudged(event) : digestUse(event, events.slice(at + 1), isDamaged || leftOut > 0)]
    }),
    runs: [...new Set(commands.flatMap((command) => [...command.matchAll(RUN)].map(([, id = ""]) => id)))],
  }
}

/** Each use is judged by all events after it; beyond this many in a session, nothing is said about the rest. */
const MOST_JUDGED = 200_000

function digestUnjudged({ kind: _kind, body, why: _why, ...use }: SkillUse): DigestedUse {
  return { ...use, tokens: body === undefined ? undefined : estimateTokens(body), followed: "unknown" }
}

/** An id of a run in a command of ours. */
const RUN = /\brun (?:report|current|start|answer)\b[^\n]*?\b(r-[0-9a-z]{8})\b/g

function digestUse(given: SkillUse, after: readonly SessionEvent[], hasGaps: boolean): DigestedUse {
  const { body } = given
  const unjudged = digestUnjudged(given)
  if (body === undefined || given.outcome !== "ok") return unjudged
  const hasOthers = after.some((event) => event.kind === "call" && event.action === "agent")
  const gaps = [
    ...(hasOthers ? ["a sub-agent may have done it"] : []),
    ...(hasGaps ? ["a part of the session was not read"] : []),
  ]
  const steps = judgeSteps(
    findSteps(body),
    after.map((event) => ({ ...event, file: "" })),
    gaps,
  )
  const verdicts = new Set(steps.map(({ verdict, before }) => (before === undefined ? verdict : "not-done")))
  const isKnown = verdicts.has("done") && !steps.some(({ isOpen }) => isOpen)
  return { ...unjudged, followed: verdicts.has("not-done") ? "no" : isKnown ? "yes" : "unknown" }
}

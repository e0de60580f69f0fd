import type { FollowedSkill } from "./follow-session.ts"
import type { OfferedSkill, SkillUser } from "./session.ts"
import { isSameSkill, type PlacedEvent } from "./steps/judge-steps.ts"

/**
 * not-found: neither the agent nor the transcript has it. cut: the agent has it, and its model did not get its whole
 * description. offered: it did, and nothing used the skill. failed: it was called, and that failed. not-followed: it was
 * given, and a step is not done. followed: every step that a call can show is done. given: nothing can be said about its
 * steps. unknown: the transcript does not show what was offered.
 */
export type SessionState =
  | "not-found"
  | "cut"
  | "offered"
  | "failed"
  | "not-followed"
  | "followed"
  | "given"
  | "unknown"

export interface SessionExplanation {
  readonly state: SessionState
  readonly because: string
  /** The line of a transcript that proves it. */
  readonly proof?: { readonly file: string; readonly line: number } | undefined
}

/** What is known about the skill today, where the session ran. */
export interface SkillToday {
  readonly isKnown: boolean
  /** How today's listing shows it; absent if it does not have it, or has no room for it. */
  readonly shown?: "whole" | "cut" | "bare" | "missing" | undefined
  /** Why the model cannot use it, if that is so. */
  readonly reason?: string | undefined
  readonly characters?: number | undefined
  /** The directory in which the session ran, if it is not there any more: then the skills are those of here. */
  readonly gone?: string | undefined
}

interface SessionFacts {
  readonly name: string
  readonly events: readonly PlacedEvent[]
  readonly followed?: FollowedSkill | undefined
  readonly today: SkillToday
}

/** Why a skill did what it did in a session. Each state needs a line of the transcript, or says that there is none. */
export function explainInSession({ name, events, followed, today }: SessionFacts): SessionExplanation {
  const uses = events.flatMap((event) => (event.kind === "skill" && isSameSkill(event.name, name) ? [event] : []))
  const given = uses.find(({ outcome }) => outcome !== "failed")
  if (given !== undefined) return explainGiven(followed, { file: given.file, line: given.line, by: given.by })
  const [failed] = uses
  if (failed !== undefined) {
    const why = failed.why === undefined ? "" : `: ${failed.why.split("\n")[0]}`
    return { state: "failed", because: `the model called it, and that failed${why}`, proof: toProof(failed) }
  }
  const listings = events.filter((event) => event.kind === "offered")
  for (const listing of listings) {
    const entry = listing.skills.find((one) => isSameSkill(one.name, name))
    if (entry !== undefined) return explainOffered(entry, today, toProof(listing))
  }
  return explainMissing(today, listings[0])
}

const GIVEN: Readonly<Record<SkillUser, string>> = {
  person: "a person called it",
  model: "the model called it",
  hook: "a hook gave it to the model",
}

function explainGiven(
  followed: FollowedSkill | undefined,
  { by, ...proof }: { readonly file: string; readonly line: number; readonly by: SkillUser },
): SessionExplanation {
  const steps = followed?.steps ?? []
  const missed = steps.find(({ verdict }) => verdict === "not-done")
  if (missed !== undefined)
    return {
      state: "not-followed",
      because: `${GIVEN[by]}, and step ${missed.number} (${missed.title}) is not done: ${missed.why}`,
      proof: missed.claim ?? missed.evidence[0] ?? proof,
    }
  const early = steps.find(({ before }) => before !== undefined)
  if (early !== undefined)
    return {
      state: "not-followed",
      because: `${GIVEN[by]}, and step ${early.number} (${early.title}) was done before step ${early.before}`,
      proof: early.evidence[0] ?? proof,
    }
  const done = steps.filter(({ verdict }) => verdict === "done").length
  const unread = steps.find(({ isOpen }) => isOpen)
  if (unread !== undefined)
    return {
      state: "given",
      because: `${GIVEN[by]}; calls show ${done} of its ${steps.length} steps, and nobody can say whether step ${unread.number} (${unread.title}) was done: ${unread.why}`,
      proof,
    }
  const rest = steps.length - done
  if (done === 0) return { state: "given", because: `${GIVEN[by]}; no call can show its steps`, proof }
  const open = rest === 0 ? "" : `, and for ${rest} there is no evidence`
  return {
    state: "followed",
    because: `${GIVEN[by]}; calls show ${done} of its ${steps.length} steps${open}`,
    proof,
  }
}

function explainOffered(
  entry: OfferedSkill,
  today: SkillToday,
  proof: SessionExplanation["proof"],
): SessionExplanation {
  if (entry.characters === 0)
    return { state: "cut", because: "the model got only its name, without the description", proof }
  if (entry.isCut || (today.shown === "cut" && entry.characters < (today.characters ?? 0)))
    return {
      state: "cut",
      because: `the model got only the first ${entry.characters} characters of its description`,
      proof,
    }
  return { state: "offered", because: "the model got its description, and nothing in the session used it", proof }
}

function explainMissing(today: SkillToday, listing: PlacedEvent | undefined): SessionExplanation {
  const why = today.reason === undefined ? "" : `; today: ${today.reason}`
  if (listing !== undefined && today.gone !== undefined)
    return {
      state: "not-found",
      because: `the listing of this session does not name it; it ran in ${today.gone}, which no longer exists, so it is not known whether the agent had it`,
      proof: toProof(listing),
    }
  if (listing !== undefined && today.isKnown)
    return {
      state: "cut",
      because: `the agent has it, but the listing of this session does not name it${why}`,
      proof: toProof(listing),
    }
  if (listing !== undefined)
    return {
      state: "not-found",
      because: "neither the listing of this session nor today's skills have it",
      proof: toProof(listing),
    }
  if (!today.isKnown)
    return {
      state: "not-found",
      because: `the agent has no skill of this name ${describePlace(today)} today, and nothing in the session used one`,
    }
  const shown = {
    whole: "with its whole description",
    cut: "with a part of its description",
    bare: "by its name only",
    missing: "not at all, because there is no room",
  }
  const now = today.shown === undefined ? "not listed" : `listed ${shown[today.shown]}`
  return {
    state: "unknown",
    because: `this agent's transcripts do not show what was offered, and nothing in this one used it; today it is ${now}${today.gone === undefined ? "" : ` ${describePlace(today)}`}${why}`,
  }
}

function describePlace({ gone }: SkillToday): string {
  return gone === undefined ? "where the session ran" : `here (the session ran in ${gone}, which no longer exists)`
}

function toProof({ file, line }: { readonly file: string; readonly line: number }) {
  return { file, line }
}

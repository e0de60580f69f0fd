import type { RecordedSession, SkillUse } from "./session.ts"
import { findSteps } from "./steps/find-steps.ts"
import { isSameSkill, type JudgedStep, judgeSteps, type PlacedEvent } from "./steps/judge-steps.ts"

/** How the steps of a skill went after it was given. */
export interface FollowedSkill {
  readonly skill: string
  readonly by: SkillUse["by"] | "nobody"
  /** Where the transcript shows that it was given. */
  readonly file: string
  readonly line: number
  readonly at?: number | undefined
  /** Whether the text is that of the transcript, or today's because the transcript does not have it. */
  readonly textFrom: "transcript" | "today"
  readonly steps: readonly JudgedStep[]
}

/** The events of a session and its sub-agents in one order, by their times. */
export function placeEvents(
  parts: readonly { readonly session: RecordedSession; readonly file: string }[],
): readonly PlacedEvent[] {
  const placed = parts.flatMap(({ session, file }) => {
    let last = session.started ?? 0
    return session.events.map((event) => {
      last = event.at ?? last
      return { time: last, event: { ...event, file } }
    })
  })
  // Events with the same time stay in the order of their transcript.
  return placed.sort((a, b) => a.time - b.time).map(({ event }) => event)
}

interface Judging {
  readonly events: readonly PlacedEvent[]
  /** The text of a skill today, if the transcript does not have it. */
  readonly texts: ReadonlyMap<string, string>
  readonly gaps: readonly string[]
}

/** Judges each skill that was given in a session, or only one. A skill that was given again is judged from then on. */
export function followSkills(
  uses: readonly (PlacedEvent & SkillUse)[],
  { events, texts, gaps }: Judging,
): readonly FollowedSkill[] {
  const latest = uses.filter((use, at) => !uses.slice(at + 1).some((one) => isSameSkill(one.name, use.name)))
  return latest.flatMap((use): readonly FollowedSkill[] => {
    const text = use.body ?? texts.get(use.name)
    if (text === undefined) return []
    const from = uses.find((one) => isSameSkill(one.name, use.name)) ?? use
    const after = events.slice(events.indexOf(from) + 1)
    const { name: skill, by, file, line, at } = from
    const textFrom = use.body === undefined ? "today" : "transcript"
    return [{ skill, by, file, line, at, textFrom, steps: judgeSteps(findSteps(text), after, gaps) }]
  })
}

/** The skills that were given to the model. */
export function listGivenSkills(events: readonly PlacedEvent[], skill?: string): readonly (PlacedEvent & SkillUse)[] {
  return events.filter(
    (event): event is PlacedEvent & SkillUse =>
      event.kind === "skill" && event.outcome !== "failed" && (skill === undefined || isSameSkill(event.name, skill)),
  )
}

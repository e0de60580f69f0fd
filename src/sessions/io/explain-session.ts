import type { Session } from "../../catalog/io/session/open-session.ts"
import type { Problem } from "../../problem/problem.ts"
import { explainInSession, type SessionExplanation, type SkillToday } from "../explain-in-session.ts"
import { followSkills, listGivenSkills, placeEvents } from "../follow-session.ts"
import { openUsedNames } from "../resolve-used-name.ts"
import type { AgentHost } from "../session.ts"
import { findSession } from "./find-session.ts"
import { listGaps } from "./follow.ts"
import { openWhereItRan } from "./open-where-it-ran.ts"

export interface ExplainedSession extends SessionExplanation {
  readonly skill: string
  readonly host: AgentHost
  readonly id: string
  readonly file: string
  readonly problems: readonly Problem[]
}

/** Why a skill was or was not used in a session, with the line that shows it. */
export async function explainSession(opened: Session, skill: string, target: string): Promise<ExplainedSession> {
  const found = await findSession(opened, target)
  const { session, file, subAgents, problems } = found
  const events = placeEvents([{ session, file }, ...subAgents])
  const { there, gone } = openWhereItRan(opened, session)
  const { today, name, text, isEverywhere } = await lookUp(there, session.host, skill)
  const given = listGivenSkills(events, name)
  const texts = new Map(text === undefined ? [] : given.map((use) => [use.name, text] as const))
  const [followed] = followSkills(given.slice(-1), { events, texts, gaps: listGaps(found) })
  const explained = explainInSession({
    name,
    events,
    followed,
    today: { ...today, gone: isEverywhere ? undefined : gone },
  })
  return { skill: name, host: session.host, id: session.id, file, ...explained, problems }
}

interface LookedUp {
  readonly name: string
  readonly today: SkillToday
  readonly text?: string | undefined
  /** Whether it belongs to no project. */
  readonly isEverywhere?: boolean
}

async function lookUp(opened: Session, host: AgentHost, asked: string): Promise<LookedUp> {
  const { skills } = await opened.catalog(host)
  const name = openUsedNames(skills)(asked)
  const skill = skills.find((one) => one.name === name)
  if (name === undefined || skill === undefined) return { name: asked, today: { isKnown: false } }
  const entry = (await opened.listing({ host })).entries.find((one) => one.name === name)
  return {
    name,
    text: await opened.read(skill.path),
    isEverywhere: skill.source !== "project" && skill.source !== "commands",
    today: {
      isKnown: true,
      shown: entry?.state,
      characters: entry?.text?.length,
      reason: skill.status === "active" ? undefined : (skill.reason ?? skill.status),
    },
  }
}

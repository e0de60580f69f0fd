import type { Session } from "../../catalog/io/session/open-session.ts"
import { SkilletError } from "../../problem/failure.ts"
import type { Problem } from "../../problem/problem.ts"
import { formatCount } from "../../text/format-count.ts"
import { followSkills, listGivenSkills, placeEvents, type FollowedSkill } from "../follow-session.ts"
import { openUsedNames } from "../resolve-used-name.ts"
import type { AgentHost } from "../session.ts"
import { findSession, type FoundSession } from "./find-session.ts"
import { hidesCalls } from "../problems.ts"
import { openWhereItRan } from "./open-where-it-ran.ts"

/** Which steps of skills a session did. */
export interface FollowedSession {
  readonly kind: "session"
  readonly host: AgentHost
  readonly id: string
  readonly file: string
  readonly subAgents: number
  readonly skills: readonly FollowedSkill[]
  /** Skills that were given, and whose text is neither in the transcript nor here. */
  readonly withoutText: readonly string[]
  /** Why a call may be missing. */
  readonly gaps: readonly string[]
  readonly problems: readonly Problem[]
}

export async function followSession(opened: Session, target: string, skill?: string): Promise<FollowedSession> {
  const found = await findSession(opened, target)
  const { session, file, subAgents, problems } = found
  const events = placeEvents([{ session, file }, ...subAgents])
  const given = listGivenSkills(events, skill)
  if (skill !== undefined && given.length === 0)
    throw new SkilletError("session.no-skill", `the skill ${skill} was not given to the model in this session`, {
      retry: "no",
      next: `skillet why ${skill} --session ${target} says what the transcript shows about it`,
    })
  const gaps = listGaps(found)
  const { there } = openWhereItRan(opened, session)
  const texts = new Map<string, string>()
  for (const { name, path, body } of given) {
    if (body !== undefined) continue
    const text = await readToday(there, { host: session.host, name, path })
    if (text !== undefined) texts.set(name, text)
  }
  const skills = followSkills(given, { events, texts, gaps })
  const withText = new Set(skills.map((one) => one.skill))
  return {
    kind: "session",
    host: session.host,
    id: session.id,
    file,
    subAgents: subAgents.length,
    skills,
    withoutText: [...new Set(given.map(({ name }) => name))].filter(
      (name) =>
        !withText.has(name) && !texts.has(name) && given.every((one) => one.name !== name || one.body === undefined),
    ),
    gaps,
    problems,
  }
}

/** Everything that keeps a missing call from proving that something was not done. */
export function listGaps({ session, missing, problems }: FoundSession): readonly string[] {
  return [
    ...(missing === 0 ? [] : [`the transcript of ${formatCount(missing, "sub-agent")} is not there`]),
    ...(session.leftOut === 0 ? [] : ["the session is too long to be read whole"]),
    ...(problems.some(hidesCalls) ? ["a part of a transcript could not be read"] : []),
  ]
}

interface Wanted {
  readonly host: AgentHost
  readonly name: string
  readonly path?: string | undefined
}

/** The text of a skill as its agent would get it now, where the session ran. */
async function readToday(opened: Session, { host, name, path }: Wanted): Promise<string | undefined> {
  const { skills } = await opened.catalog(host)
  const known = openUsedNames(skills)(name, path)
  const skill = skills.find((one) => one.name === known)
  return skill === undefined ? undefined : opened.read(skill.path)
}

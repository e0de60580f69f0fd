import type { Agent, Message, ToldPlace, WakeUp } from "./model.ts"
import { findNamingTask } from "./skills/task-skills.ts"
import type { TaskPlace } from "./task-place.ts"
import type { PlaceNews, SkillFact, WakeFacts } from "./wake-facts.ts"

/** What decides whether the position of an agent in its tasks is new to it. */
export type PlaceMark = Omit<ToldPlace, "session" | "skill">

/**
 * Undefined without a current task: that there is none is not news, unless those of the branch that this one was created
 * from are open.
 */
export function markPlace(place: Pick<TaskPlace, "current" | "above" | "elsewhere">): PlaceMark | undefined {
  const { current, elsewhere } = place
  const origin = elsewhere?.find(({ isOrigin }) => isOrigin)
  if (current === undefined) return origin && { task: "", named: JSON.stringify(["elsewhere", origin.branch]) }
  return { task: current.id, named: JSON.stringify([current.title, findNamingTask(place)?.skills ?? []]) }
}

/** What a context of an agent was last told; the session is undefined for the agent itself. */
export function findTold({ places = [] }: Pick<Agent, "places">, session: string | undefined): ToldPlace | undefined {
  return places.find((one) => one.session === (session ?? ""))
}

export function isNewPlace({ task, named }: PlaceMark, told: ToldPlace | undefined): boolean {
  return told === undefined || told.task !== task || told.named !== named
}

/** Of so many sessions; in an older one, the position is news once more. */
const MOST_SESSIONS = 40

export function rememberPlace({ places = [] }: Pick<Agent, "places">, place: ToldPlace): readonly ToldPlace[] {
  return [...places.filter(({ session }) => session !== place.session), place].slice(-MOST_SESSIONS)
}

interface NewsSource {
  readonly wake: Pick<WakeUp, "full">
  readonly newMessages: readonly Message[]
  readonly told?: ToldPlace | undefined
}

/** What is new to a context about its position. If it is not known what it was told, everything is. */
export function findPlaceNews(
  { place, skill }: { readonly place: TaskPlace; readonly skill?: SkillFact | undefined },
  { told }: NewsSource,
): PlaceNews {
  const mark = markPlace(place)
  const isTaskNew = mark !== undefined && isNewPlace(mark, told)
  return { isTaskNew, isSkillNew: skill !== undefined && told?.skill !== identifySkill(skill) }
}

/** Why an agent is woken that has no new message. */
export function explainWake(because: string, { wake, newMessages, told }: NewsSource, news: PlaceNews): string {
  if (wake.full || newMessages.length > 0 || !news.isTaskNew) return because
  return told === undefined ? "the current task" : "the current task or its skill has changed"
}

/** What a context knows about its tasks once it has a packet. */
export function describeTold({ place, skill }: WakeFacts): Omit<ToldPlace, "session"> | undefined {
  const mark = markPlace(place)
  return mark && { ...mark, skill: skill && identifySkill(skill) }
}

/** A skill with another text is another skill. */
function identifySkill({ skill, digest }: SkillFact): string {
  return `${skill} ${digest}`
}

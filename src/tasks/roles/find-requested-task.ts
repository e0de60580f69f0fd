import { describeProgress } from "../describe-progress.ts"
import type { Task } from "../model.ts"
import { hasSameNumber, measureSharedWords, readNumberedTitle, stemWords } from "../numbered-title.ts"
import { nowhere, type TaskPlace } from "../task-place.ts"
import type { SubAgentRequest } from "./recognise-role.ts"

/**
 * The position of a sub-agent that was asked to do something: the task that the request names by its number or words,
 * otherwise the current one. A stage of the named task, such as its review, is the position if it is the current task.
 * If the request names a number that no task has, while the current task or one above it has a number, the request is
 * about something else, and the sub-agent has no position.
 */
export function findRequestedPlace(place: TaskPlace, request: SubAgentRequest): TaskPlace {
  const { current, above, around } = place
  if (current === undefined) return place
  const number = readRequestedNumber(request)
  const path = [current, ...above]
  if (number === undefined) {
    const named = findNamedTask(around, request)
    return named === undefined || path.includes(named) ? place : moveTo(place, named)
  }
  const isStage = describeProgress(place)?.isStage === true
  const wanted = { label: "task", number, words: new Set<string>() }
  const isWanted = ({ title }: Task) => hasSameNumber(wanted, readNumberedTitle(title))
  const found = path.find(isWanted) ?? around.find(isWanted)
  if (found === current || (found !== undefined && found.id === current.parent && isStage)) return place
  if (found !== undefined) return moveTo(place, found)
  return path.some(({ title }) => readNumberedTitle(title).number !== undefined) ? nowhere : place
}

/** "Implement Task 9: …": the description first, because a prompt may mention other tasks too. */
function readRequestedNumber({ description, prompt }: SubAgentRequest): string | undefined {
  return [description, prompt.slice(0, BEGINNING)].flatMap((text) => TASK_NUMBER.exec(text)?.[1] ?? [])[0]
}

const TASK_NUMBER = /\btask\s+#?(\d{1,4}(?:\.\d{1,4})*)\b/i
const BEGINNING = 600
/** Most words of a title, and more than one, must be in the request. */
const ENOUGH = 0.75

function findNamedTask(tasks: readonly Task[], { description, prompt }: SubAgentRequest): Task | undefined {
  const said = stemWords(`${description} ${prompt.slice(0, BEGINNING)}`)
  const rated = tasks
    .map((task) => ({ task, words: readNumberedTitle(task.title).words }))
    .filter(({ words }) => words.size > 1)
    .map(({ task, words }) => ({ task, shared: measureSharedWords(words, said), many: words.size }))
    .filter(({ shared }) => shared >= ENOUGH)
    .sort((a, b) => b.shared - a.shared || b.many - a.many)
  const [best, other] = rated
  const isClear = other === undefined || other.shared < (best?.shared ?? 0) || other.many < (best?.many ?? 0)
  return isClear ? best?.task : undefined
}

function moveTo(place: TaskPlace, task: Task): TaskPlace {
  const above: Task[] = []
  for (let id = task.parent; id !== undefined; id = above.at(-1)?.parent) {
    const parent = place.around.find((one) => one.id === id)
    if (parent === undefined) break
    above.push(parent)
  }
  return { ...place, current: task, above, others: [] }
}

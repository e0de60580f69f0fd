import { describeProgress } from "../describe-progress.ts"
import { toInlineText, toMentionName } from "../messages/inline-text.ts"
import { ORCHESTRATOR } from "../model.ts"
import type { WakeFacts } from "../wake-facts.ts"

/** What to do now, in order. Commands are printed ready to run. */
export function listNextActions(facts: WakeFacts): readonly string[] {
  return [...answerActions(facts), ...taskActions(facts), ...afterwards(facts)]
}

function answerActions({ newMessages, program }: WakeFacts): readonly string[] {
  const from = [...new Set(newMessages.map((message) => toMentionName(message.from)))]
  if (from.length > MOST_SENDERS)
    return [`Read what @${from[0]} and ${from.length - 1} others wrote. To answer: \`${program} say "@… …"\``]
  return from.map((who) => `Read what @${who} wrote. To answer: \`${program} say "@${who} …"\``)
}

const MOST_SENDERS = 4
/** A title in an action only says which task is meant. */
const LONGEST_TITLE = 100

function taskActions(facts: WakeFacts): readonly string[] {
  const { place, run, program, agent } = facts
  const { current, next } = place
  if (current === undefined && next === undefined) {
    const { elsewhere = [] } = place
    const none =
      elsewhere.length === 0
        ? "There is no open task. To add one:"
        : "Continue the tasks of another branch, as above, or add one:"
    return [`${none} \`${program} task add "…"\``]
  }
  if (current === undefined) {
    const { id } = next ?? { id: "" }
    const who = agent.role === ORCHESTRATOR ? "" : ` --assign ${agent.agent}`
    return [`Take the next task: \`${program} task update ${id} --status active${who}\``]
  }
  if (run !== undefined && run.status === "running")
    return [
      `Continue run ${run.id} at step ${toInlineText(run.step, LONGEST_TITLE)}: \`${program} run current ${run.id}\``,
    ]
  const done = `\`${program} task done ${current.id}\``
  const title = `"${toInlineText(current.title, LONGEST_TITLE)}"`
  const stage = stageActions(facts, title, done)
  switch (current.status) {
    case "blocked":
      return [
        `${title} is blocked. See what it waits for: \`${program} task show ${current.id}\``,
        `When that is settled: \`${program} task update ${current.id} --status active\``,
      ]
    case "in_review":
      if (stage !== undefined) return stage
      return [`${title} is in review. Check whether the review is finished.`, `When it has passed: ${done}`]
    case "pending":
      return [
        `Start ${title}: \`${program} task update ${current.id} --status active\``,
        `When it is finished: ${done}`,
      ]
    case "active":
      return stage ?? [`Continue with ${title}.`, `When it is finished: ${done}`]
    case "done":
    case "failed":
    case "cancelled":
      return [`Continue with ${title}.`, `When it is finished: ${done}`]
  }
}

/** The orchestrator does not work on the stages of a task itself: it starts them one after the other. */
function stageActions(facts: WakeFacts, title: string, done: string): readonly string[] | undefined {
  const { place, agent, program, workerStatus } = facts
  const progress = describeProgress(place)
  if (progress?.isStage !== true || agent.role !== ORCHESTRATOR) return undefined
  const { next } = progress
  const worker = place.current?.assignee
  const who =
    worker === undefined || workerStatus === undefined ? "" : ` (@${toMentionName(worker)} is ${workerStatus})`
  return [
    `Check whether ${title} is finished${who}${next === undefined ? "" : `, then go on to "${toInlineText(next.title, LONGEST_TITLE)}"`}.`,
    `When it is finished: ${done}`,
    ...(next === undefined ? [] : [`Then: \`${program} task update ${next.id} --status active\``]),
  ]
}

function afterwards({ place, nextSkills, skill }: WakeFacts): readonly string[] {
  if (skill === undefined || nextSkills.length === 0 || place.current === undefined) return []
  return [
    `When everything under this skill is finished, the next skill is ${nextSkills.map((skill) => toInlineText(skill, LONGEST_TITLE)).join(" or ")}.`,
  ]
}

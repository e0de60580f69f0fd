import { toVisibleLine } from "../../text/escape-hidden.ts"
import { describeProgress } from "../describe-progress.ts"
import { ORCHESTRATOR, type Task } from "../model.ts"
import { readNumberedTitle } from "../numbered-title.ts"
import { toInlineText } from "../messages/inline-text.ts"
import { renderTitle } from "../render-tasks.ts"
import { listNextActions } from "./list-next-actions.ts"
import type { PartName } from "./packet-parts.ts"
import type { WakeFacts } from "../wake-facts.ts"

/** One block of a packet: a heading and the parts below it, in order. */
export interface TemplateBlock {
  readonly heading: string
  readonly parts: readonly PartName[]
  /** Always shown, even without a part. */
  readonly opening?: string | undefined
  /** What is added to a part here. */
  readonly dress?: ((part: PartName, text: string, facts: WakeFacts) => string) | undefined
}

/** What a role is shown, in order. Headings are part of the contract with prompts that refer to them. */
export interface Template {
  readonly opening: (facts: WakeFacts) => readonly string[]
  readonly blocks: readonly TemplateBlock[]
}

const CHANGED_SKILLS: TemplateBlock = { heading: "## Installed Skills That Changed", parts: ["installed skills"] }

const orchestrator: Template = {
  opening: ({ agent }) => [
    "# Orchestrator Wake-up Context",
    `You are @${toVisibleLine(agent.agent)}, the orchestrator for this project.`,
  ],
  blocks: [
    CHANGED_SKILLS,
    { heading: "## Current Skill", parts: ["skill", "checklists"] },
    { heading: "## Active Plan", parts: ["plan"] },
    { heading: "## Current Tasks", parts: ["tasks", "current task"], dress: renderPosition },
    { heading: "## Recent Activity", parts: ["recent messages"] },
    { heading: "## New Message", parts: ["new message"] },
    { heading: "## Your Next Action", parts: ["next action"] },
  ],
}

const agent: Template = {
  opening: ({ agent: who }) => [`You are @${toVisibleLine(who.agent)}.`],
  blocks: [
    CHANGED_SKILLS,
    { heading: "## Your Current Skill", parts: ["skill", "checklists"] },
    { heading: "## Your Current Task", parts: ["current task", "tasks", "plan"] },
    { heading: "## Recent Messages", parts: ["recent messages"] },
    { heading: "## New Message", parts: ["new message"] },
    { heading: "## Your Next Action", parts: ["next action"] },
  ],
}

const doing: Readonly<Record<string, string>> = {
  implementer: "implementing",
  "spec-reviewer": "reviewing the spec compliance of",
  "code-quality-reviewer": "reviewing the code of",
  "code-reviewer": "reviewing the code of",
}

const GUIDELINE = "Stay within this task. Review your own work before you report."

const subAgent = (role: string): Template => ({
  opening: (facts) => [`# ${toTitle(role)} Subagent`, describeWork(role, facts)],
  blocks: [
    { heading: "## Your Instructions", parts: ["instructions"] },
    { heading: "## The Task", parts: ["current task", "plan"] },
    { heading: "## New Message", parts: ["new message"] },
    { heading: "## Context from Orchestrator", parts: ["context"] },
    { heading: "## Guidelines", opening: GUIDELINE, parts: ["checklists"] },
  ],
})

/** A stage of a task, such as its review, and a step of it are named with the task. */
function describeWork(role: string, { place, oneAmong = [] }: WakeFacts): string {
  const { current, above } = place
  const what = `You are ${Object.hasOwn(doing, role) ? doing[role] : "working on"}`
  if (oneAmong.length > 0) return `${what} one of ${oneAmong.length} tasks that were started at once.`
  if (current === undefined)
    return "No task is recorded for you. Do what you were asked to do; if that is nothing, ask the orchestrator and stop."
  const [parent] = above
  const isPart = describeProgress(place)?.isStage === true || readNumberedTitle(current.title).label === "step"
  return parent !== undefined && isPart
    ? `${what} ${nameTask(parent)}. Your part of it is ${current.id}: ${renderTitle(current)}`
    : `${what} ${nameTask(current)}`
}

/** A title may have a number of its own: "Task 9: Add the login endpoint". */
function nameTask(task: Task): string {
  return readNumberedTitle(task.title).number === undefined
    ? `Task ${task.id}: ${renderTitle(task)}`
    : `${renderTitle(task)} (${task.id})`
}

/**
 * For an agent that still has its context: what is new, and one line with its position. A skill it never got is new
 * too.
 */
const news: Template = {
  opening: () => [],
  blocks: [
    { heading: "## New Message", parts: ["new message"] },
    { heading: "", parts: ["current task"], dress: stateLine },
  ],
}
const newSkill: TemplateBlock = { heading: "## Your Current Skill", parts: ["skill", "checklists"] }
const newTask: readonly TemplateBlock[] = [
  { heading: "## Your Current Task", parts: ["current task", "plan"], dress: addSkillLine },
  { heading: "## Your Next Action", parts: ["next action"] },
]

/** A task that became current is shown with what it needs, and so is a skill that this context does not have. */
function chooseNews(facts: WakeFacts): Template {
  const [messages, position] = news.blocks
  const rest = facts.news?.isTaskNew === true ? newTask : [position]
  const blocks = [...(hasNewSkill(facts) ? [newSkill] : []), messages, ...rest]
  return { ...news, blocks: blocks.filter((block) => block !== undefined) }
}

function hasNewSkill({ news: changed, skill }: WakeFacts): boolean {
  return changed?.isSkillNew ?? skill?.isFirst === true
}

export function chooseTemplate(facts: WakeFacts): Template {
  const {
    agent: { role },
    wake,
  } = facts
  if (!wake.full) return chooseNews(facts)
  // The host may call a sub-agent anything: one that is called "orchestrator" is not the orchestrator.
  if (wake.subAgent !== undefined) return subAgent(role)
  if (role === ORCHESTRATOR) return orchestrator
  return role === "agent" ? agent : subAgent(role)
}

function renderPosition(part: PartName, text: string, facts: WakeFacts): string {
  return part === "current task"
    ? `**Current position:** ${text}\nNext action: ${listNextActions(facts)[0] ?? "none"}`
    : text
}

function addSkillLine(part: PartName, text: string, facts: WakeFacts): string {
  const { skill } = facts
  if (part !== "current task") return text
  if (skill === undefined) return `${text}\nIt has no skill.`
  return hasNewSkill(facts) ? text : `${text}\nSkill: \`${toInlineText(skill.skill, SHORT)}\`, which you have.`
}

function stateLine(_part: PartName, text: string, { skill, program, agent: { agent: name } }: WakeFacts): string {
  const using = skill === undefined ? "" : ` Skill: \`${toInlineText(skill.skill, SHORT)}\`.`
  return `**Current position:** ${(text.split("\n")[0] ?? "").replace(/\.$/, "")}.${using} Everything again: \`${program} wake ${toVisibleLine(name)}\``
}

/** The limit for a name from others. */
const SHORT = 100

function toTitle(role: string): string {
  const words = toInlineText(role.replaceAll("-", " "), SHORT)
  return words.charAt(0).toUpperCase() + words.slice(1)
}

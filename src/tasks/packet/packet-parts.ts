import { quoteForShell } from "../../text/quote-for-shell.ts"
import { formatCount, groupDigits } from "../../text/format-count.ts"
import { lowerHeadings } from "../plan-excerpt.ts"
import { renderTasks, renderTitle, renderTaskLine } from "../render-tasks.ts"
import { escapeHidden } from "../../text/escape-hidden.ts"
import { estimateTokens } from "../../text/estimate-tokens.ts"
import { cutToTokens, fitSkill } from "../skills/fit-skill.ts"
import { extractChecklist } from "../skills/extract-checklist.ts"
import { findSkillDirectory } from "../skills/skill-directory.ts"
import { renderChangedSkills } from "./render-changed-skills.ts"
import { renderNewMessages, renderRecentMessages } from "./message-parts.ts"
import { toInlineText, closeOpenCode, defuseMarkdownTags, defuseTaskMark } from "../messages/inline-text.ts"
import { lowerPacketHeadings } from "./packet-headings.ts"
import { listNextActions } from "./list-next-actions.ts"
import { ORCHESTRATOR } from "../model.ts"
import { formatStatus } from "../task-status.ts"
import { describeProgress } from "../describe-progress.ts"
import type { BranchTasks, TaskPlace } from "../task-place.ts"
import type { LeftOut, SkillFact, WakeFacts } from "../wake-facts.ts"

export interface PacketPart {
  readonly text: string
  readonly source: string
  readonly reason: string
  /** The token count of the text, if it was computed along the way. */
  readonly tokens?: number | undefined
  readonly leftOut?: readonly LeftOut[]
}

export type PartName =
  | "new message"
  | "current task"
  | "installed skills"
  | "context"
  | "next action"
  | "instructions"
  | "skill"
  | "checklists"
  | "tasks"
  | "plan"
  | "recent messages"

interface PartRow {
  readonly part: PartName
  /** Its maximum share of the whole budget. */
  readonly most: number
  /** The share that earlier parts leave to it, if it has any content. */
  readonly least?: number
  /** As much of it as fits into this many tokens; undefined if it has no content. */
  readonly make: (facts: WakeFacts, room: number) => PacketPart | undefined
}

/** In the order of their priority. The first two are never left out. */
export const partTable: readonly PartRow[] = [
  { part: "new message", most: 0.4, make: newMessagePart },
  { part: "current task", most: 0.2, make: currentTaskPart },
  { part: "installed skills", most: 0.15, make: changedSkillsPart },
  { part: "context", most: 0.3, make: contextPart },
  { part: "next action", most: 0.2, make: nextActionPart },
  { part: "instructions", most: 0.45, make: instructionsPart },
  { part: "skill", most: 0.6, make: skillPart },
  { part: "checklists", most: 0.12, make: checklistPart },
  { part: "tasks", most: 0.25, make: treePart },
  { part: "plan", most: 0.2, make: planPart },
  { part: "recent messages", most: 1, least: 0.25, make: recentPart },
]

function newMessagePart({ newMessages, older, program, agent }: WakeFacts, room: number): PacketPart | undefined {
  if (newMessages.length === 0) return undefined
  const { text, leftOut } = renderNewMessages(newMessages, room, {
    older,
    readThem: (most) => `${program} messages --to ${agent.agent} --most ${most}`,
  })
  return {
    text,
    leftOut,
    source: `messages ${newMessages.map(({ id }) => id).join(", ")}`,
    reason: "not delivered yet",
  }
}

function currentTaskPart({ place, run, program, oneAmong = [] }: WakeFacts, room: number): PacketPart | undefined {
  const { current, next, others, above, elsewhere = [] } = place
  if (oneAmong.length > 0)
    return {
      text: [
        "Your prompt says which of these tasks is yours:",
        ...oneAmong.map((task) => `- ${task.id}: ${renderTitle(task)}`),
      ].join("\n"),
      source: oneAmong.map(({ id }) => id).join(", "),
      reason: "several sub-agents were started at once",
    }
  if (current === undefined)
    return {
      text:
        next === undefined
          ? ["You have no active task, and there is no pending one.", ...listElsewhere(elsewhere, program)].join(" ")
          : `You have no active task. The next pending one is ${next.id}: ${renderTitle(next)}`,
      source: next?.id ?? "tasks",
      reason: "no task of this agent is open",
    }
  const [parent] = above
  const first = [
    `${current.id}: ${renderTitle(current)} (${formatStatus(current.status)})`,
    ...(parent === undefined ? [] : [`Part of ${parent.id}: ${toInlineText(parent.title, SHORT)}`]),
    ...describePosition(place),
  ]
  const last = [
    ...(run === undefined ? [] : [runLine(run)]),
    ...(others.length === 0
      ? []
      : [`Also active: ${others.map(({ id, title }) => `${id} ${toInlineText(title, SHORT)}`).join("; ")}`]),
  ]
  const notes = newestNotes(current.notes, room - estimateTokens([...first, ...last].join("\n")))
  const shown = notes.text === "" ? [] : [`Notes: ${notes.text}`]
  return {
    text: [...first, ...shown, ...last].join("\n"),
    source: current.id,
    reason: "the first open task of this agent",
    leftOut: notes.isCut ? [{ part: "current task", what: "older notes", why: "no room" }] : [],
  }
}

/** "Task 2: Add login endpoint: implementation is complete, spec review is in progress; next: code quality review." */
function describePosition(place: TaskPlace): readonly string[] {
  const progress = describeProgress(place)
  if (progress === undefined) return []
  const [parent] = place.above
  const about = progress.isStage && parent !== undefined ? `${toInlineText(parent.title, SHORT)}: ` : ""
  return [`${about}${progress.text}.`]
}

/** Where other branches have open tasks; only those of the one that this branch was created from, if it has any. */
function listElsewhere(branches: readonly BranchTasks[], program: string): readonly string[] {
  const origin = branches.filter(({ isOrigin }) => isOrigin)
  return (origin.length > 0 ? origin : branches.slice(0, MOST_BRANCHES)).map(({ branch, open, isOrigin }) => {
    const name = toInlineText(branch, SHORT)
    const from = isOrigin ? `, from which this one comes,` : ""
    return `The branch ${name}${from} has ${open} open ${open === 1 ? "task" : "tasks"}. To continue here: \`${program} task move --from ${quoteForShell(name)}\``
  })
}

const MOST_BRANCHES = 3

/** The limit for text that only identifies something. */
const SHORT = 100
const LEAST_NOTES = 60

/** Notes are appended, so the last ones say where the task is now. */
function newestNotes(notes = "", room: number): { readonly text: string; readonly isCut: boolean } {
  const lines = notes.split("\n").filter((line) => line.trim() !== "")
  const shown: string[] = []
  let left = Math.max(LEAST_NOTES, room)
  for (const line of lines.toReversed()) {
    const note = toInlineText(line, shown.length === 0 ? left * 3 : line.length)
    const cost = estimateTokens(note) + 2
    if (cost > left && shown.length > 0) break
    shown.push(note)
    left -= cost
  }
  const isCut = shown.length < lines.length || shown[0]?.endsWith("…") === true
  return { text: [...(shown.length < lines.length ? ["…"] : []), ...shown.toReversed()].join(" / "), isCut }
}

function changedSkillsPart({ installed = [], program }: WakeFacts, room: number): PacketPart | undefined {
  if (installed.length === 0) return undefined
  return {
    ...renderChangedSkills(installed, room, program),
    source: installed.map(({ lockFile }) => lockFile).join(", "),
    reason: "files of installed skills are not the locked ones",
  }
}

/**
 * The orchestrator's text for a sub-agent. It is an instruction, so it is not quoted; it still stays below its heading.
 */
function contextPart({ context = "" }: WakeFacts, room: number): PacketPart | undefined {
  if (context.trim() === "") return undefined
  const text = cutToTokens(context.trim(), room)
  const isCut = text.length < context.trim().length
  return {
    text: `${quoteMarkdown(text)}${isCut ? "\n[…]" : ""}`,
    source: "the orchestrator",
    reason: "it starts this agent",
    leftOut: isCut ? [{ part: "context", what: "its end", why: "it is longer than its share" }] : [],
  }
}

function runLine({ id, workflow, step, title, state, status }: NonNullable<WakeFacts["run"]>): string {
  const where = status === "running" ? `at step ${toInlineText(step, SHORT)}: ${toInlineText(title)}` : status
  return `Run ${id} of ${toInlineText(workflow, SHORT)}, ${where}${state === undefined ? "" : `. ${toInlineText(state)}`}`
}

function nextActionPart(facts: WakeFacts): PacketPart {
  const actions = listNextActions(facts)
  return {
    text: actions.map((action, at) => `${at + 1}. ${action}`).join("\n"),
    source: "tasks, messages and runs",
    reason: "what the state asks for",
  }
}

function skillPart(facts: WakeFacts, room: number): PacketPart | undefined {
  const { skill, skillNotes, place } = facts
  const notes = skillNotes.map((note) => toInlineText(note)).join("\n")
  if (skill === undefined)
    return notes === "" ? undefined : { text: notes, source: "rules", reason: "no skill to show" }
  const { restored = 0, body, compiled } = skill
  const change = changeLine(skill, facts)
  const reason = toInlineText(skill.reason)
  const top = [
    `You are using \`${toInlineText(skill.skill, SHORT)}\`: ${reason}. (pinned ${skill.digest.slice(0, 12)})`,
    directoryLine(skill),
    change,
    notes,
  ]
    .filter((line) => line !== "")
    .join("\n")
  if (restored >= body.length)
    return {
      text: `${top}\nThe host has restored its text.`,
      source: skill.file,
      reason: `${reason}; restored by the host`,
    }
  const about = place.current?.title ?? ""
  const topTokens = estimateTokens(top) + 2
  const fit = { tokens: room - topTokens, about, file: skill.file }
  const fitted = fitSkill(compiled, body, fit)
  return {
    text: `${top}\n\n${closeOpenCode(defuseTaskMark(lowerPacketHeadings(fitted.text)))}`,
    tokens: topTokens + fitted.tokens,
    source: skill.file,
    reason: restored > 0 ? `${reason}; the host restored only ${groupDigits(restored)} characters` : reason,
    leftOut: fitted.leftOut.map((what) => ({ part: "skill", what, why: "the skill is longer than its share" })),
  }
}

/** Where the files are that a skill refers to. */
function directoryLine({ file }: SkillFact): string {
  const directory = findSkillDirectory(file)
  return directory === undefined ? "" : `Its directory: ${toInlineText(directory)}`
}

function changeLine({ changed, skill, file, version = "another one", installed }: SkillFact, facts: WakeFacts): string {
  const { program, agent } = facts
  const who = agent.agent === ORCHESTRATOR ? "" : ` --agent ${agent.agent}`
  const update = `To use the new text: ${program} pin update ${toInlineText(skill, SHORT)}${who}`
  if (installed !== undefined)
    return `Version ${toInlineText(installed, SHORT)} of its plugin is installed; this is ${toInlineText(version, SHORT)}. ${update}`
  if (changed === undefined) return ""
  return changed === "gone"
    ? `${toInlineText(file)} no longer exists; this is the pinned copy.`
    : `${toInlineText(file)} has changed since it was pinned. ${update}`
}

function checklistPart({ checklists }: WakeFacts, room: number): PacketPart | undefined {
  const needed = checklists.map(({ compiled, file }) => extractChecklist(compiled, room, file).room + CHECKLIST_FRAME)
  const shares = shareRoom(needed, room)
  const made = checklists.map(({ skill, compiled, file }, at) => ({
    skill,
    ...extractChecklist(compiled, (shares[at] ?? 0) - CHECKLIST_FRAME, file),
  }))
  const shown = made.filter(({ text }) => text !== "")
  if (shown.length === 0) return undefined
  return {
    text: shown
      .map(({ skill, text }) => `From \`${toInlineText(skill, SHORT)}\`:\n${defuseTaskMark(text)}`)
      .join("\n\n"),
    source: checklists.map(({ file }) => file).join(", "),
    reason: "apply in addition to the current skill",
    leftOut: made
      .filter(({ leftOut }) => leftOut > 0)
      .map(({ skill, leftOut }) => ({
        part: "checklists",
        what: `${formatCount(leftOut, "entry", "entries")} of ${toInlineText(skill, SHORT)}`,
        why: "they are longer than their share",
      })),
  }
}

/** The same for each; what one does not need is left to the others. */
function shareRoom(needed: readonly number[], room: number): readonly number[] {
  const shares = needed.map(() => 0)
  const order = needed.map((tokens, at) => ({ tokens, at })).sort((a, b) => a.tokens - b.tokens)
  let left = room
  for (const [done, { tokens, at }] of order.entries()) {
    const share = Math.min(tokens, Math.floor(left / (order.length - done)))
    shares[at] = share
    left -= share
  }
  return shares
}

/** The line with the name of the skill. */
const CHECKLIST_FRAME = 10

function treePart({ place }: WakeFacts, room: number): PacketPart | undefined {
  if (place.around.length === 0) return undefined
  for (const detail of ["all", "open", "path"] as const) {
    const text = renderTasks(place, detail)
    const tokens = estimateTokens(text)
    if (tokens > room) continue
    const leftOut =
      detail === "all"
        ? []
        : [
            {
              part: "tasks",
              what: detail === "open" ? "what is below completed tasks" : "other tasks in the tree",
              why: "no room",
            },
          ]
    return { text, tokens, leftOut, source: place.around[0]?.root ?? "tasks", reason: "the tree of the current task" }
  }
  if (place.current === undefined) return undefined
  const text = `${renderTaskLine(place.current)}  <-- CURRENT`
  const leftOut = [{ part: "tasks", what: "the tree", why: "no room" }]
  return { text, leftOut, source: place.current.id, reason: "the current task" }
}

function planPart({ plan }: WakeFacts, room: number): PacketPart | undefined {
  if (plan === undefined) return undefined
  const file = `**File:** ${toInlineText(plan.file)}`
  if (plan.isMissing === true)
    return { text: `${file}\n\nThe plan file is missing.`, source: plan.file, reason: "the task names it" }
  if (plan.unread !== undefined)
    return { text: `${file}\n\nIt was not read: ${plan.unread}.`, source: plan.file, reason: "the task names it" }
  if (plan.excerpt === undefined)
    return { text: `${file}\n\n${NO_SECTION}`, source: plan.file, reason: "the task names it" }
  const excerpt = cutToTokens(plan.excerpt.trim(), Math.max(0, room - estimateTokens(file) - 4))
  const isCut = excerpt.length < plan.excerpt.trim().length
  return {
    text: excerpt === "" ? file : `${file}\n\n${quoteMarkdown(defuseMarkdownTags(excerpt))}${isCut ? "\n[…]" : ""}`,
    source: plan.file,
    reason: "the part about the current task",
    leftOut: isCut ? [{ part: "plan", what: "the rest of the excerpt", why: "no room" }] : [],
  }
}

const NO_SECTION = "No section of the plan is about this task or a task above it. Read the file if you need it."

/** What a sub-agent has to do: by the file for its role, or by our own text. */
function instructionsPart({ instructions, place }: WakeFacts, room: number): PacketPart | undefined {
  if (instructions === undefined || instructions.text.trim() === "") return undefined
  const { source, text, compiled } = instructions
  const fit = { tokens: room, about: place.current?.title ?? "", file: source }
  const fitted = fitSkill(compiled, text, fit)
  return {
    text: quoteMarkdown(fitted.text),
    source,
    reason: "what this role has to do",
    leftOut: [
      ...instructions.leftOut.map((one) => ({ part: "instructions", ...one })),
      ...fitted.leftOut.map((what) => ({ part: "instructions", what, why: "they are longer than their share" })),
    ],
  }
}

/** Markdown from others under one of our headings. */
function quoteMarkdown(text: string): string {
  return closeOpenCode(defuseTaskMark(lowerHeadings(escapeHidden(text.replaceAll("\r\n", "\n")))))
}

function recentPart({ recent }: WakeFacts, room: number): PacketPart | undefined {
  if (recent.length === 0) return undefined
  const { text, leftOut } = renderRecentMessages(recent, room)
  if (text === "") return undefined
  return {
    text,
    leftOut,
    source: recent.length === 1 ? "the last message" : `the last ${recent.length} messages`,
    reason: "the context was lost",
  }
}

import { checkCommand, addDirectory, writeHandBackCommand } from "../../run/directive/commands.ts"
import type { Directive } from "../../run/directive/directive.ts"
import { formatCount } from "../../text/format-count.ts"
import { ADVANCE } from "../composite.ts"
import type { PhaseAttempt } from "../units.ts"
import type { JobStepText } from "./step-texts.ts"

/** What the agent that continues a job does next. */
export interface JobDirective {
  readonly task_id: string
  readonly skill: string
  readonly step: string
  readonly attempt: number
  /** What was done before the first phase; only when the job is started. */
  readonly steps?: readonly JobStepText[] | undefined
  readonly agents: readonly AgentDirective[]
  readonly questions: readonly {
    readonly id: string
    readonly text: string
    readonly options: readonly string[]
    /** Several options may be chosen. */
    readonly multiple: boolean
    readonly command: string
  }[]
  /** The command to run next: it verifies and continues, prints the phase that was answered, or starts the job that follows; undefined at the end. */
  readonly advance?: string | undefined
  readonly status: "running" | "completed" | "halted"
  readonly reason?: string | undefined
  readonly summary?: string | undefined
  /** The command that shows everything about it. */
  readonly show: string
  /** Learnings that can be saved, and the command for it. */
  readonly learn?: string | undefined
}

export interface AgentDirective {
  readonly subagent_type: string
  readonly item: string
  readonly prompt: string
  readonly memory_file: string
  /** The command to run if it cannot be started; REASON is to be replaced. */
  readonly not_started: string
}

export interface DirectiveFacts {
  readonly directive: Directive
  readonly skill: string
  readonly works: readonly PhaseAttempt[]
  readonly reason?: string | undefined
  readonly summary?: string | undefined
  readonly offered: number
  /** Another job follows, with the skill that this one chose. */
  readonly chooses?: boolean | undefined
}

export const COMPLETE = "SKILL_ORCHESTRATION_COMPLETE"

export function buildJobDirective(facts: DirectiveFacts): JobDirective {
  const { directive, skill, works, reason, summary, offered } = facts
  const { run, program, step, round, ended, done, directory, isOutside } = directive
  const target = { id: run, program }
  const outside = isOutside === true ? directory : undefined
  const placed = (command: string) => (outside === undefined ? command : addDirectory(command, outside))
  const open = directive.dispatches.filter(({ answered }) => !answered)
  const next = directive.questions.length > 0 ? "orchestrate resume" : ADVANCE
  const isComplete = done && reason === undefined
  const follow =
    isComplete && facts.chooses === true ? placed(checkCommand(target, "orchestrate --reasoning-session")) : undefined
  return {
    task_id: run,
    skill,
    step,
    attempt: round,
    agents: open.map(({ agent, item, prompt }) => ({
      subagent_type: agent,
      item,
      prompt: promptText(prompt, outside),
      memory_file: works.find((work) => work.item === item)?.file ?? "",
      not_started: placed(writeHandBackCommand(target, { step, round, item })),
    })),
    questions: directive.questions.map(({ id, text, options, multiple, command }) => ({
      id,
      text,
      options: options.map(({ label }) => label),
      multiple,
      command,
    })),
    advance: ended ? follow : placed(checkCommand(target, next)),
    status: ended ? (isComplete ? "completed" : "halted") : "running",
    reason,
    summary,
    show: placed(checkCommand(target, "orchestrate show")),
    learn: ended && offered > 0 ? placed(checkCommand(target, "orchestrate learn")) : undefined,
  }
}

/** Empty placeholders leave empty lines. A reader outside the project gets its path. */
function promptText(prompt: string, outside: string | undefined): string {
  const text = prompt.replace(/\n{3,}/g, "\n\n")
  return outside === undefined ? text : `The project's top directory is ${outside}. Work there.\n\n${text}`
}

/** The directive as text. The last line says what to run, or that it is over. */
export function renderJobDirective(given: JobDirective): string {
  const { task_id, skill, step, attempt, agents, questions, advance, status } = given
  if (status === "completed")
    return [
      given.summary ?? "",
      ...(given.learn === undefined ? [] : [`To save the learnings: ${given.learn}`]),
      advance === undefined ? COMPLETE : `Then run: ${advance}`,
    ].join("\n")
  if (status === "halted")
    return [`HALTED: ${given.reason ?? ""}`, `Tell the user why. What was recorded is kept: ${given.show}`].join("\n")
  return [
    ...(given.steps ?? []).map(({ text }) => text),
    questions.length > 0
      ? `JOB ${task_id} (${skill}): ${formatCount(questions.length, "question")} to the user`
      : `JOB ${task_id} (${skill}): ${step}, attempt ${attempt}`,
    ...(questions.length > 0 ? questionLines(questions) : agentLines(agents)),
    `Then run: ${advance}`,
  ].join("\n\n")
}

function agentLines(agents: readonly AgentDirective[]): readonly string[] {
  const lead =
    agents.length > 1
      ? [`Start these ${agents.length} agents in one message, so that they work in parallel. Wait for all of them.`]
      : []
  return [
    ...lead,
    ...agents.map(
      ({ subagent_type, prompt }) => `Execute Task tool with subagent_type: '${subagent_type}'\nPrompt: ${prompt}`,
    ),
    "Give each prompt word for word. Do not do the agent's work yourself, and do not write its memory file.",
    "If you have no agent type of that name, use your general-purpose one. An agent may work in the background. Wait until it has finished.",
    "If an agent may not write files and answers with the text of its memory file, save that text unchanged.",
    [
      "If an agent cannot be started at all, run this instead, with the quoted reason in place of REASON:",
      ...agents.map(({ not_started }) => not_started),
    ].join("\n"),
  ]
}

function questionLines(questions: JobDirective["questions"]): readonly string[] {
  return [
    "Ask the user these questions word for word. Do not answer for the user. Run the command of each, with the quoted answer in place of ANSWER.",
    ...questions.map(({ id, text, options, multiple, command }) =>
      [
        `QUESTION ${id}: ${text}`,
        ...(multiple ? ["Several may be chosen: repeat --answer for each."] : []),
        ...options.map((option) => `- ${option}`),
        `  ${command}`,
      ].join("\n"),
    ),
  ]
}

import type { Directive } from "../../run/directive/directive.ts"
import type { PhaseAttempt } from "../phase-attempt.ts"

/** What the agent that continues a task does next. */
export interface TaskDirective {
  readonly task_id: string
  readonly skill: string
  readonly step: string
  readonly attempt: number
  readonly agents: readonly AgentDirective[]
  readonly questions: readonly {
    readonly id: string
    readonly text: string
    readonly options: readonly string[]
    readonly command: string
  }[]
  /** The command that verifies and continues; undefined at the end. */
  readonly advance?: string | undefined
  readonly status: "running" | "completed" | "halted"
  readonly reason?: string | undefined
  readonly summary?: string | undefined
  /** Learnings that can be saved, and the command for it. */
  readonly learn?: string | undefined
}

export interface AgentDirective {
  readonly subagent_type: string
  readonly item: string
  readonly prompt: string
  readonly memory_file: string
}

export interface DirectiveFacts {
  readonly directive: Directive
  readonly skill: string
  readonly works: readonly PhaseAttempt[]
  readonly reason?: string | undefined
  readonly summary?: string | undefined
  readonly offered: number
}

export const COMPLETE = "SKILL_ORCHESTRATION_COMPLETE"

export function taskDirective({ directive, skill, works, reason, summary, offered }: DirectiveFacts): TaskDirective {
  const { run, program = "skillet", step, round, done } = directive
  const open = directive.dispatches.filter(({ answered }) => !answered)
  return {
    task_id: run,
    skill,
    step,
    attempt: round,
    agents: open.map(({ agent, item, prompt }) => ({
      subagent_type: agent,
      item,
      // Empty placeholders leave empty lines.
      prompt: prompt.replace(/\n{3,}/g, "\n\n"),
      memory_file: works.find((work) => work.item === item)?.file ?? "",
    })),
    questions: directive.questions.map(({ id, text, options, command }) => ({
      id,
      text,
      options: options.map(({ label }) => label),
      command,
    })),
    advance: done ? undefined : `${program} orchestrate advance ${run}`,
    status: done ? (reason === undefined ? "completed" : "halted") : "running",
    reason,
    summary,
    learn: done && offered > 0 ? `${program} orchestrate learn ${run}` : undefined,
  }
}

/** The directive as text. The last line says what to run, or that it is over. */
export function taskText(given: TaskDirective): string {
  const { task_id, skill, step, attempt, agents, questions, advance, status } = given
  if (status === "completed")
    return [
      given.summary ?? "",
      ...(given.learn === undefined ? [] : [`To save the learnings: ${given.learn}`]),
      COMPLETE,
    ].join("\n")
  if (status === "halted")
    return [`HALTED: ${given.reason ?? ""}`, "Tell the user why. Everything that was recorded is kept."].join("\n")
  return [
    `TASK ${task_id} (${skill}): ${step}, attempt ${attempt}`,
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
    "An agent may work in the background. Wait until it has finished.",
  ]
}

function questionLines(questions: TaskDirective["questions"]): readonly string[] {
  return [
    "Ask the user these questions word for word. Run the command of each, with the quoted answer in place of ANSWER.",
    ...questions.map(({ id, text, options, command }) =>
      [`QUESTION ${id}: ${text}`, ...options.map((option) => `- ${option}`), `  ${command}`].join("\n"),
    ),
  ]
}

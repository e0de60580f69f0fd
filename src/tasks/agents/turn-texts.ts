import type { WakeRole, WorkReason } from "../model.ts"

/** Why an agent is woken, in the words of its packet. */
export const turnReasons: Readonly<Record<WorkReason, string>> = {
  spawned: "a new task",
  prompted: "a new message",
  recovered: "started again after its process died",
}

/** The role by which settings choose driver and model for one of our roles, and by which it may write. */
export const driverRoles: Readonly<Record<WakeRole, string>> = {
  orchestrator: "general-purpose",
  agent: "general-purpose",
  implementer: "developer",
  "spec-reviewer": "quality-reviewer",
  "code-quality-reviewer": "quality-reviewer",
  "code-reviewer": "quality-reviewer",
}

export function writeFailedText(agent: string, why: string, program: string): string {
  return `${agent} failed: ${why}. Its log: \`${program} agent logs ${agent}\`. To start it again: \`${program} agent recover ${agent}\``
}

export function writeDiedText(agent: string, program: string): string {
  return `The process of ${agent} ended without an answer. Its log: \`${program} agent logs ${agent}\`. To start it again: \`${program} agent recover ${agent}\``
}

export function writeTooManyTurnsText(agent: string, turns: number, program: string): string {
  return `${agent} answered ${turns} times in a row and is paused, because agents that answer each other might never stop. It has undelivered messages. To continue: \`${program} prompt ${agent} "…"\``
}

/** What an agent gets when its question was answered or withdrawn. */
export function writeAnswerText(question: string, answers: readonly string[] | undefined): string {
  return answers === undefined
    ? `Your question was withdrawn without an answer: ${question}`
    : `You asked: ${question}\n\nThe answer: ${answers.join("; ")}`
}

import { type WakeRole, wakeRoles } from "../model.ts"
import type { RoleTemplate } from "./role-template.ts"

/** The instructions for each role of a sub-agent, if no file beside the skill has any. */
export const roleInstructions: Readonly<Record<WakeRole, string | undefined>> = {
  orchestrator: undefined,
  agent: undefined,
  implementer: [
    "Implement exactly what the task below asks for, and nothing else.",
    "- If anything in the task is unclear, ask before you write code. Do not guess.",
    "- Write a failing test first, then the smallest change that makes it pass.",
    "- Follow the patterns of the code around you. Do not restructure what the task does not name.",
    "- Run the tests. Read your own diff once more before you report.",
    "- Report what you changed, which tests you ran with their result, and what you are unsure about.",
  ].join("\n"),
  "spec-reviewer": [
    "Compare the change with the task below, line by line. The implementer's report is not evidence: read the code.",
    "- Name every requirement that is missing or only partly met, with file and line.",
    "- Name everything that was added but not asked for.",
    "- Name every requirement that was misunderstood.",
    "- Do not comment on style. Another reviewer does that.",
    "- End with one line: APPROVED, or CHANGES NEEDED and the list.",
  ].join("\n"),
  "code-quality-reviewer": [
    "Review the quality of the change for the task below. Another reviewer has already checked that it does what was asked.",
    "- Look for errors that tests do not show, missing tests, unclear names, needless complexity and repeated code.",
    "- Check that errors are handled where they happen and that nothing is dropped silently.",
    "- Give each issue a severity (critical, important, minor), file, line and a fix.",
    "- Say what is good in one sentence.",
    "- End with one line: APPROVED, or CHANGES NEEDED and the critical and important issues.",
  ].join("\n"),
  "code-reviewer": [
    "Review the change as a whole, against the task below and the standards of the code around it.",
    "- Compare it with the plan: say what is missing, and which departures from it are improvements and which are not.",
    "- Look for errors, security problems, missing tests, unclear structure, and documents that are no longer true.",
    "- Give each issue a severity (critical, important, minor), file, line and a fix.",
    "- Change nothing. Say what is good in one sentence.",
    "- End with one line: READY, or NOT READY and the critical and important issues.",
  ].join("\n"),
}

/** How requests for our roles usually begin, for sub-agents whose skill has no file for the role. */
const usualRequests: Readonly<Record<string, Pick<RoleTemplate, "descriptions" | "prompt">>> = {
  implementer: { descriptions: ["Implement Task N: [name]"], prompt: "You are implementing Task N: [name]" },
  "spec-reviewer": {
    descriptions: ["Review spec compliance for Task N", "Spec review for Task N"],
    prompt: "You are reviewing whether an implementation matches its specification.",
  },
  "code-quality-reviewer": {
    descriptions: ["Review code quality for Task N", "Code quality review for Task N"],
    prompt: "You are reviewing the code quality of [change]",
  },
  "code-reviewer": { descriptions: ["Code review for Task N"], prompt: "You are a senior code reviewer" },
}

export function listUsualTemplates(): readonly RoleTemplate[] {
  return Object.entries(usualRequests).map(([role, request]) => ({ ...request, role, isQuoted: false }))
}

/** Our role that an agent is named after: `shop:implementer` is an implementer. */
export function findOurRole(agent: string): WakeRole | undefined {
  return wakeRoles.find(
    (role) => roleInstructions[role] !== undefined && new RegExp(`(?:^|[^a-z0-9])${role}$`, "i").test(agent),
  )
}

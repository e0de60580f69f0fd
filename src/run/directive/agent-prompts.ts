import { locatePromptFile } from "./commands.ts"
import type { Directive, ShownDispatch } from "./directive.ts"
import { openDispatches } from "./routing.ts"
import {
  writePromptPointer,
  leaveReportLine,
  writeOrchestratorAction,
  describeReviewState,
} from "./directive-sentences.ts"
import { isVerbatim } from "./xml/xml.ts"
import { reviewCategories, reviewLevels } from "../../workflow/review-policy.ts"
import { isRole, roles } from "../../workflow/roles.ts"
import { type NamedResource, nameResources } from "./resources.ts"

/** What an agent gets: its prompt, or a file to read if the prompt cannot be passed on as printed. */
export interface AgentPrompt {
  readonly dispatch: ShownDispatch
  /** The complete text for the agent. */
  readonly text: string
  /** The file that holds `text`. */
  readonly file?: string | undefined
  /** What the orchestrator passes on, word for word. */
  readonly given: string
}

/** To pass on a longer prompt, an agent would have to write all of it out again for each agent. */
export const LONGEST_PRINTED = 1800

/** The prompts of the agents to start. If one of them needs a file, all of them get one: there is one way to start them. */
export function listAgentPrompts(directive: Directive): readonly AgentPrompt[] {
  const prompts = openDispatches(directive).map((dispatch) => ({
    dispatch,
    text: writeSubAgentPrompt(dispatch, directive),
  }))
  const { run: id, directory, step, round } = directive
  const areFiles =
    directory !== undefined && prompts.some(({ text }) => text.length > LONGEST_PRINTED || !isVerbatim(text))
  if (!areFiles) return prompts.map((prompt) => ({ ...prompt, given: prompt.text }))
  return prompts.map(({ dispatch }) => {
    const file = locatePromptFile({ id, directory }, { step, round, item: dispatch.item })
    return {
      dispatch,
      text: writeSubAgentPrompt(dispatch, directive, true),
      file,
      given: writePromptPointer(dispatch, file),
    }
  })
}

/**
 * The whole prompt of an agent. After an agent has answered, nothing else reminds the orchestrator of the next command,
 * so the agent ends its answer with it. The part that all agents of a step share comes first. An agent whose prompt is
 * in a file also writes its answer to a file, so that it need not be copied.
 */
export function writeSubAgentPrompt(dispatch: ShownDispatch, directive: Directive, isFile = false): string {
  const { review } = directive
  return [
    ...(dispatch.command === undefined
      ? nameResources(directive).map(resourceText)
      : [`${dispatch.command}\n\n${CHILD}`]),
    review?.part === "review" ? REVIEWING : WORKING,
    ...(isRole(dispatch.agent) ? [roles[dispatch.agent]] : []),
    ...(review === undefined ? [] : [describeReviewState(review, "self").join("\n")]),
    dispatch.prompt,
    endOfAnswer(dispatch, directive, isFile),
  ]
    .filter((part) => part.trim() !== "")
    .join("\n\n")
}

const CHILD = "Run the command above first. Do what it prints, step by step, until it says that the run has ended."

const WORKING =
  "You were started for one task. Only your answer is read, so it must be complete without further context."

const REVIEWING = [
  "You were started to review. Do not fix anything. List every issue on its own line:",
  "- [category] file:line: what is wrong, and why",
  "The category is one of these, unless your task names others:",
  ...reviewLevels.map((level) => `${level}: ${listCategories(level).join(", ")}`),
].join("\n")

function resourceText({ name, purpose, text }: NamedResource): string {
  return `RESOURCE ${name} (${purpose}):\n${text}`
}

function listCategories(level: string): readonly string[] {
  return Object.entries(reviewCategories).flatMap(([category, its]) => (its === level ? [category] : []))
}

function endOfAnswer(dispatch: ShownDispatch, directive: Directive, isFile: boolean): string {
  const command = dispatch.report ?? directive.after
  if (directive.review?.part === "review") {
    const run = command === undefined ? [] : [writeOrchestratorAction(command)]
    const file = dispatch.file ?? (dispatch.command === undefined ? undefined : CHILD_REPORT)
    return file === undefined ? answerInFull(run) : answerInFile(file, run)
  }
  if (isFile && command !== undefined && dispatch.file !== undefined)
    return [...outcomeLines(directive), ...writtenAnswer(command, dispatch.file)].join("\n")
  const action = command === undefined ? [] : [writeOrchestratorAction(command, dispatch.file)]
  const ending = action.length === 0 ? [] : [`End your answer with this line.${note(action)}`, "", ...action]
  return [...outcomeLines(directive), ...ending].join("\n").trimEnd()
}

function writtenAnswer(command: string, file: string): readonly string[] {
  const action = [writeOrchestratorAction(command)]
  return [
    `Write your whole answer to ${file}. Then answer with this line only.${note(action)}`,
    "",
    ...action,
    "",
    "If you cannot write files, answer in full instead and end with this line.",
    "",
    writeOrchestratorAction(command, file),
  ]
}

/** A reviewer that follows its own workflow reports in that run. */
const CHILD_REPORT = "the file that your run's last step names"

function answerInFull(action: readonly string[]): string {
  const lead = "End your answer with these lines, with FAIL in place of PASS if an issue blocks."
  return [
    `${lead}${note(action)}`,
    "",
    "RESULT: PASS",
    ...action,
    ...ifAny(action, "Do not fix anything yourself."),
  ].join("\n")
}

function answerInFile(file: string, action: readonly string[]): string {
  const closing = [...action, ...ifAny(action, leaveReportLine)]
  return [
    `Write the full report to ${file}, with the RESULT line as its last line.`,
    `Answer with these lines only.${note(action)}`,
    "",
    "RESULT: PASS",
    ...closing,
    "",
    "Or, if an issue blocks:",
    "",
    "RESULT: FAIL",
    `REPORT: ${file}`,
    ...closing,
  ].join("\n")
}

function note(action: readonly string[]): string {
  return action.length === 0 ? "" : " The action is for the agent that started you: do not run it yourself."
}

function ifAny(action: readonly string[], rule: string): readonly string[] {
  return action.length === 0 ? [] : [rule]
}

function outcomeLines({ outcomes }: Directive): readonly string[] {
  if (outcomes.length < 2) return []
  return ["State the outcome with one of these lines:", ...outcomes.map(({ outcome }) => `OUTCOME: ${outcome}`), ""]
}

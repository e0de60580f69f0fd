import { promptFile } from "./commands.ts"
import type { Directive, ShownDispatch } from "./directive.ts"
import { openDispatches } from "./routing.ts"
import { subAgentPrompt } from "./sub-agent-prompt.ts"
import { fileOfPrompt } from "./words.ts"
import { isVerbatim } from "./xml/xml.ts"

/** What an agent is given: its prompt, or where that cannot be handed on as it is printed, a file to read. */
export interface AgentPrompt {
  readonly dispatch: ShownDispatch
  /** All that the agent is told. */
  readonly text: string
  /** The file that holds `text`. */
  readonly file?: string | undefined
  /** What the orchestrator hands on, word for word. */
  readonly given: string
}

/** Whoever hands on a longer prompt has to write all of it again, once for each agent. */
export const LONGEST_PRINTED = 6000

/** The prompts of the agents to start. If one of them needs a file, all of them get one: there is one way to start them. */
export function agentPrompts(directive: Directive): readonly AgentPrompt[] {
  const prompts = openDispatches(directive).map((dispatch) => ({ dispatch, text: subAgentPrompt(dispatch, directive) }))
  const { run: id, directory, step, round } = directive
  const areFiles =
    directory !== undefined && prompts.some(({ text }) => text.length > LONGEST_PRINTED || !isVerbatim(text))
  if (!areFiles) return prompts.map((prompt) => ({ ...prompt, given: prompt.text }))
  return prompts.map(({ dispatch, text }) => {
    const file = promptFile({ id, directory }, { step, round, item: dispatch.item })
    return { dispatch, text, file, given: fileOfPrompt(dispatch, file) }
  })
}

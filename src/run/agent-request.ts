import type { AgentRequest } from "../ports/agent-driver.ts"
import { isRole, roles, type Tier } from "../workflow/roles.ts"
import { directiveAt } from "./current-directive.ts"
import { subAgentPrompt } from "./directive/agent-prompts.ts"
import type { Directive } from "./directive/directive.ts"
import { renderText } from "./directive/text/render-text.ts"
import type { Engine } from "./engine.ts"
import type { Dispatch } from "./model.ts"

/** What an agent is asked, the same for every try. */
export async function requestFor(engine: Engine, dispatch: Dispatch, cwd: string): Promise<AgentRequest> {
  const { run, step, round, item, ask, tier } = dispatch
  const directive = await directiveAt(engine, run, { step, round })
  const shown = directive.dispatches.find((one) => one.item === item)
  const agent = dispatch.agent === "" ? "general-purpose" : dispatch.agent
  const prompt =
    ask.kind === "prompt" && shown !== undefined
      ? subAgentPrompt(withoutFiles(shown), withoutAfter(directive))
      : `${renderText(withoutAfter({ ...directive, outcomes: [] }))}\n\n${endOfAnswer(directive.outcomes.map(({ outcome }) => outcome))}`
  return {
    key: { run, step, round, item },
    agent,
    role: isRole(agent) ? roles[agent] : agent,
    tier: (tier as Tier | undefined) ?? "mid",
    prompt,
    cwd,
  }
}

/** A driver takes the answer as it is said: nobody has to write it to a file or report it. */
function withoutFiles<T extends { readonly file?: string; readonly report?: string }>(
  shown: T,
): Omit<T, "file" | "report"> {
  const { file: _file, report: _report, ...rest } = shown
  return rest
}

function withoutAfter({ after: _after, ...directive }: Directive): Directive {
  return directive
}

function endOfAnswer(outcomes: readonly string[]): string {
  if (outcomes.length < 2) return "Answer with the result of this step alone."
  return `Answer with the result of this step. End with one of these lines:\n${outcomes.map((one) => `OUTCOME: ${one}`).join("\n")}`
}

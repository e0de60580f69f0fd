import type { Outcome } from "../../workflow/outcome.ts"
import type { Tier } from "../../workflow/roles.ts"
import type { Directive, ReportableOutcome, ShownQuestion } from "./directive.ts"
import { putResourcesFirst } from "./resources.ts"
import { writeSubAgentPrompt } from "./agent-prompts.ts"
import { renderActionText } from "./text/block-text.ts"
import { renderText } from "./text/render-text.ts"
import { writeNotStartedCommand } from "./directive-sentences.ts"

/** A directive for programs; `text` is the whole directive as plain text. */
export interface DirectiveJson {
  readonly run: string
  readonly workflow: string
  readonly step: string
  readonly round: number
  readonly kind: Directive["kind"]
  readonly title: string
  readonly actions: readonly string[]
  /** The outcomes that can be reported. */
  readonly outcomes: readonly Outcome[]
  readonly dispatches: readonly DispatchJson[]
  readonly questions: readonly ShownQuestion[]
  /** It reached its end with success. */
  readonly done: boolean
  /** Nothing is left to do, or nothing can be done any more. */
  readonly ended: boolean
  readonly text: string
  /** The command that reports each outcome. */
  readonly reports: readonly ReportableOutcome[]
  readonly status: Directive["status"]
  readonly number: number
  readonly total: number
  readonly phase?: string | undefined
  readonly gate?: NonNullable<Directive["gate"]> | undefined
  readonly review?: NonNullable<Directive["review"]> | undefined
  readonly because?: string | undefined
  readonly after?: string | undefined
}

interface DispatchJson {
  readonly item: string
  readonly agent: string
  /** The whole prompt, to be passed to the agent unchanged. */
  readonly prompt: string
  readonly tier?: Tier | undefined
  readonly command?: string | undefined
  readonly file?: string | undefined
  readonly report?: string | undefined
  /** The command that reports that the agent could not be started; REASON is to be replaced. */
  readonly failure?: string
  readonly answered: boolean
}

export function directiveJson(directive: Directive): DirectiveJson {
  const { phase, gate, review, because, after } = directive
  return {
    run: directive.run,
    workflow: directive.workflow,
    step: directive.step,
    round: directive.round,
    kind: directive.kind,
    title: directive.title,
    actions: putResourcesFirst(directive.actions).map((action) => renderActionText(action, directive.resources)),
    outcomes: directive.outcomes.map(({ outcome }) => outcome),
    dispatches: directive.dispatches.map((dispatch) => ({
      item: dispatch.item,
      agent: dispatch.agent,
      prompt: writeSubAgentPrompt(dispatch, directive),
      tier: dispatch.tier,
      command: dispatch.command,
      file: dispatch.file,
      report: dispatch.report,
      ...(directive.run === "" ? {} : { failure: writeNotStartedCommand(directive, dispatch.item) }),
      answered: dispatch.answered,
    })),
    questions: directive.questions,
    done: directive.done,
    text: renderText(directive),
    ended: directive.ended,
    reports: directive.outcomes,
    status: directive.status,
    number: directive.number,
    total: directive.total,
    phase,
    gate,
    review,
    because,
    after,
  }
}

import { type AgentPrompt, listAgentPrompts } from "../agent-prompts.ts"
import type { Directive, ReviewState, ShownAction, ShownDispatch, ShownQuestion } from "../directive.ts"
import { openDispatches, chooseRouting } from "../routing.ts"
import { isForAgents, nameResources, listShownActions } from "../resources.ts"
import { splitShared } from "../shared-prefix.ts"
import {
  listAnswered,
  askLine,
  writeCompletion,
  writeEnding,
  describeReporting,
  hasReachedEnd,
  writeDelegationRules,
  writeLookCommand,
  explainNotStarted,
  passedGateRules,
  describeReviewState,
  startWords,
} from "../directive-sentences.ts"
import {
  formatModelSelection,
  formatParallelDispatch,
  formatSubagentDispatch,
  type ModelSelection,
} from "./dispatch-blocks.ts"
import { formatBlock, formatForbidden, formatOrchestratorConstraint, formatResource } from "./guidance-blocks.ts"
import { formatStateBanner } from "./review-blocks.ts"
import { formatStepOutput } from "./step-blocks.ts"
import { makeBlock, makeElement, type Xml, xmlText } from "./xml.ts"

/** A directive as XML. What is the same in many steps comes first; what changes with the round comes last. */
export function renderXml(directive: Directive): Xml {
  return formatStepOutput({
    script: directive.workflow,
    step: directive.number,
    total: directive.total,
    title: directive.title,
    phase: directive.phase,
    resources: isForAgents(directive) ? [] : nameResources(directive).map(formatResource),
    mandate: directive.number === 1 && !directive.ended,
    gate: directive.gate,
    actions: renderActions(directive),
    next: chooseRouting(directive),
  })
}

function renderActions(directive: Directive): readonly Xml[] {
  const found = [...saidBlocks(directive), ...askedBlocks(directive)]
  return found.length === 0 ? [xmlText(directive.title)] : found
}

function saidBlocks(directive: Directive): readonly Xml[] {
  return [
    ...(directive.brief === undefined ? [] : [xmlText(directive.brief)]),
    ...listShownActions(directive).map(actionXml),
    ...(directive.gate?.status === "pass" && !directive.ended ? [formatForbidden(passedGateRules)] : []),
    ...(directive.review === undefined ? [] : standingBlocks(directive.review, directive)),
  ]
}

function actionXml(action: ShownAction): Xml {
  if (typeof action === "string") return xmlText(action)
  return action.kind === "xml" ? action.xml : formatBlock(action)
}

function askedBlocks(directive: Directive): readonly Xml[] {
  return [
    ...dispatchBlocks(directive),
    ...(directive.questions.length === 0 ? [] : [xmlText(askLine), questionsBlock(directive.questions)]),
    ...describeReporting(directive).map((line) => xmlText(line)),
    ...(directive.ended ? endBlocks(directive) : directive.because === undefined ? [] : [xmlText(directive.because)]),
  ]
}

function standingBlocks(review: ReviewState, directive: Directive): readonly Xml[] {
  if (review.part === "work" && !review.failed) return []
  const reader = openDispatches(directive).length > 0 ? "orchestrator" : "self"
  return [
    formatStateBanner(review.name, { iteration: review.iteration, mode: chooseMode(review) }),
    ...describeReviewState(review, reader).map((line) => xmlText(line)),
  ]
}

function chooseMode({ part, iteration, fresh }: ReviewState): string {
  if (part === "work") return "fix"
  if (iteration <= 1) return "review"
  return fresh ? "fresh_review" : "re-verify"
}

function dispatchBlocks(directive: Directive): readonly Xml[] {
  const back = listAnswered(directive).map((line) => xmlText(line))
  const prompts = directive.ended ? [] : listAgentPrompts(directive)
  const [only, ...others] = prompts
  if (only === undefined) return back
  const rules = formatOrchestratorConstraint(writeDelegationRules(directive, only.file !== undefined).join("\n"))
  const failing = explainNotStarted(directive).map((line) => xmlText(line))
  if (others.length > 0) return [rules, ...back, parallelBlock(prompts), ...failing]
  const { start, prompt, wait } = startWords(1, false)
  return [
    rules,
    ...back,
    xmlText(`${start} ${prompt} ${wait}`),
    ...(only.dispatch.tier === undefined ? [] : [formatModelSelection({ default: only.dispatch.tier })]),
    singleBlock(only, directive),
    ...failing,
  ]
}

function singleBlock({ dispatch, given }: AgentPrompt, directive: Directive): Xml {
  const { item, agent, tier, command } = dispatch
  const { review } = directive
  return formatSubagentDispatch({
    agent,
    item,
    prompt: given,
    model: tier,
    command,
    ...(review?.failed === true && review.part === "work" && review.report !== undefined
      ? { report: review.report }
      : {}),
  })
}

function parallelBlock(prompts: readonly AgentPrompt[]): Xml {
  const open = prompts.map(({ dispatch }) => dispatch)
  const { shared, own } = splitShared(prompts.map(({ given }) => given))
  const [role, ...otherRoles] = new Set(open.map(({ agent }) => agent))
  const model = chooseModels(open)
  const { start, prompt, wait } = startWords(open.length, shared !== "")
  return formatParallelDispatch({
    ...(role === undefined || otherRoles.length > 0 ? {} : { agent: role }),
    instruction: `${start} ${prompt}`,
    ...(model === undefined ? {} : { model }),
    ...(shared === "" ? {} : { sharedContext: shared }),
    exactCount: open.length,
    work: {
      agents: open.map(({ item, agent, command }, at) => ({
        item,
        ...(otherRoles.length > 0 ? { agent } : {}),
        command,
        prompt: own[at] ?? "",
      })),
    },
    wait,
  })
}

/** The tier of the first agent for all of them, and overrides by item for the others. */
function chooseModels(open: readonly ShownDispatch[]): ModelSelection | undefined {
  const usual = open.every(({ tier }) => tier !== undefined) ? open[0]?.tier : undefined
  const others = open.flatMap(({ item, tier }) => (tier === undefined || tier === usual ? [] : [[item, tier] as const]))
  if (usual === undefined && others.length === 0) return undefined
  return { default: usual, overrides: Object.fromEntries(others) }
}

function questionsBlock(questions: readonly ShownQuestion[]): Xml {
  return makeBlock(
    "questions",
    {},
    questions.map(({ id, text, options, multiple }) =>
      makeBlock("question", { id, choose: options.length === 0 ? undefined : multiple ? "any" : "one" }, [
        makeElement("text", {}, xmlText(text)),
        ...options.map(({ label, about }) => makeElement("option", { label }, xmlText(about ?? ""))),
      ]),
    ),
  )
}

function endBlocks(directive: Directive): readonly Xml[] {
  const look = writeLookCommand(directive)
  return [
    ...writeEnding(directive).map((line) => xmlText(line)),
    ...(hasReachedEnd(directive) ? [xmlText(writeCompletion(directive))] : []),
    ...(hasReachedEnd(directive) || look === undefined ? [] : [makeElement("to_see_what_happened", {}, xmlText(look))]),
  ]
}

import { listAgentPrompts } from "../agent-prompts.ts"
import type { Directive, ShownDispatch, ShownQuestion } from "../directive.ts"
import { openDispatches, chooseRouting } from "../routing.ts"
import { putResourcesFirst, listShownActions } from "../resources.ts"
import { splitShared } from "../shared-prefix.ts"
import {
  listAnswered,
  askLine,
  casesLead,
  writeCompletion,
  writeEnding,
  writeExactCount,
  describeReporting,
  hasReachedEnd,
  writeDelegationRules,
  writeLookCommand,
  explainNotStarted,
  passedGateRules,
  describeReviewState,
  startWords,
} from "../directive-sentences.ts"
import { renderActionTexts } from "./block-text.ts"
import { indentLines, toOneLine } from "../escape-unprintable.ts"

/**
 * A directive as plain text. Text from outside is always indented, so a line that starts at the margin is ours.
 */
export function renderText(directive: Directive): string {
  const brief = renderBrief(directive)
  return [
    `STEP ${directive.number}/${directive.total}: ${toOneLine(directive.title)}`,
    ...(brief === "" ? [] : [indentLines(brief)]),
    "",
    "DO:",
    indentLines(sections(directive).join("\n\n")),
    "",
    ...renderRouting(directive),
  ].join("\n")
}

function renderBrief({ brief, gate }: Directive): string {
  const result = gate === undefined ? [] : [`GATE ${gate.gate}: ${gate.status.toUpperCase()}. ${gate.message}`]
  return [...(brief === undefined ? [] : [brief]), ...result].join("\n")
}

function sections(directive: Directive): readonly string[] {
  const actions = renderActionTexts(putResourcesFirst(listShownActions(directive)), directive.resources)
  const reader = openDispatches(directive).length > 0 ? "orchestrator" : "self"
  const standing = directive.review === undefined ? [] : describeReviewState(directive.review, reader)
  const passed =
    directive.gate?.status === "pass" && !directive.ended
      ? ["FORBIDDEN:", ...passedGateRules.map((rule) => `- ${rule}`)]
      : []
  const found = [
    actions,
    passed.join("\n"),
    standing.join("\n"),
    dispatchText(directive),
    questionsText(directive.questions),
    describeReporting(directive).join("\n"),
    directive.ended ? writeEnding(directive).join("\n") : (directive.because ?? ""),
  ].filter((part) => part.trim() !== "")
  return found.length === 0 ? [directive.title] : found
}

function dispatchText(directive: Directive): string {
  const open = openDispatches(directive)
  if (directive.ended || open.length === 0) return listAnswered(directive).join("\n")
  const prompts = listAgentPrompts(directive)
  const { shared, own } = splitShared(prompts.map(({ given }) => given))
  const { start, prompt, wait } = startWords(open.length, shared !== "")
  return [
    ...(open.length === 1 ? [] : [writeExactCount(open.length)]),
    `${start} ${prompt} ${wait}`,
    ...writeDelegationRules(directive, prompts[0]?.file !== undefined),
    ...listAnswered(directive),
    ...(shared === "" ? [] : ["", "EVERY PROMPT STARTS WITH:", indentLines(shared)]),
    ...open.flatMap((dispatch, at) => ["", agentLine(dispatch, shared !== ""), indentLines(own[at] ?? "")]),
    ...explainNotStarted(directive).flatMap((line) => ["", line]),
  ].join("\n")
}

function agentLine({ item, agent, tier }: ShownDispatch, shared: boolean): string {
  const model = tier === undefined ? "" : `, model: ${tier}`
  return toOneLine(`AGENT ${item} (${agent}${model}), ${shared ? "ITS OWN PART" : "PROMPT"}:`)
}

function questionsText(questions: readonly ShownQuestion[]): string {
  if (questions.length === 0) return ""
  return [askLine, ...questions.map(questionText)].join("\n\n")
}

function questionText({ id, text, options, multiple }: ShownQuestion): string {
  const choose = options.length === 0 ? [] : [multiple ? "Any of these:" : "One of these:"]
  return [
    `QUESTION ${id}: ${text}`,
    ...choose,
    ...options.map(({ label, about }) => `- ${label}${about === undefined ? "" : `: ${about}`}`),
  ].join("\n")
}

function renderRouting(directive: Directive): readonly string[] {
  const next = chooseRouting(directive)
  switch (next.kind) {
    case "linear":
      return [`INVOKE AFTER: ${toOneLine(next.command)}`]
    case "branch":
      return [
        "INVOKE AFTER:",
        `  ${casesLead.outcome}`,
        `  ok: ${toOneLine(next.ifPass)}`,
        `  fail: ${toOneLine(next.ifFail)}`,
      ]
    case "cases":
      return [
        "INVOKE AFTER:",
        `  ${casesLead[next.cases[0]?.by ?? "outcome"]}`,
        ...next.cases.map(({ name, command }) => `  ${toOneLine(name)}: ${toOneLine(command)}`),
        ...(next.afterAll === undefined ? [] : [`  then: ${toOneLine(next.afterAll)}`]),
      ]
    case "terminal":
      return lastLines(directive)
    case "open":
      return directive.following === undefined
        ? ["NEXT: There is no command to run now."]
        : [`NEXT: Step ${directive.following.number} - ${toOneLine(directive.following.title)}`]
  }
}

function lastLines(directive: Directive): readonly string[] {
  if (hasReachedEnd(directive)) return [writeCompletion(directive)]
  const look = writeLookCommand(directive)
  return [
    directive.status === "cancelled" ? "RUN CANCELLED - Tell the user." : "RUN FAILED - Tell the user why.",
    ...(look === undefined ? [] : [`TO SEE WHAT HAPPENED: ${toOneLine(look)}`]),
  ]
}

import type { Routing } from "../routing.ts"
import { casesLead, procedureRules } from "../directive-sentences.ts"
import { makeBlock, makeElement, joinXmlLines, type PlainText, type Xml, xmlText } from "./xml.ts"

export interface StepHeader {
  readonly script: PlainText
  readonly step: number
  readonly total: number
  readonly title: PlainText
  readonly phase?: PlainText | undefined
}

export interface StepOutput extends StepHeader {
  /** Texts that are the same in many steps come first. */
  readonly resources?: readonly Xml[]
  readonly mandate?: boolean
  readonly gate?: GateResultBlock | undefined
  readonly actions: readonly Xml[]
  readonly next: Routing
}

export interface GateResultBlock {
  readonly status: "pass" | "fail"
  readonly gate?: PlainText
  readonly message: PlainText
}

/** A whole step. DO in older texts is `current_action`, INVOKE_AFTER is `invoke_after` and NEXT is `next`. */
export function formatStepOutput(output: StepOutput): Xml {
  const action = formatCurrentAction(output.actions)
  const ahead = output.next.kind !== "terminal" && output.next.kind !== "open"
  return joinXmlLines([
    ...(output.resources ?? []),
    formatStepHeader(output),
    ...(output.mandate === true ? [formatXmlMandate()] : []),
    ...(output.gate === undefined ? [] : [formatGateResult(output.gate)]),
    ...(ahead
      ? [makeBlock("workflow", {}, [action, formatInvokeAfter(output.next), formatNextBlock(output.next)])]
      : [action]),
  ])
}

export function formatStepHeader({ script, phase, step, total, title }: StepHeader): Xml {
  return makeElement("step_header", { script, phase, step, total }, xmlText(title))
}

export function formatXmlMandate(rules: readonly PlainText[] = procedureRules): Xml {
  return makeBlock("xml_mandate", {}, rules.map(renderItem))
}

export function formatGateResult({ status, gate, message }: GateResultBlock): Xml {
  return makeElement("gate_result", { gate, status }, xmlText(message))
}

export function formatCurrentAction(actions: readonly Xml[]): Xml {
  return makeBlock("current_action", {}, actions)
}

/** What to run next: one command, one each for pass and fail, or one for each case. */
export function formatInvokeAfter(next: Routing): Xml {
  switch (next.kind) {
    case "linear":
      return makeElement("invoke_after", {}, xmlText(next.command))
    case "branch":
    case "cases":
      return makeBlock("invoke_after", {}, branches(next))
    case "terminal":
    case "open":
      return makeElement("invoke_after", {})
  }
}

/** Repeats what to run, as the last part of a step. Where every agent has its own command, those above are not repeated. */
export function formatNextBlock(next: Routing): Xml {
  const required = next.kind === "terminal" || next.kind === "open" ? "false" : "true"
  return makeBlock("next", { required }, nextLines(next))
}

/** The routing alone, where no step is shown around it. */
export function formatRouting(next: Routing): Xml {
  return next.kind === "linear"
    ? makeBlock("routing", { kind: next.kind }, [makeElement("command", {}, xmlText(next.command))])
    : makeBlock(
        "routing",
        { kind: next.kind },
        next.kind === "terminal" || next.kind === "open" ? nextLines(next) : branches(next),
      )
}

export function renderItem(text: PlainText): Xml {
  return makeElement("item", {}, xmlText(text))
}

function branches(next: Extract<Routing, { readonly kind: "branch" | "cases" }>): readonly Xml[] {
  if (next.kind === "branch")
    return [makeElement("if_pass", {}, xmlText(next.ifPass)), makeElement("if_fail", {}, xmlText(next.ifFail))]
  return [
    ...next.cases.map(({ by, name, command }) => makeElement("if", { [by]: name }, xmlText(command))),
    ...(next.afterAll === undefined ? [] : [makeElement("then", {}, xmlText(next.afterAll))]),
  ]
}

function nextLines(next: Routing): readonly Xml[] {
  switch (next.kind) {
    case "linear":
      return [xmlText(`When the current action is done, run: ${next.command}`)]
    case "branch":
      return [
        xmlText(casesLead.outcome),
        xmlText(`If it passed: ${next.ifPass}`),
        xmlText(`If it failed: ${next.ifFail}`),
      ]
    case "cases":
      if (next.cases.length > 1 && next.cases.every(({ by }) => by === "item")) {
        return [
          xmlText("When an agent has answered, run its command in invoke_after."),
          ...(next.afterAll === undefined ? [] : [xmlText("After all of them, run the last command there.")]),
        ]
      }
      return [
        xmlText(casesLead[next.cases[0]?.by ?? "outcome"]),
        ...next.cases.map(({ name, command }) => xmlText(`${name}: ${command}`)),
        ...(next.afterAll === undefined ? [] : [xmlText(`After all of them, run: ${next.afterAll}`)]),
      ]
    case "terminal":
      return [xmlText("Nothing is left to run.")]
    case "open":
      return [xmlText("There is no next command.")]
  }
}

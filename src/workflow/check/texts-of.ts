import type { Action } from "../blocks.ts"
import type { Step } from "../workflow.ts"
import { askedIn } from "./check-asked.ts"

/** A text of a step whose places are filled in. */
export interface StepText {
  readonly field: string
  readonly text: string
  /** It is what each of many agents is asked: there is an item. */
  readonly hasItem: boolean
}

export function textsOf(step: Step): readonly StepText[] {
  return [
    ...step.actions.flatMap((action, at) =>
      textsOfAction(action).map((text) => ({ field: `actions.${at}`, text, hasItem: false })),
    ),
    ...askedIn(step).flatMap(({ field, asked }) => [
      { field: `${field}prompt`, text: asked.prompt ?? "", hasItem: step.kind === "fanout" },
      ...Object.entries(asked.with ?? {}).map(([name, text]) => ({
        field: `${field}with.${name}`,
        text,
        hasItem: step.kind === "fanout",
      })),
    ]),
    ...textsByKind(step).map((text) => ({ ...text, hasItem: false })),
  ]
}

export function textsOfAction(action: Action): readonly string[] {
  if (typeof action === "string") return [action]
  switch (action.kind) {
    case "resource":
      return [action.purpose]
    case "open-question-guidance":
    case "factored-verification-rationale":
    case "orchestrator-constraint":
      return [action.text]
    case "expected-output":
      return [...action.items, action.whenIssues ?? ""]
    case "forbidden":
    case "verification-checklist":
    case "detection-questions":
    case "incorrect-behavior":
      return action.items
  }
}

function textsByKind(step: Step): readonly { readonly field: string; readonly text: string }[] {
  switch (step.kind) {
    case "gate":
      return [
        ...step.evidence.flatMap((evidence, at) =>
          evidence.kind === "command" ? [{ field: `evidence.${at}.command`, text: evidence.command }] : [],
        ),
        { field: "loop.passMessage", text: step.loop?.passMessage ?? "" },
      ]
    case "ask":
      return "from" in step.questions
        ? []
        : step.questions.map(({ text }, at) => ({ field: `questions.${at}.text`, text }))
    case "compute":
      return typeof step.compute === "function"
        ? []
        : step.compute.rows.flatMap(({ set }, at) =>
            Object.entries(set ?? {}).map(([name, text]) => ({ field: `compute.rows.${at}.set.${name}`, text })),
          )
    case "do":
    case "dispatch":
    case "fanout":
    case "wait":
      return []
  }
}

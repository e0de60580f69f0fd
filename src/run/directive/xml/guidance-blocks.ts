import type { GuidanceBlock } from "../../../workflow/workflow.ts"
import { renderItem } from "./step-blocks.ts"
import { makeBlock, makeElement, type PlainText, type Xml, xmlText } from "./xml.ts"

/** A plain list describes a good answer; the long form describes both results of a review. */
export type ExpectedOutput =
  | readonly PlainText[]
  | {
      readonly pass: PlainText | readonly PlainText[]
      readonly whenIssues?: PlainText
      readonly categories?: readonly PlainText[]
    }

/** A block of a step. The text of a resource is printed above the step, so here it is only referenced. */
export function formatBlock(part: GuidanceBlock): Xml {
  switch (part.kind) {
    case "forbidden":
      return formatForbidden(part.items)
    case "expected-output":
      return formatExpectedOutput(
        part.whenIssues === undefined ? part.items : { pass: part.items, whenIssues: part.whenIssues },
      )
    case "verification-checklist":
      return formatVerificationChecklist(part.items)
    case "detection-questions":
      return formatDetectionQuestions(part.items)
    case "incorrect-behavior":
      return formatIncorrectBehavior(part.items)
    case "open-question-guidance":
      return formatOpenQuestionGuidance(part.text)
    case "factored-verification-rationale":
      return formatFactoredVerificationRationale(part.text)
    case "orchestrator-constraint":
      return formatOrchestratorConstraint(part.text)
    case "resource":
      return makeElement("use_resource", { name: part.name }, xmlText(part.purpose))
  }
}

export function formatForbidden(items: readonly PlainText[]): Xml {
  return makeBlock("forbidden", {}, items.map(renderItem))
}

export function formatExpectedOutput(expected: ExpectedOutput): Xml {
  if (isList(expected)) return makeBlock("expected_output", {}, expected.map(renderItem))
  const { pass, whenIssues, categories } = expected
  return makeBlock("expected_output", {}, [
    typeof pass === "string"
      ? makeElement("when_pass", {}, xmlText(pass))
      : makeBlock("when_pass", {}, pass.map(renderItem)),
    ...(whenIssues === undefined ? [] : [makeElement("when_issues", {}, xmlText(whenIssues))]),
    ...(categories === undefined ? [] : [makeBlock("categories", {}, categories.map(renderItem))]),
  ])
}

export function formatVerificationChecklist(items: readonly PlainText[]): Xml {
  return makeBlock("verification_checklist", {}, items.map(renderItem))
}

export function formatDetectionQuestions(questions: readonly PlainText[]): Xml {
  return makeBlock("detection_questions", {}, questions.map(renderItem))
}

export function formatIncorrectBehavior(items: readonly PlainText[]): Xml {
  return makeBlock("incorrect_behavior", {}, items.map(renderItem))
}

export function formatOpenQuestionGuidance(text: PlainText = OPEN_QUESTIONS): Xml {
  return makeBlock("open_question_guidance", {}, [xmlText(text)])
}

export function formatFactoredVerificationRationale(text: PlainText = FACTORED): Xml {
  return makeBlock("factored_verification_rationale", {}, [xmlText(text)])
}

export function formatOrchestratorConstraint(text: PlainText = ORCHESTRATOR): Xml {
  return makeBlock("orchestrator_constraint", {}, [xmlText(text)])
}

/** The full text of a resource, with its purpose. */
export function formatResource(resource: {
  readonly name: PlainText
  readonly purpose: PlainText
  readonly text: PlainText
}): Xml {
  return makeBlock("resource", { name: resource.name, purpose: resource.purpose }, [xmlText(resource.text)])
}

const OPEN_QUESTIONS =
  "Ask open questions (what, where, how, what happens when), not yes-or-no questions. A question that suggests its answer gets that answer."
const FACTORED =
  "Answer each question separately, from the material, without looking at earlier answers. An answer that has seen the claim tends to repeat it."
const ORCHESTRATOR =
  "You delegate the work and keep the steps in order. Do not do an agent's work yourself, do not fix the issues it reported, and do not read reports that you only pass on."

/** `Array.isArray` does not narrow lists that are read-only. */
function isList(expected: ExpectedOutput): expected is readonly PlainText[] {
  return Array.isArray(expected)
}

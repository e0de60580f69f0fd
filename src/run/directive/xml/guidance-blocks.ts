import type { Block } from "../../../workflow/blocks.ts"
import { item } from "./step-blocks.ts"
import { block, element, type PlainText, type Xml, xmlText } from "./xml.ts"

/** A plain list says what a good answer has; the long form says it for both ways a review can go. */
export type ExpectedOutput =
  | readonly PlainText[]
  | {
      readonly pass: PlainText | readonly PlainText[]
      readonly whenIssues?: PlainText
      readonly categories?: readonly PlainText[]
    }

/** A part of what a step says. A resource is shown before the step, so here it is only pointed at. */
export function formatBlock(part: Block): Xml {
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
      return element("use_resource", { name: part.name }, xmlText(part.purpose))
  }
}

export function formatForbidden(items: readonly PlainText[]): Xml {
  return block("forbidden", {}, items.map(item))
}

export function formatExpectedOutput(expected: ExpectedOutput): Xml {
  if (isList(expected)) return block("expected_output", {}, expected.map(item))
  const { pass, whenIssues, categories } = expected
  return block("expected_output", {}, [
    typeof pass === "string" ? element("when_pass", {}, xmlText(pass)) : block("when_pass", {}, pass.map(item)),
    ...(whenIssues === undefined ? [] : [element("when_issues", {}, xmlText(whenIssues))]),
    ...(categories === undefined ? [] : [block("categories", {}, categories.map(item))]),
  ])
}

export function formatVerificationChecklist(items: readonly PlainText[]): Xml {
  return block("verification_checklist", {}, items.map(item))
}

export function formatDetectionQuestions(questions: readonly PlainText[]): Xml {
  return block("detection_questions", {}, questions.map(item))
}

export function formatIncorrectBehavior(items: readonly PlainText[]): Xml {
  return block("incorrect_behavior", {}, items.map(item))
}

export function formatOpenQuestionGuidance(text: PlainText = OPEN_QUESTIONS): Xml {
  return block("open_question_guidance", {}, [xmlText(text)])
}

export function formatFactoredVerificationRationale(text: PlainText = FACTORED): Xml {
  return block("factored_verification_rationale", {}, [xmlText(text)])
}

export function formatOrchestratorConstraint(text: PlainText = ORCHESTRATOR): Xml {
  return block("orchestrator_constraint", {}, [xmlText(text)])
}

/** A text in full, with what it is there for. */
export function formatResource(resource: {
  readonly name: PlainText
  readonly purpose: PlainText
  readonly text: PlainText
}): Xml {
  return block("resource", { name: resource.name, purpose: resource.purpose }, [xmlText(resource.text)])
}

const OPEN_QUESTIONS =
  "Ask so that the answer cannot be a mere yes or no: what, where, how, what happens when. A question that suggests its answer gets that answer."
const FACTORED =
  "Answer each question on its own, from the material, without looking at the answers before it. An answer that has seen the claim tends to repeat it."
const ORCHESTRATOR =
  "You hand the work on and keep the order. Do not do an agent's work yourself, do not mend what it found, and do not read reports that are only passed on."

/** `Array.isArray` does not narrow lists that are read-only. */
function isList(expected: ExpectedOutput): expected is readonly PlainText[] {
  return Array.isArray(expected)
}

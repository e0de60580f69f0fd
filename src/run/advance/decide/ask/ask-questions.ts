import { addQuestions, toStepError, type Draft, leave, leaveByError, stay } from "../draft.ts"
import { isOutcome } from "../../../../workflow/outcome.ts"
import { toVisibleLine } from "../../../../text/escape-hidden.ts"
import { fillTemplate } from "../../../../workflow/template.ts"
import type { AskStep, Question, QuestionOption } from "../../../../workflow/workflow.ts"
import type { AskedQuestion } from "../../../model.ts"
import type { Decided } from "../decision.ts"

/** How many questions a person gets at a time. */
export const MOST_AT_ONCE = 4

interface Inputs {
  readonly texts: Readonly<Record<string, unknown>>
  readonly lookup: (path: string) => unknown
}

/** Puts the questions of a step into the inbox when it is entered. Without questions, the step is done. */
export function askQuestions(draft: Draft, step: AskStep, inputs: Inputs): Decided {
  const questions =
    "from" in step.questions
      ? parseQuestions(inputs.texts[step.questions.from])
      : step.questions.map((one) => ({ ...one, text: fillTemplate(one.text, inputs.lookup) }))
  if (questions === undefined) return leaveByError(draft, step, toStepError("its value is not a list of questions"))
  if (questions.length === 0) return leave(draft, step, step.next.skip === undefined ? "ok" : "skip")
  return stay(
    addQuestions(
      draft,
      questions.map((question) => toAskedQuestion(draft, question)),
    ),
  )
}

function toAskedQuestion(draft: Draft, question: Question): AskedQuestion {
  return {
    step: draft.visit.step,
    round: draft.visit.round,
    id: question.id,
    kind: "step",
    text: question.text,
    options: question.options,
    multiple: question.multiple ?? false,
    urgency: question.urgency ?? 0,
    asked: draft.at,
  }
}

/**
 * Questions that an earlier step wrote, as JSON: a list, or an object that contains one. The format may vary; the
 * content must be questions. Each becomes one line, so that no agent's text looks like a line of a directive.
 */
export function parseQuestions(value: unknown): readonly Question[] | undefined {
  const list = Array.isArray(value) ? value : field(value, "questions")
  if (!Array.isArray(list)) return undefined
  const questions = list.flatMap((entry: unknown, at) => {
    const text = typeof entry === "string" ? entry : (field(entry, "text") ?? field(entry, "question"))
    if (typeof text !== "string" || text.trim() === "") return []
    const options = field(entry, "options")
    const urgency = Number(field(entry, "urgency") ?? 0)
    return [
      {
        id: `q${at + 1}`,
        text: toVisibleLine(text),
        options: Array.isArray(options) ? options.flatMap(readOption) : [],
        urgency: Number.isFinite(urgency) ? urgency : 0,
        multiple: field(entry, "multiple") === true,
      },
    ]
  })
  return questions.length === list.length ? questions : undefined
}

function readOption(entry: unknown): readonly QuestionOption[] {
  const label = typeof entry === "string" ? entry : field(entry, "label")
  if (typeof label !== "string" || label.trim() === "") return []
  const about = field(entry, "about") ?? field(entry, "description")
  const outcome = field(entry, "outcome")
  return [
    {
      label: toVisibleLine(label),
      ...(typeof about === "string" ? { about: toVisibleLine(about) } : {}),
      ...(typeof outcome === "string" && isOutcome(outcome) ? { outcome } : {}),
    },
  ]
}

function field(value: unknown, name: string): unknown {
  return typeof value === "object" && value !== null && Object.hasOwn(value, name)
    ? (value as Readonly<Record<string, unknown>>)[name]
    : undefined
}

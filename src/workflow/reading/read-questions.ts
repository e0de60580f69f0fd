import { outcomes } from "../outcome.ts"
import type { AskStep, Question, QuestionOption } from "../workflow.ts"
import { choiceOf, type Field, fieldsOf, flagOf, given, itemsOf, numberOf, type Slips, textOf } from "./yaml/fields.ts"

export function readQuestions(field: Field | undefined, slips: Slips): AskStep["questions"] {
  if (field?.node.kind !== "map") return itemsOf(field, slips).flatMap((entry) => readQuestion(entry, slips) ?? [])
  const fields = fieldsOf(field, { what: "questions", keys: ["from"], required: ["from"] }, slips)
  return { from: textOf(fields?.get("from"), slips) ?? "" }
}

const questionKeys = ["id", "text", "options", "multiple", "urgency"]

function readQuestion(field: Field, slips: Slips): Question | undefined {
  const fields = fieldsOf(field, { what: "a question", keys: questionKeys, required: ["id", "text"] }, slips)
  if (fields === undefined) return undefined
  return {
    id: textOf(fields.get("id"), slips) ?? "",
    text: textOf(fields.get("text"), slips) ?? "",
    options: itemsOf(fields.get("options"), slips).flatMap((option) => readOption(option, slips) ?? []),
    ...given({
      multiple: flagOf(fields.get("multiple"), slips),
      urgency: numberOf(fields.get("urgency"), slips),
    }),
  }
}

function readOption(field: Field, slips: Slips): QuestionOption | undefined {
  if (field.node.kind === "scalar") {
    const label = textOf(field, slips)
    return label === undefined ? undefined : { label }
  }
  const expected = { what: "an option", keys: ["label", "about", "outcome"], required: ["label"] }
  const fields = fieldsOf(field, expected, slips)
  if (fields === undefined) return undefined
  return {
    label: textOf(fields.get("label"), slips) ?? "",
    ...given({
      about: textOf(fields.get("about"), slips),
      outcome: choiceOf(fields.get("outcome"), outcomes, slips),
    }),
  }
}

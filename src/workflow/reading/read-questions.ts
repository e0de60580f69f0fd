import { outcomes } from "../outcome.ts"
import type { AskStep, Question, QuestionOption } from "../workflow.ts"
import { choiceOf, type Field, fieldsOf, flagOf, given, itemsOf, numberOf, type Faults, textOf } from "./yaml/fields.ts"

export function readQuestions(field: Field | undefined, faults: Faults): AskStep["questions"] {
  if (field?.node.kind !== "map") return itemsOf(field, faults).flatMap((entry) => readQuestion(entry, faults) ?? [])
  const fields = fieldsOf(field, { what: "questions", keys: ["from"], required: ["from"] }, faults)
  return { from: textOf(fields?.get("from"), faults) ?? "" }
}

const questionKeys = ["id", "text", "options", "multiple", "urgency"]

function readQuestion(field: Field, faults: Faults): Question | undefined {
  const fields = fieldsOf(field, { what: "a question", keys: questionKeys, required: ["id", "text"] }, faults)
  if (fields === undefined) return undefined
  return {
    id: textOf(fields.get("id"), faults) ?? "",
    text: textOf(fields.get("text"), faults) ?? "",
    options: itemsOf(fields.get("options"), faults).flatMap((option) => readOption(option, faults) ?? []),
    ...given({
      multiple: flagOf(fields.get("multiple"), faults),
      urgency: numberOf(fields.get("urgency"), faults),
    }),
  }
}

function readOption(field: Field, faults: Faults): QuestionOption | undefined {
  if (field.node.kind === "scalar") {
    const label = textOf(field, faults)
    return label === undefined ? undefined : { label }
  }
  const expected = { what: "an option", keys: ["label", "about", "outcome"], required: ["label"] }
  const fields = fieldsOf(field, expected, faults)
  if (fields === undefined) return undefined
  return {
    label: textOf(fields.get("label"), faults) ?? "",
    ...given({
      about: textOf(fields.get("about"), faults),
      outcome: choiceOf(fields.get("outcome"), outcomes, faults),
    }),
  }
}

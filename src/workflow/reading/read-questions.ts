import { outcomes } from "../outcome.ts"
import type { AskStep, Question, QuestionOption } from "../workflow.ts"
import {
  readChoiceField,
  type YamlField,
  readMapField,
  readFlagField,
  dropUndefined,
  readListField,
  readNumberField,
  type FaultList,
  readTextField,
} from "./yaml/read-fields.ts"

export function readQuestionsField(field: YamlField | undefined, faults: FaultList): AskStep["questions"] {
  if (field?.node.kind !== "map")
    return readListField(field, faults).flatMap((entry) => readQuestion(entry, faults) ?? [])
  const fields = readMapField(field, { what: "questions", keys: ["from"], required: ["from"] }, faults)
  return { from: readTextField(fields?.get("from"), faults) ?? "" }
}

const questionKeys = ["id", "text", "options", "multiple", "urgency"]

function readQuestion(field: YamlField, faults: FaultList): Question | undefined {
  const fields = readMapField(field, { what: "a question", keys: questionKeys, required: ["id", "text"] }, faults)
  if (fields === undefined) return undefined
  return {
    id: readTextField(fields.get("id"), faults) ?? "",
    text: readTextField(fields.get("text"), faults) ?? "",
    options: readListField(fields.get("options"), faults).flatMap((option) => readOption(option, faults) ?? []),
    ...dropUndefined({
      multiple: readFlagField(fields.get("multiple"), faults),
      urgency: readNumberField(fields.get("urgency"), faults),
    }),
  }
}

function readOption(field: YamlField, faults: FaultList): QuestionOption | undefined {
  if (field.node.kind === "scalar") {
    const label = readTextField(field, faults)
    return label === undefined ? undefined : { label }
  }
  const expected = { what: "an option", keys: ["label", "about", "outcome"], required: ["label"] }
  const fields = readMapField(field, expected, faults)
  if (fields === undefined) return undefined
  return {
    label: readTextField(fields.get("label"), faults) ?? "",
    ...dropUndefined({
      about: readTextField(fields.get("about"), faults),
      outcome: readChoiceField(fields.get("outcome"), outcomes, faults),
    }),
  }
}

import type { VisitPlace } from "../../run/history/show-visit.ts"
import type { AnswerEdit, ForkOptions } from "../../run/io/fork-run.ts"
import { COUNT, fields, list, optional, record, TEXT } from "./shape.ts"

const EDIT = fields<AnswerEdit>({ step: TEXT, round: optional(COUNT), item: optional(TEXT), text: TEXT })

export const FORK = fields<ForkOptions>({
  run: TEXT,
  from: optional(TEXT),
  params: optional(record(TEXT)),
  edits: optional(list(EDIT)),
  by: optional(TEXT),
})

export const VISIT_PLACE = fields<VisitPlace>({ run: TEXT, step: TEXT, round: optional(COUNT) })

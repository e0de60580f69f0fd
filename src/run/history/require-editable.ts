import type { EditedAnswer } from "../edited-answer.ts"
import { SkilletError } from "../../problem/failure.ts"
import { findStep, type Workflow } from "../../workflow/workflow.ts"
import { refuseWrongOutput } from "../advance/decide/output-shape.ts"
import { isSameItem, type Result } from "../model.ts"

interface Editing {
  readonly edit: EditedAnswer
  readonly answers: readonly { readonly results: readonly Result[] }[]
  /** Why the answer is asked again, if it is. */
  readonly because: string | undefined
}

/** It is part of the head of the run, which every event reads. */
const MOST = 60_000

/** Agents, or followers of the run, gave the answers of these steps. What a gate or a person decided stays as it is. */
const KINDS = ["do", "dispatch", "fanout"]

/** An answer can be edited if a fork takes it over, nothing checks it first, and it still has the shape of its step. */
export function requireEditable(workflow: Workflow, { edit, answers, because }: Editing): void {
  const { step: id, item, text } = edit
  const where = item === "-" ? id : `${id}/${item}`
  const refuse = (why: string, next: string) =>
    new SkilletError("run.not-editable", `the answer of ${where} cannot be edited: ${why}`, { retry: "no", next })
  const step = findStep(workflow, id)
  const old = answers.flatMap(({ results }) => results).find((result) => isSameItem(result, edit))
  if (step === undefined || old === undefined) throw refuse("there is none", "skillet run show RUN lists the answers")
  if (!KINDS.includes(step.kind) || step.reportedBy !== undefined)
    throw refuse("it was checked or decided when it was given", "fork from this step instead, and give another answer")
  if (because !== undefined) throw refuse(`the step is repeated, because ${because}`, "fork from a later step")
  if (text.length > MOST)
    throw refuse(`it is longer than ${MOST} characters`, "fork from this step instead, and give the answer there")
  const misfit = refuseWrongOutput(workflow, step, { text, outcome: old.outcome })
  if (misfit?.kind === "refused") throw refuse(misfit.refusal.message, misfit.refusal.next)
}

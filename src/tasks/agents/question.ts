import type { PastVisit } from "../../run/history/replay-visits.ts"
import type { Run } from "../../run/model.ts"
import { ask, defineWorkflow } from "../../workflow/define-workflow.ts"
import type { Workflow } from "../../workflow/workflow.ts"

const ANSWER = "answer"
/** The name of the workflow of every question. */
export const QUESTION_WORKFLOW = "ask"

/**
 * The workflow of one question to a person. The question is a parameter, so that nothing in it is taken for a template.
 */
export function defineQuestionWorkflow(options: readonly string[]): Workflow {
  return defineWorkflow({
    name: QUESTION_WORKFLOW,
    description: "An agent's question to a person.",
    params: [{ name: "question", type: "text", about: "what is asked", required: true }],
    start: "question",
    steps: [
      ask({
        id: "question",
        title: "A question for a person",
        questions: [{ id: ANSWER, text: "{{params.question}}", options: options.map((label) => ({ label })) }],
        next: { ok: "end" },
      }),
    ],
  })
}

export interface QuestionState {
  readonly isOpen: boolean
  readonly question: string
  readonly by: string
  /** Undefined while it is open, and if it was withdrawn. */
  readonly answers?: readonly string[] | undefined
}

/** What happened to a question; if its run is gone, or ended differently, it was withdrawn. */
export function describeQuestion(
  run: Pick<Run, "status" | "params"> | undefined,
  asked: PastVisit["asked"],
): QuestionState {
  const { question = "" } = JSON.parse(run?.params ?? "{}") as { readonly question?: string }
  const answer = asked?.find(({ id }) => id === ANSWER)?.answer
  const isOpen = run?.status === "running" && answer === undefined
  return { isOpen, question, by: answer?.by ?? "human", answers: answer?.answers }
}

import { expect, test } from "vitest"
import { findWorkflowErrors } from "../../workflow/check/check-workflow.ts"
import { describeQuestion, defineQuestionWorkflow } from "./question.ts"

test("a question is a valid workflow, with and without options", () => {
  expect(
    [defineQuestionWorkflow([]), defineQuestionWorkflow(["SQLite", "Postgres"])].flatMap(findWorkflowErrors),
  ).toEqual([])
})

test("a question is open, answered or withdrawn", () => {
  const params = JSON.stringify({ question: "Which?" })
  const asked = {
    step: "question",
    round: 1,
    id: "answer",
    kind: "step",
    text: "Which?",
    options: [],
    multiple: false,
    urgency: 0,
    asked: 1,
  } as const
  const answer = { answers: ["SQLite"], by: "ann", at: 2 }
  expect(describeQuestion({ status: "running", params }, [asked])).toMatchObject({ isOpen: true, question: "Which?" })
  expect(describeQuestion({ status: "done", params }, [{ ...asked, answer }])).toEqual({
    isOpen: false,
    question: "Which?",
    by: "ann",
    answers: ["SQLite"],
  })
  expect(describeQuestion({ status: "cancelled", params }, [asked])).toMatchObject({
    isOpen: false,
    answers: undefined,
  })
  expect(describeQuestion(undefined, [])).toMatchObject({ isOpen: false, answers: undefined })
})

import type { LimitChoice } from "../../../workflow/review-policy.ts"
import { type AskStep, type GateStep, findStep, type Workflow } from "../../../workflow/workflow.ts"
import { type Dispatch, type GivenAnswer, NO_ITEM, type AskedQuestion, type RunHead } from "../../model.ts"
import { BUDGET_QUESTION } from "./ask/ceilings.ts"
import { type ChildStart, type Decision, refuse } from "./decision.ts"
import type { RunEvent, DecidedState } from "./event.ts"
import { addPassedGate, listOpenIssues, writePassNote } from "./gate/passed-gates.ts"
import { FIRST_LOOP } from "./gate/judge-gate.ts"
import { type Draft, startDraft, endRun, leave, noteVisit, stay } from "./draft.ts"
import { keepAnswer } from "./take-answer.ts"

type Answering = Extract<RunEvent, { kind: "answer" }>

/** A person answers one of the open questions. */
export function decideAnswer(workflow: Workflow, state: DecidedState, event: Answering): Decision {
  const { questions: asked, visit } = state.run
  const question = questionMeant(asked, event)
  const step = visit === undefined ? undefined : findStep(workflow, visit.step)
  if (question === undefined || step === undefined) return noQuestion(state.run.id, asked, event)
  if (question.answer !== undefined) return decideRepeatedAnswer(question, event)
  const answers = readAnswers(question, event.answers)
  if (typeof answers === "string") return refuse("run.bad-answer", answers, optionsText(question))
  const { by, at, reason } = event
  const answer: GivenAnswer = { answers, by, at, reason }
  const start = startDraft(state, at)
  const { round } = question
  const draft: Draft = {
    ...start,
    head: { ...start.head, questions: withAnswer(asked, question, answer) },
    events: [{ kind: "answered", data: { step: step.id, round, question: question.id, answers, by, reason } }],
  }
  switch (question.kind) {
    case "limit":
      return step.kind === "gate"
        ? atLimit(draft, step, { choice: answers[0] as LimitChoice, event })
        : { kind: "nothing" }
    case "budget":
      return answers[0] === "raise"
        ? raiseCeiling(draft, state, question)
        : { ...endRun(draft, "cancelled", `ended by ${event.by} when it reached its ceiling`), atCeiling: "stop" }
    case "step":
      return step.kind === "ask" ? allAnswered(draft, step, answer) : { kind: "nothing" }
  }
}

function withAnswer(asked: RunHead["questions"], question: AskedQuestion, answer: GivenAnswer): RunHead["questions"] {
  return asked.map((one) => (one.id === question.id ? { ...one, answer } : one))
}

/** The question that was named, or the only open one. */
function questionMeant(asked: readonly AskedQuestion[], { question }: Answering): AskedQuestion | undefined {
  if (question !== undefined) return asked.find(({ id }) => id === question)
  const open = asked.filter(({ answer }) => answer === undefined)
  return open.length === 1 ? open[0] : undefined
}

function noQuestion(run: string, asked: readonly AskedQuestion[], { question }: Answering): Decision {
  const open = asked.filter(({ answer }) => answer === undefined).map(({ id }) => id)
  if (open.length === 0)
    return refuse("run.no-question", `run ${run} has no open question`, "skillet run inbox lists the open questions")
  const message =
    question === undefined ? `run ${run} has several open questions` : `run ${run} has no open question "${question}"`
  return refuse("run.no-question", message, `select one with --question: ${open.join(", ")}`)
}

function decideRepeatedAnswer(question: AskedQuestion, event: Answering): Decision {
  const { id, answer } = question
  const isSame = JSON.stringify(answer?.answers) === JSON.stringify(readAnswers(question, event.answers))
  if (isSame) return { kind: "nothing" }
  return refuse(
    "run.bad-answer",
    `${id} was already answered by ${answer?.by ?? "somebody"}`,
    "skillet run current shows what to do now",
  )
}

/** Options can be named or numbered; without options any answer is accepted except an empty one. */
function readAnswers({ options, multiple }: AskedQuestion, given: readonly string[]): readonly string[] | string {
  const said = given.map((text) => text.trim()).filter((text) => text !== "")
  if (said.length === 0) return "the answer is empty"
  if (said.length > 1 && !multiple) return "only one answer can be given"
  if (options.length === 0) return said
  const labels = said.map((text) => {
    const named = options.find(({ label }) => label.toLowerCase() === text.toLowerCase())
    return (named ?? (/^\d+$/.test(text) ? options[Number(text) - 1] : undefined))?.label
  })
  const wrong = labels.indexOf(undefined)
  return wrong === -1 ? (labels as readonly string[]) : `"${said[wrong]}" is not one of the options`
}

function optionsText({ options }: AskedQuestion): string {
  return options.length === 0 ? "say something" : `answer with one of ${options.map(({ label }) => label).join(", ")}`
}

/** The step is done when its last question is answered; the first answer that is not ok decides. */
function allAnswered(draft: Draft, step: AskStep, { by }: GivenAnswer): Decision {
  const all = draft.head.questions
  if (all.some(({ answer }) => answer === undefined)) return stay(draft)
  const chosen = all.flatMap(({ options, answer }) =>
    (answer?.answers ?? []).map((label) => options.find((option) => option.label === label)?.outcome ?? "ok"),
  )
  const outcome = chosen.find((one) => one !== "ok") ?? "ok"
  const text = JSON.stringify(all.map(({ id, text: asked, answer }) => ({ id, question: asked, ...answer })))
  return leave(keepAnswer(draft, { item: NO_ITEM, outcome, text, by, writes: step.writes?.[0] }), step, outcome)
}

/** The four choices at the limit of a review loop. */
function atLimit(
  draft: Draft,
  step: GateStep,
  { choice, event }: { readonly choice: LimitChoice; readonly event: Answering },
): Decision {
  const loop = draft.visit.loop ?? { gate: step.id, ...FIRST_LOOP }
  const granted = { ...loop, granted: loop.granted + 1 }
  switch (choice) {
    case "continue":
      return leave(noteVisit(draft, { loop: granted }), step, "fail")
    case "fix-must-only":
      return leave(noteVisit(draft, { loop: { ...granted, mustOnly: true } }), step, "fail")
    case "skip-check": {
      const risks = listOpenIssues(draft.visit.evidence).map((issue) => ({ issue, choice, iteration: loop.iteration }))
      const accepted = {
        kind: "risks-accepted",
        data: { step: step.id, round: draft.visit.round, by: event.by, risks },
      }
      const because = writePassNote(event.by, event.reason)
      const head = addPassedGate(draft.head, step, { because, evidence: draft.visit.evidence })
      return leave(noteVisit({ ...draft, head, events: [...draft.events, accepted] }, { because }), step, "ok")
    }
    case "abort":
      return endRun(draft, "cancelled", `${step.title}: ended by ${event.by} at the review limit`)
  }
}

/** Releases held dispatches and counts agents that were not counted before. */
function raiseCeiling(draft: Draft, { items = [] }: DecidedState, { id }: AskedQuestion): Decision {
  const { step, round } = draft.visit
  const waiting = items.flatMap(({ dispatch }) => (dispatch?.status === "held" ? [dispatch] : []))
  const held = id === BUDGET_QUESTION ? waiting : []
  const spent = { ...draft.head.spent, agents: draft.head.spent.agents + held.length }
  const decided = stay({
    ...draft,
    head: { ...draft.head, spent },
    changes: [...draft.changes, { kind: "all", step, round, as: "open" }],
  })
  return { ...decided, children: held.flatMap(planChild), atCeiling: "raise" }
}

function planChild({ item, agent, ask }: Dispatch): readonly ChildStart[] {
  return ask.kind === "run" ? [{ id: ask.run, item, workflow: ask.workflow, agent, params: ask.with }] : []
}

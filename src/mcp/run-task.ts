import type { InputRequest } from "@modelcontextprotocol/server"
import type { ShownQuestion } from "../run/directive/directive.ts"
import { NO_ITEM, type Run } from "../run/model.ts"
import type { Skillet } from "../skillet/skillet.ts"
import { isMap } from "../text/is-map.ts"
import { hasRight, type ServedClient } from "./client-rules.ts"
import type { TaskState } from "./protocol/offer.ts"
import { tellDirective } from "./tools/run-answer.ts"

/*
 * A run as a task of the protocol.
 *
 * 1. The task's id is the run's id, and its state is the run's row: a server that was started since knows it as well.
 * 2. A step that the client has to do is `working`: the model continues with run_next and run_report.
 * 3. What waits for a person is `input_required` only if the user lets the client bring the person's answer; otherwise
 *    it stays `working` and says who answers, and how.
 * 4. A procedure that reached its end without success is a completed call whose result is an error, as for any tool. A
 *    run that could not go on has failed.
 */

const POLL = 2000
/** An internal error, as JSON-RPC has it. */
const FAILED = -32603

export async function describeRunTask(skillet: Skillet, id: string, client: ServedClient): Promise<TaskState> {
  const directive = await skillet.runs.current(id)
  const run = await skillet.runs.find(id)
  const { told, json } = await tellDirective(directive, { skillet, client })
  const base = { id, created: run.started, updated: run.updated, poll: POLL }
  if (run.status === "cancelled") return { ...base, status: "cancelled", message: run.because }
  if (directive.ended && run.status === "failed" && directive.succeeded !== false) {
    const error = { code: FAILED, message: run.because ?? "the run failed" }
    return { ...base, status: "failed", message: run.because, error }
  }
  if (directive.ended) {
    const isError = run.status !== "done"
    const result = { content: [{ type: "text" as const, text: told }], structuredContent: { ...json }, isError }
    return { ...base, status: "completed", message: describeStep(run, directive.title), result }
  }
  const { questions } = directive
  if (questions.length === 0) return { ...base, status: "working", message: describeStep(run, directive.title) }
  if (!(await hasRight(skillet, client, "answer")))
    return {
      ...base,
      status: "working",
      message: `it waits for a person: ${questions.map(({ command }) => command).join("; ")}`,
    }
  return {
    ...base,
    status: "input_required",
    message: describeStep(run, directive.title),
    inputs: Object.fromEntries(questions.map((question) => [writeKey(run, question), toInput(question)])),
  }
}

function describeStep({ id, step }: Run, title: string): string {
  return `${title} (${step} of run ${id}); run_next shows what to do`
}

/** One for each time a question is asked, so that a late answer to an earlier one answers nothing. */
function writeKey({ step, round }: Pick<Run, "step" | "round">, { id }: Pick<ShownQuestion, "id">): string {
  return [step, round, NO_ITEM, id].join("/")
}

function toInput({ text, options, multiple }: ShownQuestion): InputRequest {
  const labels = options.map(({ label }) => label)
  const about = options.flatMap((one) => (one.about === undefined ? [] : [`${one.label}: ${one.about}`]))
  const answer =
    labels.length === 0
      ? { type: "string" as const, title: "Answer" }
      : multiple
        ? { type: "array" as const, title: "Answer", items: { type: "string" as const, enum: labels } }
        : { type: "string" as const, title: "Answer", enum: labels }
  return {
    method: "elicitation/create",
    params: {
      mode: "form",
      message: [text, ...about].join("\n"),
      requestedSchema: { type: "object", properties: { answer }, required: ["answer"] },
    },
  }
}

/** The answers among a client's responses, by question. A person who declined has not answered. */
export function readAnswers(
  run: Pick<Run, "step" | "round">,
  questions: readonly ShownQuestion[],
  responses: Readonly<Record<string, unknown>>,
): readonly { readonly question: string; readonly answers: readonly string[] }[] {
  return questions.flatMap(({ id }) => {
    const key = writeKey(run, { id })
    const given = Object.hasOwn(responses, key) ? responses[key] : undefined
    if (!isMap(given) || given["action"] !== "accept" || !isMap(given["content"])) return []
    const { answer } = given["content"]
    const answers = (Array.isArray(answer) ? answer : [answer]).filter((one) => typeof one === "string")
    return answers.length === 0 ? [] : [{ question: id, answers }]
  })
}

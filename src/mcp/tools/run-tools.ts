import fs from "node:fs"
import path from "node:path"
import { z } from "zod"
import { SkilletError } from "../../problem/failure.ts"
import { OUTPUT_FOLDER } from "../../run/directive/commands.ts"
import type { Run } from "../../run/model.ts"
import { isWithin, realPath } from "../../system/files/is-within.ts"
import { readSafely } from "../../system/files/read-safely.ts"
import { toVisibleLine } from "../../text/escape-hidden.ts"
import { outcomes } from "../../workflow/outcome.ts"
import { describeRunTask } from "../run-task.ts"
import { nameReporter, requireOwnParams, requireOwnRun } from "../own-runs.ts"
import { ADDS, answer, defineTool, ENDS, READS, type ToolPlace } from "./define-tool.ts"
import { answerDirective, tellDirective } from "./run-answer.ts"

/** What every answer with a directive has; the rest of it is for programs. */
const DIRECTIVE = { run: z.string(), status: z.string(), ended: z.boolean(), text: z.string() }
const RUN = z.string()

export const runStart = defineTool({
  name: "run_start",
  title: "Start a procedure",
  description: "Start a durable run of a skill's procedure. Do what its text says.",
  input: { workflow: z.string(), params: z.record(z.string(), z.string()).optional() },
  output: DIRECTIVE,
  hints: ADDS,
  needs: "start",
  async act({ workflow, params = {} }, place) {
    await requireOwnParams(place, params)
    const directive = await place.skillet.runs.start(workflow, params)
    if (!place.context.hasTasks) return answerDirective(directive, place)
    const { told } = await tellDirective(directive, place)
    return { kind: "task", task: await describeRunTask(place.skillet, directive.run, place.client), told }
  },
})

export const runNext = defineTool({
  name: "run_next",
  title: "Current step",
  description: "What to do now in a run; asking again changes nothing. Use after a restart or a wait.",
  input: { run: RUN },
  output: DIRECTIVE,
  // The commands of a gate may be due, which run under the rules of the user.
  hints: { ...ADDS, idempotentHint: true },
  needs: "report",
  async act({ run }, place) {
    await requireOwnRun(place, run)
    return answerDirective(await place.skillet.runs.current(run), place)
  },
})

export const runReport = defineTool({
  name: "run_report",
  title: "Report a step",
  description: "Report the step of a run as its text says; returns the next one. The same report again is safe.",
  input: {
    run: RUN,
    step: z.string().optional(),
    outcome: z.enum(outcomes).optional(),
    round: z.int().min(1).optional(),
    item: z.string().optional(),
    output: z.string().optional(),
    outputFile: z.string().optional(),
    reason: z.string().optional(),
    question: z.string().optional(),
    answer: z.string().optional().describe("a person's, word for word"),
  },
  output: DIRECTIVE,
  hints: { ...ADDS, idempotentHint: true },
  needs: (given) => (given.answer === undefined ? "report" : "answer"),
  async act(given, place) {
    const { run, step, outcome, round, item, reason, question } = given
    const { runs } = place.skillet
    const known = await requireOwnRun(place, run)
    const by = nameReporter(place.client)
    if (given.answer !== undefined)
      return answerDirective(await runs.answer({ run, question, answers: [given.answer], by, reason }), place)
    if (step === undefined)
      throw new SkilletError("mcp.bad-arguments", "run_report: step is missing", {
        retry: "no",
        next: "run_next shows the call that reports the current step",
      })
    const text = readOutput(given, known)
    const { directive } = await runs.report({ run, step, outcome, round, item, reason, text, by })
    return answerDirective(directive, place)
  },
})

const MOST_OUTPUT = 16 * 1024 * 1024

/** The output itself, or the file that the directive named for it, and no other. */
function readOutput(
  { output, outputFile }: { readonly output?: string | undefined; readonly outputFile?: string | undefined },
  run: Run,
): string | undefined {
  if (outputFile === undefined) return output
  const top = run.directory ?? ""
  const folder = path.join(top, OUTPUT_FOLDER, run.id)
  const real = realPath(path.resolve(top, outputFile))
  if (real === undefined || !isWithin(real, folder) || !fs.statSync(real).isFile())
    throw new SkilletError(
      "mcp.no-output-file",
      `outputFile: ${toVisibleLine(outputFile)} is not a file in ${folder}`,
      {
        retry: "no",
        next: "write the output to the file that the step names, or give it as output",
      },
    )
  return readSafely(real, MOST_OUTPUT).toString("utf8")
}

const MOST_RUNS = 20

export const runStatus = defineTool({
  name: "run_status",
  title: "Runs",
  description: "A run with its result and open questions; without run, the latest runs of the project.",
  input: { run: RUN.optional() },
  output: { runs: z.array(z.looseObject({ run: z.string(), status: z.string() })) },
  hints: READS,
  needs: "read",
  async act({ run }, place) {
    if (run === undefined) return listRuns(place)
    await requireOwnRun(place, run)
    const { run: shown, title, questions, result } = await place.skillet.runs.show(run)
    const one = {
      ...summarise(shown),
      title,
      result: result?.text,
      questions: questions.map(({ id, text }) => ({ id, text })),
    }
    const lines = [
      describeRun(shown),
      ...questions.map(({ id, text }) => `a question waits for a person: ${id}: ${text}`),
      ...(result === undefined ? [] : ["", result.text]),
    ]
    return answer({ runs: [one] }, lines.join("\n"))
  },
})

async function listRuns({ skillet }: ToolPlace) {
  const all = [...(await skillet.runs.list())].sort((a, b) => b.updated - a.updated)
  const open = new Set((await skillet.runs.questions()).map(({ root }) => root))
  const shown = all.slice(0, MOST_RUNS)
  const runs = shown.map((run) => ({ ...summarise(run), asks: open.has(run.id) }))
  const more = all.length - shown.length
  const lines = [...shown.map(describeRun), ...(more > 0 ? [`and ${more} older ones`] : [])]
  return answer({ runs, more }, lines.length === 0 ? "No runs in this project." : lines.join("\n"))
}

function summarise({ id, workflow, status, step, round, because, updated }: Run) {
  return { run: id, workflow, status, step, round, because, updated: new Date(updated).toISOString() }
}

function describeRun({ id, workflow, status, step, because }: Run): string {
  return `${id} ${workflow}: ${status}, at ${step}${because === undefined ? "" : `: ${toVisibleLine(because)}`}`
}

export const runCancel = defineTool({
  name: "run_cancel",
  title: "Cancel a run",
  description: "End a run and its child runs. What was recorded is kept.",
  input: { run: RUN, reason: z.string() },
  output: { cancelled: z.array(z.string()) },
  hints: { ...ENDS, idempotentHint: true },
  needs: "cancel",
  async act({ run, reason }, place) {
    await requireOwnRun(place, run)
    const cancelled = await place.skillet.runs.cancel(run, { reason, by: nameReporter(place.client) })
    return answer({ cancelled }, `Cancelled: ${cancelled.join(", ")}`)
  },
})

export const runOverride = defineTool({
  name: "run_override",
  title: "Pass a gate",
  description: "Let a run pass a gate that failed. Only when the user has decided so.",
  input: { run: RUN, gate: z.string(), reason: z.string() },
  output: DIRECTIVE,
  hints: ENDS,
  needs: "approve",
  async act({ run, gate, reason }, place) {
    await requireOwnRun(place, run)
    const by = nameReporter(place.client)
    return answerDirective(await place.skillet.runs.override({ run, gate, reason, by }), place)
  },
})

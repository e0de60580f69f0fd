import { answerQuestion, overrideGate } from "../../../../app/runs/answer-question.ts"
import { currentDirective } from "../../../../run/engine/current.ts"
import { historyOf } from "../../../../run/history.ts"
import { visibleText } from "../../../../skill/visible-text.ts"
import { defineCommand, noArguments } from "../../command.ts"
import { UsageError } from "../../usage-error.ts"
import { cwdOf, whoami, withRuns } from "./open.ts"
import { formatOption, printDirective } from "./print-directive.ts"

export const runAnswer = defineCommand({
  name: "run answer",
  about: "Answer a question that a run asks a person, or pass a gate with a reason.",
  usage: "RUN --answer TEXT [--question ID]",
  examples: [
    { line: "skillet run answer r-7k3f9qxm --answer yes", about: "when it asks one thing" },
    { line: "skillet run answer r-7k3f9qxm --question limit --answer continue", about: "one of several" },
    {
      line: "skillet run answer r-7k3f9qxm --override qr_gate --reason 'known, see #12'",
      about: "where it allows that",
    },
  ],
  options: {
    answer: { kind: "list", value: "TEXT", about: "an option's label or number, or free text" },
    question: { kind: "text", value: "ID", about: "which question (default: the only one)" },
    by: { kind: "text", value: "NAME", about: "who answers (default: you)" },
    reason: { kind: "text", value: "TEXT", about: "why; kept with the answer" },
    override: { kind: "text", value: "GATE", about: "pass this gate; needs --reason" },
    ...formatOption,
  },
  arguments: { least: 1, most: 1, what: "a run's id" },
  async run({ options, arguments: [run = ""] }, io) {
    const { answer = [], question, reason, override } = options
    if (override === undefined && answer.length === 0)
      throw new UsageError("what is the answer?", "give --answer TEXT; skillet run inbox shows the questions")
    if (override !== undefined && reason === undefined)
      throw new UsageError("an override needs a reason", "give --reason TEXT; it is kept in the run")
    const by = whoami(io, options.by)
    const how = { env: io.env, cwd: cwdOf(io, options) }
    return withRuns(io, options, async (runs) => {
      if (override !== undefined) await overrideGate(runs, { run, gate: override, by, reason: reason ?? "" }, how)
      else {
        const given = {
          run,
          answers: answer,
          by,
          ...(question === undefined ? {} : { question }),
          ...(reason === undefined ? {} : { reason }),
        }
        await answerQuestion(runs, given, how)
      }
      await printDirective(await currentDirective(runs.engine, run), { runs, io, options })
      return 0
    })
  },
})

export const runInbox = defineCommand({
  name: "run inbox",
  about: "List the questions that wait for a person, most urgent first.",
  usage: "[--all]",
  examples: [
    { line: "skillet run inbox", about: "of this project" },
    { line: "skillet run inbox --all --json", about: "of every project" },
  ],
  options: { all: { kind: "flag", about: "of every project, not only this one" } },
  arguments: noArguments,
  async run({ options }, io) {
    return withRuns(io, options, async (runs) => {
      const filter = options.all === true ? {} : { project: runs.project }
      const questions = await historyOf(runs.engine.store).questions(filter)
      if (options.json === true) io.json({ questions })
      else if (questions.length === 0) io.out("Nothing waits for an answer.")
      else io.out(questions.map(questionText).join("\n\n"))
      return 0
    })
  },
})

function questionText({
  run,
  step,
  id,
  text,
  options,
  asked,
}: {
  run: string
  step: string
  id: string
  text: string
  options: readonly { label: string; about?: string }[]
  asked: number
}): string {
  const choices = options.map(
    ({ label, about }, at) => `  ${at + 1}. ${label}${about === undefined ? "" : `: ${about}`}`,
  )
  const head = `${run}  ${step}/${id}  since ${new Date(asked).toISOString().slice(0, 16).replace("T", " ")}`
  return visibleText([head, text, ...choices, `  skillet run answer ${run} --question ${id} --answer …`].join("\n"))
}

import type { SkilletRuns } from "../../../skillet/open-skillet-runs.ts"
import type { OpenQuestion } from "../../../run/history.ts"
import { escapeHidden } from "../../../text/escape-hidden.ts"
import { formatDateTime } from "../../../text/format-time.ts"
import { defineCommand } from "../../parsing/command.ts"
import { noArguments } from "../../parsing/options.ts"
import { UsageError } from "../../parsing/usage-error.ts"
import { findReporter, withRunVerbs } from "./open.ts"
import { rememberAsker, tellAsker } from "../agent/tell-asker.ts"
import { formatOption, printDirective } from "./print-directive.ts"

export const runAnswer = defineCommand({
  usage: "RUN --answer TEXT [--question ID]",
  examples: [
    { line: "skillet run answer r-7k3f9qxm --answer yes", about: "the only open question" },
    { line: "skillet run answer r-7k3f9qxm --question limit --answer continue", about: "one of several questions" },
    {
      line: "skillet run answer r-7k3f9qxm --override qr_gate --reason 'known, see #12'",
      about: "if the gate allows it",
    },
  ],
  options: {
    answer: { kind: "list", value: "TEXT", about: "an option's label or number, or free text" },
    question: { kind: "text", value: "ID", about: "which question (default: the only one)" },
    by: { kind: "text", value: "NAME", about: "who answers (default: you)" },
    reason: { kind: "text", value: "TEXT", about: "the reason; stored with the answer" },
    override: { kind: "text", value: "GATE", about: "pass this gate; needs --reason" },
    ...formatOption,
  },
  arguments: { least: 1, most: 1, what: "a run's id" },
  async run({ options, arguments: [run = ""] }, io) {
    const { answer = [], question, reason, override } = options
    if (override === undefined && answer.length === 0)
      throw new UsageError("--answer is missing", "give --answer TEXT; skillet run inbox prints the questions")
    if (override !== undefined && reason === undefined)
      throw new UsageError("--override needs a reason", "give --reason TEXT; it is stored with the run")
    const by = findReporter(io, options.by)
    return withRunVerbs(io, options, async (runs) => {
      const asked = await rememberAsker(io, options, run)
      const directive =
        override === undefined
          ? await runs.answer({ run, answers: answer, by, question, reason })
          : await runs.override({ run, gate: override, by, reason: reason ?? "" })
      await printDirective(directive, { runs, io, options })
      await tellAsker(io, options, asked)
      return 0
    })
  },
})

export const runInbox = defineCommand({
  more: "The most urgent comes first.",
  usage: "[--all]",
  examples: [
    { line: "skillet run inbox", about: "in this project" },
    { line: "skillet run inbox --all --json", about: "in all projects" },
  ],
  options: { all: { kind: "flag", about: "in all projects" } },
  arguments: noArguments,
  async run({ options }, io) {
    return withRunVerbs(io, options, async (runs) => {
      const questions = await runs.questions({ all: options.all })
      if (options.json === true) io.json({ questions })
      else if (questions.length === 0)
        io.out(`No questions are waiting in ${options.all === true ? "any" : "this"} project.`)
      else io.out((await Promise.all(questions.map((one) => questionText(one, runs)))).join("\n\n"))
      return 0
    })
  },
})

async function questionText(question: OpenQuestion, runs: SkilletRuns): Promise<string> {
  const { run, step, id, text, options, asked } = question
  const choices = options.map(
    ({ label, about }, place) => `  ${place + 1}. ${label}${about === undefined ? "" : `: ${about}`}`,
  )
  const head = `${run}  ${step}/${id}  since ${formatDateTime(asked)}`
  const command = await runs.answerCommand(run, id)
  return escapeHidden([head, text, ...choices, `  ${command}`].join("\n"))
}

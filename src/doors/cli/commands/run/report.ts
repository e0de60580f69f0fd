import fs from "node:fs"
import path from "node:path"
import { reportStep } from "../../../../app/runs/report-step.ts"
import { outcomes } from "../../../../workflow/outcome.ts"
import { defineCommand } from "../../command.ts"
import { UsageError } from "../../usage-error.ts"
import { cwdOf, whoami, withRuns } from "./open.ts"
import { formatOption, printDirective } from "./print-directive.ts"

export const runReport = defineCommand({
  name: "run report",
  about: "Say how a step went, and print what to do next.",
  usage: "RUN --step STEP [--outcome WHICH] [--output FILE]",
  examples: [
    { line: "skillet run report r-7k3f9qxm --step scope --outcome ok", about: "it is done" },
    { line: "skillet run report r-7k3f9qxm --step plan --outcome ok --output plan.md", about: "with what it gave" },
    {
      line: "skillet run report r-7k3f9qxm --step look --item 3 --output -",
      about: "one agent's answer, from standard input",
    },
  ],
  options: {
    step: { kind: "text", value: "STEP", about: "the step's id, or its number" },
    outcome: {
      kind: "choice",
      values: outcomes,
      about: "how it went (default: what the output's last OUTCOME or RESULT line says)",
    },
    round: { kind: "number", value: "N", about: "which round of the step (default: the latest)" },
    item: { kind: "text", value: "ITEM", about: "which agent's part of it" },
    output: { kind: "text", value: "FILE", about: "what it gave; - is standard input", completes: "file" },
    by: { kind: "text", value: "NAME", about: "who did it (default: you)" },
    tokens: { kind: "number", value: "N", about: "what it took, for ceilings and quotes" },
    ...formatOption,
  },
  arguments: { least: 1, most: 1, what: "a run's id" },
  async run({ options, arguments: [id = ""] }, io) {
    const { step, outcome, round, item, output, tokens } = options
    if (step === undefined)
      throw new UsageError("which step is reported?", "give --step STEP; skillet run current names it")
    const cwd = cwdOf(io, options)
    const text = output === undefined ? undefined : readOutput(cwd, output)
    const report = {
      run: id,
      step,
      by: whoami(io, options.by),
      ...(outcome === undefined ? {} : { outcome }),
      ...(round === undefined ? {} : { round }),
      ...(item === undefined ? {} : { item }),
      ...(text === undefined ? {} : { text }),
      ...(tokens === undefined ? {} : { usage: { tokensIn: 0, tokensOut: tokens, money: 0, milliseconds: 0 } }),
    }
    return withRuns(io, options, async (runs) => {
      const { directive, again } = await reportStep(runs, report, { env: io.env, cwd })
      await printDirective(directive, { runs, io, options })
      if (again) io.err("this was reported before; nothing changed")
      return 0
    })
  },
})

const MOST_BYTES = 64 * 1024 * 1024

function readOutput(cwd: string, output: string): string {
  if (output === "-") return fs.readFileSync(0, "utf8")
  const file = path.resolve(cwd, output)
  const stat = fs.statSync(file, { throwIfNoEntry: false })
  if (stat?.isFile() !== true)
    throw new UsageError(`--output names ${output}, which is no file`, "write what the step gave into that file first")
  if (stat.size > MOST_BYTES) throw new UsageError(`${output} is larger than 64 MiB`, "hand in less")
  return fs.readFileSync(file, "utf8")
}

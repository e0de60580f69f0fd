import fs from "node:fs"
import path from "node:path"
import type { SkilletRuns } from "../../../skillet/open-skillet-runs.ts"
import { outcomes } from "../../../workflow/outcome.ts"
import { defineCommand } from "../../parsing/command.ts"
import { UsageError } from "../../parsing/usage-error.ts"
import { resolveCwd } from "../../with-resources.ts"
import { findReporter, withRunVerbs } from "./open.ts"
import { formatOption, printDirective } from "./print-directive.ts"

export const runReport = defineCommand({
  usage: "RUN --step STEP [--outcome WHICH] [--output FILE] [--reason TEXT]",
  examples: [
    { line: "skillet run report r-7k3f9qxm --step scope --outcome ok", about: "the step is done" },
    { line: "skillet run report r-7k3f9qxm --step plan --outcome ok --output plan.md", about: "with its output" },
    {
      line: "skillet run report r-7k3f9qxm --step look --item 3 --output -",
      about: "one agent's answer, from standard input",
    },
    {
      line: "skillet run report r-7k3f9qxm --step look --item 3 --outcome fail --reason 'no agents left'",
      about: "an agent could not be started",
    },
  ],
  options: {
    step: { kind: "text", value: "STEP", about: "the id or number of the step" },
    outcome: {
      kind: "choice",
      values: outcomes,
      about: "the outcome (default: the last OUTCOME or RESULT line of the output)",
    },
    round: { kind: "number", value: "N", about: "which round of the step (default: the latest)" },
    item: { kind: "text", value: "ITEM", about: "the item, if the step asks several agents" },
    output: { kind: "text", value: "FILE", about: "the output; - is standard input", completes: "file" },
    reason: { kind: "text", value: "TEXT", about: "why it failed or was skipped; stored with the run" },
    by: { kind: "text", value: "NAME", about: "who did the step (default: you)" },
    tokens: { kind: "number", value: "N", about: "tokens used, for limits and quotes" },
    ...formatOption,
  },
  arguments: { least: 1, most: 1, what: "a run's id" },
  async run({ options, arguments: [id = ""] }, io) {
    const { step, outcome, round, item, output, reason, tokens } = options
    if (step === undefined) throw new UsageError("--step is missing", "give --step STEP; skillet run current prints it")
    if (reason !== undefined && outcome !== "fail" && outcome !== "skip")
      throw new UsageError("--reason needs --outcome fail or skip", "give the outcome, or leave --reason out")
    const cwd = resolveCwd(io, options)
    const report = {
      run: id,
      step,
      by: findReporter(io, options.by),
      outcome,
      round,
      item,
      reason,
      ...(tokens === undefined ? {} : { usage: { tokensIn: 0, tokensOut: tokens, money: 0, milliseconds: 0 } }),
    }
    return withRunVerbs(io, options, async (runs) => {
      const text =
        output === undefined
          ? {}
          : { text: readOptionText(output, { cwd, directory: await findRunDirectory(runs, id, output) }) }
      const { directive, again } = await runs.report({ ...report, ...text })
      await printDirective(directive, { runs, io, options, isOneOfMany: item !== undefined })
      if (again) io.err("already reported; nothing changed")
      return 0
    })
  },
})

/** The directory a relative path may be relative to. Only the run knows it, so it is loaded only if needed. */
async function findRunDirectory(runs: SkilletRuns, id: string, output: string): Promise<string | undefined> {
  if (output === "-" || path.isAbsolute(output)) return undefined
  return (await runs.find(id)).directory
}

export function readOptionText(output: string, bases: PathBases): string {
  if (output === "-") return readAtMost(0, "standard input")
  const file = resolveOutput(output, bases)
  if (file === undefined)
    throw new UsageError(`${bases.option ?? "--output"}: ${output} is not a file`, "write the text to that file first")
  const opened = fs.openSync(file, "r")
  try {
    return readAtMost(opened, output)
  } finally {
    fs.closeSync(opened)
  }
}

/** The directories to which a relative path may refer. */
interface PathBases {
  readonly cwd: string
  /** The project's top, from which directives name files. */
  readonly directory?: string | undefined
  /** The option that names the file (default: `--output`). */
  readonly option?: string
}

/**
 * The file that `--output` names: relative to the working directory, else to the project's top. Undefined if there is
 * none.
 */
function resolveOutput(output: string, { cwd, directory }: PathBases): string | undefined {
  const candidates = [path.resolve(cwd, output), ...(directory === undefined ? [] : [path.resolve(directory, output)])]
  return candidates.find((file) => fs.statSync(file, { throwIfNoEntry: false })?.isFile() === true)
}

const MOST_BYTES = 64 * 1024 * 1024
const PIECE = 1024 * 1024

/** The text of a file or a pipe. It is read in pieces, because the size of a pipe's content is unknown. */
export function readAtMost(descriptor: number, name: string, most = MOST_BYTES): string {
  const pieces: Buffer[] = []
  for (let size = 0; ; ) {
    const piece = Buffer.allocUnsafe(Math.min(PIECE, most + 1))
    const read = readPiece(descriptor, piece)
    if (read === 0) return Buffer.concat(pieces).toString("utf8")
    size += read
    if (size > most)
      throw new UsageError(`--output: ${name} is larger than ${most / PIECE} MiB`, "give a shorter output")
    pieces.push(piece.subarray(0, read))
  }
}

/** An empty non-blocking pipe is read again; on Windows the end may be an error. */
function readPiece(descriptor: number, piece: Buffer): number {
  for (;;)
    try {
      return fs.readSync(descriptor, piece)
    } catch (error) {
      const code = error instanceof Error && "code" in error ? error.code : undefined
      if (code === "EOF") return 0
      if (code !== "EAGAIN") throw error
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 10)
    }
}

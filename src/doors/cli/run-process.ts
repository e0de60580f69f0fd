import { processIo } from "./io.ts"
import { type ExitCode, runCli } from "./run.ts"

/** Runs a command line as this process. */
export async function runProcess(words: readonly string[]): Promise<ExitCode> {
  // The reader of our output may stop early, as `head` does: that is not an error.
  process.stdout.on("error", (error: NodeJS.ErrnoException) => {
    if (error.code !== "EPIPE") process.stderr.write(`skillet: the result could not be written (${error.code})\n`)
    process.exit(error.code === "EPIPE" ? 0 : 1)
  })
  process.stderr.on("error", () => undefined)
  process.on("SIGINT", () => process.exit(130))
  return runCli(words, processIo())
}

import { createInterface } from "node:readline/promises"
import type { Io } from "../output.ts"

/** The answer of the person at the terminal. Without a terminal it cannot ask, and the answer is no. */
export async function saysYes(io: Io, question: string): Promise<boolean> {
  if (!io.isTerminal || process.stdin.isTTY !== true) return false
  const questions = createInterface({ input: process.stdin, output: process.stderr })
  questions.on("SIGINT", () => process.kill(process.pid, "SIGINT"))
  try {
    return /^y(es)?$/i.test((await questions.question(`\n${question} [y/N] `)).trim())
  } catch (error) {
    // Ctrl-D: there is no answer.
    if (error instanceof Error && error.name === "AbortError") return false
    throw error
  } finally {
    questions.close()
  }
}

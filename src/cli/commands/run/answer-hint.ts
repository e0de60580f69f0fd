import { writeAnswerCommand, type CommandTarget, addDirectory } from "../../../run/directive/commands.ts"
import type { Io } from "../../output.ts"
import { isWithin } from "../../../system/files/is-within.ts"

/** The command that answers a question, as the reader can run it. */
export function writeAnswerHint(run: CommandTarget, question: string, io: Io): string {
  const command = writeAnswerCommand(run, question)
  const { directory } = run
  return directory === undefined || isWithin(io.cwd, directory) ? command : addDirectory(command, directory)
}

import { readCommand } from "../shell/reading/read-command.ts"
import { type SimpleCommand, staticText } from "../shell/reading/words/shell-word.ts"
import { programKind } from "./command/options/programs/runners.ts"

/**
 * The files that a command would run, by the paths it names: programs in a folder, and the scripts that an interpreter
 * or a wrapper is given. Words that are only known while running cannot be named.
 */
export function filesRun(command: string): readonly string[] {
  return [...new Set(readCommand(command).commands.flatMap((each) => filesOf(each)))]
}

function filesOf({ words }: SimpleCommand): readonly string[] {
  const [name, ...rest] = words.map((word) => staticText(word))
  if (name === undefined) return []
  const own = name.includes("/") ? [name] : []
  const kind = programKind(name)
  const isSourced = name === "source" || name === "."
  if (kind !== "interpreter" && kind !== "runner" && !isSourced) return own
  return [...own, ...rest.filter((word) => word !== undefined && isFileName(word)).map(String)]
}

/** An operand that could be a file: a path, or a name with an extension. */
function isFileName(word: string): boolean {
  return !word.startsWith("-") && !/[\s;|&$`]/.test(word) && !word.includes("://") && /\/|\.\w+$/.test(word)
}

import path from "node:path"
import { escapeHidden } from "../../text/escape-hidden.ts"
import { quoteForShell } from "../../text/quote-for-shell.ts"
import type { ReviewProgram } from "./program-rows.ts"

/** The command that runs a program in a project; undefined if it needs a file that the project does not have. */
export function buildProgramCommand(
  { arguments: words, configs = [] }: Pick<ReviewProgram, "arguments" | "configs">,
  at: string,
  isThere: (file: string) => boolean,
): string | undefined {
  const config = configs.find(isThere)
  if (configs.length > 0 && config === undefined) return undefined
  const filled = words.map((word) => (word === "CONFIG" ? (config ?? word) : word))
  return [at, ...filled].map(quoteForShell).join(" ")
}

/** Why a program printed no result: the line of its error output that most likely says it. */
export function describeNoResult(code: number | null, errors: string, command: string): string {
  const lines = escapeHidden(errors)
    .split("\n")
    .map((line) => line.trim())
    .filter((line) => line !== "")
  const line = lines.findLast((text) => SAYS_WHY.test(text)) ?? lines.at(-1)
  const what = line === undefined ? "printed nothing" : `printed no result: ${line.slice(0, 300)}`
  return `it exited with code ${code} and ${what}; to see for yourself, run: ${command}`
}

const SAYS_WHY = /\berror\b|\bcannot\b|\bcould(?: not|n't)\b|\bunrecogni[sz]ed\b|\bno such\b|\w(?:Error|Exception)\b/i

/** What is known about the file that starts a program, so that its libraries can be found. */
export interface ProgramFile {
  /** Where it was found, and where that leads to if it is a link. */
  readonly paths: readonly string[]
  /** The real path of the interpreter that its first line names. */
  readonly interpreter?: string | undefined
}

/** The directories that a program must be able to read to start, apart from those of the system. */
export function listProgramFolders(
  { paths, interpreter }: ProgramFile,
  isThere: (file: string) => boolean,
): readonly string[] {
  const folders = paths.flatMap((file) => [path.dirname(file), ...libraries(file, isThere)])
  const runtime = interpreter === undefined ? [] : [path.dirname(interpreter), ...libraries(interpreter, isThere)]
  return [...new Set([...folders, ...runtime])]
}

/** npm stores a package and its dependencies in node_modules; Python has an environment, or `lib` next to `bin`. */
function libraries(file: string, isThere: (file: string) => boolean): readonly string[] {
  const modules = file.indexOf("/node_modules/")
  if (modules !== -1) return [file.slice(0, modules + "/node_modules".length)]
  const above = path.dirname(path.dirname(file))
  if (isThere(path.join(above, "pyvenv.cfg"))) return [above]
  return above !== "/" && isThere(path.join(above, "lib")) ? [path.join(above, "lib")] : []
}

import fs from "node:fs"
import path from "node:path"

/** The places from which a relative path may be meant. */
export interface PathBases {
  readonly cwd: string
  /** The project's top, from which directives name files. */
  readonly directory?: string | undefined
}

/** The file that `--output` names: from the working directory, else from the project's top. Undefined if there is none. */
export function outputPath(output: string, { cwd, directory }: PathBases): string | undefined {
  const candidates = [path.resolve(cwd, output), ...(directory === undefined ? [] : [path.resolve(directory, output)])]
  return candidates.find((file) => fs.statSync(file, { throwIfNoEntry: false })?.isFile() === true)
}

import fs from "node:fs"
import path from "node:path"

/** Before PATH, so that nothing a project puts into PATH takes the place of the system's own. */
const systemFolders = ["/usr/bin", "/bin", "/usr/local/bin", "/opt/homebrew/bin", "/run/current-system/sw/bin"]

/** The real path of an installed program; `given` is looked at alone when there is one. */
export function findProgram(name: string, given?: string): string | undefined {
  const searched = [...systemFolders, ...(process.env["PATH"] ?? "").split(path.delimiter).filter(path.isAbsolute)]
  const candidates = given === undefined ? searched.map((folder) => path.join(folder, name)) : [given]
  const found = candidates.find(isProgram)
  return found === undefined ? undefined : fs.realpathSync(found)
}

/** Whether a file is there and may be run. */
export function isProgram(file: string): boolean {
  try {
    fs.accessSync(file, fs.constants.X_OK)
    return fs.statSync(file).isFile()
  } catch (error) {
    if (error instanceof Error && "code" in error) return false
    throw error
  }
}

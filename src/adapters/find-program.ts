import fs from "node:fs"
import path from "node:path"

/** Searched before PATH, so that nothing a project puts into PATH replaces the system's own programs. */
const systemFolders = ["/usr/bin", "/bin", "/usr/local/bin", "/opt/homebrew/bin", "/run/current-system/sw/bin"]

/** The real path of an installed program; if `given` is set, only that is checked. */
export function findProgram(name: string, given?: string): string | undefined {
  const searched = [...systemFolders, ...(process.env["PATH"] ?? "").split(path.delimiter).filter(path.isAbsolute)]
  const candidates = given === undefined ? searched.map((folder) => path.join(folder, name)) : [given]
  const found = candidates.find(isProgram)
  return found === undefined ? undefined : fs.realpathSync(found)
}

/** Where a program really is, and the interpreter that its first line names. */
export function programFile(at: string): {
  readonly paths: readonly string[]
  readonly interpreter?: string | undefined
} {
  const [, program = "", word = ""] = /^#!\s*(\S+)(?:[ \t]+(?:-S[ \t]+)?(\S+))?/.exec(firstBytes(at)) ?? []
  const interpreter = path.basename(program) === "env" ? findProgram(word) : findProgram(program, program)
  return { paths: [...new Set([at, fs.realpathSync(at)])], interpreter }
}

function firstBytes(file: string): string {
  const descriptor = fs.openSync(file, "r")
  try {
    const bytes = Buffer.alloc(256)
    return bytes.toString("utf8", 0, fs.readSync(descriptor, bytes))
  } finally {
    fs.closeSync(descriptor)
  }
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

import fs from "node:fs"

/** Whether a process of this number exists, even one that belongs to somebody else. */
export function isProcessThere(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return error instanceof Error && "code" in error && error.code === "EPERM"
  }
}

/**
 * When a process began, in ticks since the machine started; `ended` for a zombie, undefined if the system does not say.
 * With its number it identifies a process: numbers are reused.
 */
export function readProcessStart(pid: number): string | undefined {
  const file = `/proc/${pid}/stat`
  if (!fs.existsSync(file)) return undefined
  try {
    const fields = fs
      .readFileSync(file, "utf8")
      .replace(/^.*\) /s, "")
      .split(" ")
    return fields[0] === "Z" || fields[0] === "X" ? "ended" : fields[19]
  } catch (error) {
    if (error instanceof Error && "code" in error) return undefined
    throw error
  }
}

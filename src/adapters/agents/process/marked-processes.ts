import fs from "node:fs"

/** Processes that were started with this in their environment, on Linux; elsewhere none can be found. */
export function markedProcesses(mark: string): readonly number[] {
  if (process.platform !== "linux") return []
  const wanted = `SKILLET_AGENT_MARK=${mark}`
  return fs
    .readdirSync("/proc")
    .filter((name) => /^\d+$/.test(name) && environOf(name).split("\0").includes(wanted))
    .map(Number)
}

/** Empty for processes that ended meanwhile or belong to somebody else. */
function environOf(id: string): string {
  try {
    return fs.readFileSync(`/proc/${id}/environ`, "latin1")
  } catch (error) {
    if (error instanceof Error && "code" in error) return ""
    throw error
  }
}

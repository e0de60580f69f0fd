import fs from "node:fs"

/** Whether a process is running. A zombie process is not. */
export function isAlive(id: number): boolean {
  if (!signal(id, 0)) return false
  return process.platform !== "linux" || readState(id).isAlive
}

/** Whether any process of a group is running. */
export function isGroupAlive(group: number): boolean {
  if (!signal(-group, 0)) return false
  if (process.platform !== "linux") return true
  const ids = fs.readdirSync("/proc").filter((name) => /^\d+$/.test(name))
  return ids.map((id) => readState(Number(id))).some((state) => state.isAlive && state.group === group)
}

/** Signals a whole group, or only the process while it has no group yet. */
export function signalGroup(group: number, name: NodeJS.Signals): void {
  if (!signal(-group, name)) signal(group, name)
}

/** False if there is no process to signal. */
function signal(target: number, name: NodeJS.Signals | 0): boolean {
  try {
    return process.kill(target, name)
  } catch (error) {
    if (error instanceof Error && "code" in error) return error.code === "EPERM"
    throw error
  }
}

function readState(id: number): { readonly isAlive: boolean; readonly group?: number } {
  try {
    const stat = fs.readFileSync(`/proc/${id}/stat`, "latin1")
    // The name before it may contain anything, even parentheses.
    const [state = "", , group] = stat.slice(stat.lastIndexOf(")") + 2).split(" ")
    return { isAlive: !"ZX".includes(state), group: Number(group) }
  } catch (error) {
    if (error instanceof Error && "code" in error) return { isAlive: false }
    throw error
  }
}

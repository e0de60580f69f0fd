import fs from "node:fs"
import { readErrorCode } from "../../problem/failure.ts"

/** Whether a file or directory, or the link that leads to it, belongs to somebody else. What is not there does not. */
export function isOfOtherUser(file: string): boolean {
  const user = process.geteuid?.()
  if (user === undefined) return false
  const found = [readStat(() => fs.lstatSync(file)), readStat(() => fs.statSync(file))]
  return found.some((stat) => stat !== undefined && stat.uid !== user)
}

/** Nothing is there either if a file is where a directory should be, or links lead in a circle. */
function readStat(read: () => fs.Stats): fs.Stats | undefined {
  try {
    return read()
  } catch (error) {
    if (["ENOENT", "ENOTDIR", "ELOOP"].includes(readErrorCode(error) ?? "")) return undefined
    throw error
  }
}

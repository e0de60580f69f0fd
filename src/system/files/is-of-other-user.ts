import fs from "node:fs"

/** Whether a file or directory, or the link that leads to it, belongs to somebody else. What is not there does not. */
export function isOfOtherUser(file: string): boolean {
  const user = process.geteuid?.()
  if (user === undefined) return false
  const found = [fs.lstatSync(file, { throwIfNoEntry: false }), fs.statSync(file, { throwIfNoEntry: false })]
  return found.some((stat) => stat !== undefined && stat.uid !== user)
}

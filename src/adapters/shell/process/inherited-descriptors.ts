import fs from "node:fs"

const closedOnExec = 0o2000000

/**
 * Open files, beyond the three everyone has, that a process hands on to its children unasked: what leaked into it from
 * the process that started it. Empty where the system does not tell.
 */
export function inheritedDescriptors(of: number | "self" = "self"): readonly number[] {
  const folder = `/proc/${of}/fdinfo`
  if (!fs.existsSync(folder)) return []
  return fs
    .readdirSync(folder)
    .map(Number)
    .filter((descriptor) => descriptor > 2 && isHandedOn(`${folder}/${descriptor}`))
}

function isHandedOn(info: string): boolean {
  try {
    const flags = /^flags:\s*([0-7]+)$/m.exec(fs.readFileSync(info, "utf8"))?.[1]
    return flags !== undefined && (Number.parseInt(flags, 8) & closedOnExec) === 0
  } catch (error) {
    // The one the folder was read with is closed by now.
    if (error instanceof Error && "code" in error) return false
    throw error
  }
}

import fs from "node:fs"
import path from "node:path"
import type { Ignore } from "ignore"
import type { Surroundings } from "../hosts/profile.ts"

const MOST_BYTES = 1024 * 1024

/** Of some folders of a repository, those that git does not ignore: what was built or fetched brings no skills along. */
export async function withoutIgnored(
  folders: readonly string[],
  around: Pick<Surroundings, "root" | "home">,
): Promise<readonly string[]> {
  const { root } = around
  if (folders.length === 0 || !fs.existsSync(path.join(root, ".git"))) return folders
  const { default: ignore } = await import("ignore")
  const known = new Map<string, Ignore | undefined>()
  const rulesIn = (file: string) => {
    if (!known.has(file)) {
      const text = readRules(file)
      known.set(file, text === undefined ? undefined : ignore().add(text))
    }
    return known.get(file)
  }
  const everywhere = [path.join(root, ".git/info/exclude"), path.join(around.home, ".config/git/ignore")]

  /** The nearest file with an opinion decides, as git does it. */
  function isIgnored(folder: string): boolean {
    const above = foldersBetween(root, path.dirname(folder)).map((at) => ({ at, file: path.join(at, ".gitignore") }))
    for (const { at, file } of [...above.reverse(), ...everywhere.map((one) => ({ at: root, file: one }))]) {
      const verdict = rulesIn(file)?.test(`${path.relative(at, folder)}/`)
      if (verdict?.ignored === true) return true
      if (verdict?.unignored === true) return false
    }
    return false
  }
  return folders.filter((folder) => !foldersBetween(root, folder).slice(1).some(isIgnored))
}

/** From the first folder down to the second, both included. */
function foldersBetween(from: string, to: string): readonly string[] {
  const parts = path
    .relative(from, to)
    .split(path.sep)
    .filter((part) => part !== "")
  return [from, ...parts.map((_, at) => path.join(from, ...parts.slice(0, at + 1)))]
}

function readRules(file: string): string | undefined {
  const stat = fs.lstatSync(file, { throwIfNoEntry: false })
  return stat?.isFile() === true && stat.size <= MOST_BYTES ? fs.readFileSync(file, "utf8") : undefined
}

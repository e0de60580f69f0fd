import fs from "node:fs"
import path from "node:path"
import type { Ignore } from "ignore"

const MOST_BYTES = 1024 * 1024

/**
 * Those directories of a repository that git does not ignore: built or downloaded files do not add skills. The nearest
 * `.gitignore` that decides wins, then the repository's own exclusions, then the user's.
 */
export async function dropIgnoredFolders(
  folders: readonly string[],
  { root, home }: { readonly root: string; readonly home: string },
): Promise<readonly string[]> {
  if (folders.length === 0 || !fs.existsSync(path.join(root, ".git"))) return folders
  const { default: ignore } = await import("ignore")
  const known = new Map<string, Ignore | undefined>()
  const loadRules = (file: string) => {
    if (!known.has(file)) {
      const text = readRules(file)
      known.set(file, text === undefined ? undefined : ignore().add(text))
    }
    return known.get(file)
  }
  const everywhere = [path.join(root, ".git/info/exclude"), path.join(home, ".config/git/ignore")]

  function isIgnored(folder: string): boolean {
    const above = listFoldersDown(root, path.dirname(folder)).map((at) => ({ at, file: path.join(at, ".gitignore") }))
    for (const { at, file } of [...above.reverse(), ...everywhere.map((one) => ({ at: root, file: one }))]) {
      const verdict = loadRules(file)?.test(`${path.relative(at, folder)}/`)
      if (verdict?.ignored === true) return true
      if (verdict?.unignored === true) return false
    }
    return false
  }
  return folders.filter((folder) => !listFoldersDown(root, folder).slice(1).some(isIgnored))
}

/** From the first directory down to the second, both included. */
function listFoldersDown(from: string, to: string): readonly string[] {
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

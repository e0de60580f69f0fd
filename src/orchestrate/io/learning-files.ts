import fs from "node:fs"
import path from "node:path"
import { SkilletError } from "../../problem/failure.ts"
import { replaceFile } from "../../system/files/replace-file.ts"
import { readSafely } from "../../system/files/read-safely.ts"
import { findLinkBelow, makeFoldersBelow } from "../../system/files/make-folders-below.ts"

const LARGEST = 64 * 1024
const MOST_FILES = 20

/** Where a project stores learnings, one directory for each function. */
export const LEARNINGS = ".skillet/learnings"

/** The Markdown files of one function, by name without `.md`. Links and files that are too large are left out. */
export function readLearnings(top: string, agent: string): Readonly<Record<string, string>> {
  const folder = path.join(fs.realpathSync(top), LEARNINGS, agent)
  if (!isRealFolder(top, agent)) return {}
  const names = fs
    .readdirSync(folder, { withFileTypes: true })
    .filter((entry) => entry.isFile() && entry.name.endsWith(".md"))
  return Object.fromEntries(
    names.slice(0, MOST_FILES).flatMap(({ name }) => {
      const text = readText(path.join(folder, name))
      return text === undefined ? [] : [[name.slice(0, -3), text]]
    }),
  )
}

function readText(file: string): string | undefined {
  try {
    return readSafely(file, LARGEST).toString("utf8")
  } catch (error) {
    if (error instanceof SkilletError) return undefined
    throw error
  }
}

export function writeLearning(
  top: string,
  { agent, file, text }: { readonly agent: string; readonly file: string; readonly text: string },
): string {
  const folder = path.join(fs.realpathSync(top), LEARNINGS, agent)
  if (makeFoldersBelow(fs.realpathSync(top), [...LEARNINGS.split("/"), agent]) !== undefined)
    throw new SkilletError(
      "memory.not-a-folder",
      `the path ${LEARNINGS}/${agent} goes through a link, so nothing is written there`,
      {
        retry: "no",
        next: "put a real directory there",
      },
    )
  replaceFile(path.join(folder, `${file}.md`), text, { mode: 0o644, isDurable: true })
  return `${LEARNINGS}/${agent}/${file}.md`
}

function isRealFolder(top: string, agent: string): boolean {
  const names = [...LEARNINGS.split("/"), agent]
  const root = fs.realpathSync(top)
  return findLinkBelow(root, names) === undefined && fs.existsSync(path.join(root, ...names))
}

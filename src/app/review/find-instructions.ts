import fs from "node:fs"
import path from "node:path"

const AT_ROOT = ["CLAUDE.md", ".ai/AI-AGENT-INSTRUCTIONS.md", ".github/copilot-instructions.md"]
const MOST_BYTES = 128 * 1024

/** What a project tells agents: the CLAUDE.md nearest to each file, then the root's own files, each once. */
export function findInstructions(
  root: string,
  files: readonly string[],
): readonly { readonly path: string; readonly text: string }[] {
  const nearest = files.flatMap((file) => nearestTo(root, file) ?? [])
  const names = [...new Set([...nearest, ...AT_ROOT])]
  return names.flatMap((name) => {
    const text = readSmall(path.join(root, name))
    return text === undefined || text.trim() === "" ? [] : [{ path: name, text }]
  })
}

function nearestTo(root: string, file: string): string | undefined {
  for (let at = path.dirname(file); at !== "." && at !== "/" && at !== ""; at = path.dirname(at)) {
    if (fs.existsSync(path.join(root, at, "CLAUDE.md"))) return `${at.split(path.sep).join("/")}/CLAUDE.md`
  }
  return undefined
}

function readSmall(file: string): string | undefined {
  const stat = fs.lstatSync(file, { throwIfNoEntry: false })
  return stat?.isFile() === true && stat.size <= MOST_BYTES ? fs.readFileSync(file, "utf8") : undefined
}

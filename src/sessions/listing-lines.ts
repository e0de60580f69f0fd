import type { OfferedSkill } from "./session.ts"

const FILE = / \(file: (.+)\)$/
const ROOT = /^- `(r\d+)` = `(.+)`$/gm

/** The entries of a listing with a line for each: `- name: text`. Codex adds the file, by a table of directories. */
export function readListingLines(text: string): readonly OfferedSkill[] {
  const roots = new Map([...text.matchAll(ROOT)].map(([, short = "", folder = ""]) => [short, folder]))
  const from = text.indexOf("### Available skills\n")
  const part = from === -1 ? text : (text.slice(from).split(/\n### (?!Available)/)[0] ?? "")
  return part.split("\n").flatMap((line) => {
    if (!line.startsWith("- ")) return []
    const file = FILE.exec(line)?.[1]
    const entry = line.slice(2).replace(FILE, "")
    const end = findNameEnd(entry)
    const about = entry.slice(end).replace(/^:\s*/, "")
    return [
      {
        name: entry.slice(0, end).replace(/ \([^()]*\)$/, ""),
        characters: about.length,
        isCut: /(?:…|\.\.\.)$/.test(about),
        file: file === undefined ? undefined : expandRoot(file, roots),
      },
    ]
  })
}

/** A name may have colons, `plugin:skill`; the text comes after one with a space. */
function findNameEnd(entry: string): number {
  const at = entry.search(/:(?:\s|$)/)
  return at === -1 ? entry.length : at
}

function expandRoot(file: string, roots: ReadonlyMap<string, string>): string {
  const [first = "", ...rest] = file.split("/")
  const root = roots.get(first)
  return root === undefined ? file : [root, ...rest].join("/")
}

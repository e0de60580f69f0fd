import type { Outline } from "./read-outline.ts"

/** A file of the skill that its body mentions. */
export interface FileMention {
  readonly path: string
  readonly line: number
  readonly column: number
}

const LINK = /\]\((?!\w+:|#|\/)<?([^)\s>#]+)/g
const NAMED =
  /(?<![\w./\\-])((?:\.\/)?(?:references|scripts|assets|examples|templates|resources)\/[\w./-]*[\w-]\.[A-Za-z0-9]{1,5})(?![\w/-])/g

/**
 * The files that a body names: relative Markdown links, and paths below the directories in which skills usually keep
 * files. Examples in code fences and placeholders do not count.
 */
export function findFileMentions(outline: Outline): readonly FileMention[] {
  const mentions = new Map<string, FileMention>()
  const inFence = (line: number) => outline.fences.some(({ from, to }) => line >= from && line <= to)
  for (const [at, text] of outline.lines.entries()) {
    if (!text.includes("/") && !text.includes("](")) continue
    if (inFence(at + 1)) continue
    for (const match of [...text.matchAll(LINK), ...text.matchAll(NAMED)]) {
      const path = cleanPath(match[1] ?? "")
      if (path === undefined || mentions.has(path)) continue
      mentions.set(path, { path, line: at + 1, column: match.index + match[0].indexOf(match[1] ?? "") + 1 })
    }
  }
  return [...mentions.values()]
}

function cleanPath(path: string): string | undefined {
  const plain = path.replace(/^\.\//, "").replace(/[?].*$/, "")
  if (plain === "" || plain.startsWith("..") || /[*{}<>$|[\]]|\.\.\.|%/.test(plain)) return undefined
  // A word with a dot may be a sentence or a domain, so a link target counts only with a file extension.
  return /\.[A-Za-z0-9]{1,5}$/.test(plain) && !/(^|\/)(x{2,}|foo|bar|example|your|my|path)([-_./]|$)/i.test(plain)
    ? plain
    : undefined
}

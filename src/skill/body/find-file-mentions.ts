import type { Outline } from "./read-outline.ts"

/** A file of the skill that its body mentions. */
export interface FileMention {
  readonly path: string
  readonly line: number
  readonly column: number
  /** `link`: relative to the skill's file. `own`: by the variable of its directory. `named`: as text, so it may also be the project's. */
  readonly by: "link" | "own" | "named"
  /** The text gives it as an example, or inside quoted Markdown, so it need not exist. */
  readonly isExample: boolean
}

const LINK = /\]\((?!\w+:|#|\/)<?([^)\s>#]+)/g
const OWN = /\$\{(?:CLAUDE|SKILLET)_SKILL_DIR\}\/([\w./-]*[\w-]\.[A-Za-z0-9]{1,5})(?![\w/-])/g
const NAMED =
  /(?<![\w./\\}-]|\]\()((?:\.\/)?(?:references|scripts|assets|examples|templates|resources)\/[\w./-]*[\w-]\.[A-Za-z0-9]{1,5})(?![\w/-])/g

/**
 * The files that a body names: relative Markdown links, paths below the skill's own directory, and paths below the
 * directories in which skills usually keep files. In code fences only the variable of its directory counts, because
 * anything else may be an example; placeholders never count.
 */
export function findFileMentions(outline: Outline): readonly FileMention[] {
  const mentions = new Map<string, FileMention>()
  const inFence = (line: number) => outline.fences.some(({ from, to }) => line >= from && line <= to)
  for (const [at, text] of outline.lines.entries()) {
    if (!text.includes("/") && !text.includes("](")) continue
    for (const { match, by } of listMatches(text, inFence(at + 1))) {
      const path = cleanPath(match[1] ?? "")
      if (path === undefined) continue
      const column = match.index + match[0].indexOf(match[1] ?? "") + 1
      const before = text.slice(0, match.index)
      const isExample =
        by === "link" ? isInSpan(before) : by === "named" && isExampleAfter(outline.lines[at - 1], before)
      const known = mentions.get(path)
      if (known === undefined || (known.isExample && !isExample))
        mentions.set(path, { path, line: at + 1, column, by, isExample })
    }
  }
  return [...mentions.values()]
}

interface FoundMention {
  readonly match: RegExpExecArray
  readonly by: FileMention["by"]
}

function listMatches(text: string, isCode: boolean): readonly FoundMention[] {
  const find = (expression: RegExp, by: FileMention["by"]) =>
    [...text.matchAll(expression)].map((match) => ({ match, by }))
  return [...find(OWN, "own"), ...(isCode ? [] : [...find(LINK, "link"), ...find(NAMED, "named")])]
}

const EXAMPLE = /\b(?:for example|for instance|e\.g\.?|such as|something like|looks? like)[^.;:]{0,60}$/i

/** A link in a code span shows how to write one. */
function isInSpan(before: string): boolean {
  return before.split("`").length % 2 === 0
}

/** A path after "for example" is one of many; the sentence may begin on the line above. */
function isExampleAfter(above = "", before: string): boolean {
  return EXAMPLE.test(`${above} ${before}`.replace(/`[^`]*`/g, "x"))
}

function cleanPath(path: string): string | undefined {
  const plain = path.replace(/^\.\//, "").replace(/[?].*$/, "")
  if (plain === "" || /[*{}<>$|[\]]|\.\.\.|%/.test(plain)) return undefined
  // A word with a dot may be a sentence or a domain, so a link target counts only with a file extension.
  return /\.[A-Za-z0-9]{1,5}$/.test(plain) && !/(^|\/)(x{2,}|foo|bar|example|your|my|path)([-_./]|$)/i.test(plain)
    ? plain
    : undefined
}

import type { Harm } from "../../harm.ts"

export const addresses: readonly Harm[] = ["url", "redirect"]

/** The harms that a text can no longer do if it does not contain these characters. */
export function listExcludedHarms(text: string): readonly Harm[] {
  if (text.includes("..") || text === "/" || text === "\\" || text === "/.") return ["path", "archive"]
  if (text === "'" || text === '"') return ["sql", "xpath", "code"]
  if (text === "<" || text === ">") return ["html", "script", "render"]
  if (text === "://" || text === "//") return ["redirect", "url"]
  if (text === "\n" || text === "\r") return ["header"]
  if (text === ";" || text === "|" || text === "&") return ["shell"]
  return []
}

interface PatternUse {
  readonly outcome: boolean
  readonly isWhole: boolean
  readonly isStart: boolean
}

/** What a match with a regular expression, or its absence, shows about a text. */
export function listDisprovenHarms(
  pattern: string,
  { outcome, isWhole, isStart }: PatternUse,
): readonly Harm[] | "all" {
  const isAnchored = isWhole || ((isStart || pattern.startsWith("^")) && /(?:\$|\\[zZ])$/.test(pattern))
  if (outcome) {
    if (isAnchored && !/\.[*+]|\[\^|\\S[*+]/.test(pattern)) return "all"
    const begun = shownByBeginning(pattern)
    if (/^\^\\?\/(?:\(\?!|\[\^|\w|\[\w)/.test(pattern)) return [...addresses, ...begun]
    return /^\^?https?:\\?\/\\?\/[\w\\.-]+(?:\\\/|\/)/.test(pattern) ? [...addresses, ...begun] : begun
  }
  // If no character outside the class is found, the text consists only of characters of the class.
  if (/^\(?\[\^(?:\\.|[^\]\\])*\]\)?[+*]?$/.test(pattern)) return "all"
  if (/^\^\(?\\?\/[[(]?\\?[/\\]/.test(pattern)) return addresses
  return listExcludedHarms(pattern.replace(/\\(.)/g, "$1"))
}

/** A text that must begin with a scheme or a slash is no script; one that must begin with a letter is no option. */
function shownByBeginning(pattern: string): readonly Harm[] {
  const isLink = /^\^\(?(?:\?:)?(?:https?\b|mailto|\\?\/)/.test(pattern)
  const isWord = /^\^\(?(?:\?:)?(?:[a-z]|\\[wd]|\[(?:\w-\w|\\[wd]|\w)+\])/i.test(pattern)
  return [...(isLink ? (["link"] as const) : []), ...(isWord ? (["option"] as const) : [])]
}

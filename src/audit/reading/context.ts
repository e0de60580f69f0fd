import { type Passage, spotOf } from "./passage.ts"

/**
 * Whether a text speaks about something instead of asking for it: a warning, a rule against it, an example of an
 * attack. What runs by itself (commands, hooks) is never only spoken of.
 */
export function isTalkedAbout(passage: Passage, at: number, by: "any" | "marked" = "any"): boolean {
  if (passage.kind === "command" || passage.kind === "hook" || passage.kind === "decoded") return false
  const { line, column } = spotOf(passage, at)
  const own = passage.around[line - 1] ?? ""
  if (isSearchedFor(own, column - 1)) return true
  if (passage.kind === "script") return by === "any" && isComment(own)
  if (by === "marked" && /["“‘«「]/.test(passage.text[at - 1] ?? "")) return true
  const speaks = (text: string) => MARKED.test(text) || (by === "any" && AGAINST.test(text))
  return speaks(own) || before(passage, line).some(speaks)
}

/** The lines that introduce it: up to two above in its block, the one above its code fence, and its heading. */
function before({ around, kind }: Passage, line: number): readonly string[] {
  const found: string[] = []
  let isFenced = kind === "code"
  for (let at = line - 2, steps = 0; at >= 0 && steps < 60 && found.length < 4; at--, steps++) {
    const text = around[at] ?? ""
    if (/^#{1,6}\s/.test(text) && !isFenced) return [...found, text]
    if (isFenced && /^\s*(?:```|~~~)/.test(text)) {
      isFenced = false
      continue
    }
    if (text.trim() === "") continue
    const isComment = /^\s*(?:#|\/\/|--|<!--)/.test(text)
    if (isFenced ? isComment && found.length === 0 : found.length < 2) found.push(text)
  }
  return found
}

/** A word against it must be about doing it: "never fails" and "do not skip" are no warnings. */
const AGAINST =
  /\b(?:never|do not|don['’]t|must not|should not|shouldn['’]t|avoid|refuse to|instead of|rather than)\b\W+(?:\w+\W+){0,2}?(?:run|us(?:e|ing)|execut|pip|do\b|start|install|past|copy|typ|call|invok|trust|grant|enabl|disabl|add|writ|put|pass|delet|fetch|download|curl|wget|rm\b|sudo)|\bwhat not to do\b|\bnot recommended\b|\b(?:nie|niemals|nunca|jamais|jangan|nicht)\b|никогда|нельзя|不要|请勿|禁止|切勿|しないで/i
const MARKED =
  /\b(?:malicious|malware|attack(?:s|er|ers|ing)?|exploit(?:s|ed|ation)?|injection|payloads?|suspicious|vulnerab\w+|dangerous|unsafe|insecure|harmful|red flags?|anti-?patterns?|threats?|bad example|detect(?:s|ed|ion|ing)?|flag(?:s|ged)? (?:as|any|these)|indicators?|watch (?:out )?for|scan(?:s|ning)? for|look(?:s|ing)? for|phishing|forbidden|prohibited|block(?:s|ed|list|ing)|disallowed|denied|deny)\b|\bBAD\b|\bWRONG\b|❌|🚫|⛔|✗/i

function isComment(line: string): boolean {
  return /^\s*(?:#(?!!)|\/\/|\/?\*[\s*])/.test(line)
}

/** Whether it stands inside the pattern of something that looks for it. */
function isSearchedFor(line: string, at: number): boolean {
  const opened =
    /(?:\bre\.\w+\(|\bRegExp\(|\b[ef]?grep\s+(?:-\w+\s+)*|\brg\s+(?:-\w+\s+)*|\bpattern["']?\s*[:=])\s*r?(["'`/])[^"'`]*$/.test(
      line.slice(0, at),
    )
  return opened || /^[^;&]*\/[gimsuy]*\.(?:test|exec)\(/.test(line.slice(at))
}

/** Names of folders whose files are looked at, not run. */
export function isFixture(path: string): boolean {
  return /(?:^|\/)(?:tests?|__tests__|fixtures?|testdata|spec|samples?)\//i.test(path)
}

import { type Passage, locateInFile } from "./passage.ts"

/**
 * Whether a text mentions something instead of asking for it: a warning, a rule against it, an example of an attack.
 * Commands and hooks that run automatically are never only mentioned.
 */
export function isOnlyMentioned(passage: Passage, at: number, by: "any" | "marked" = "any"): boolean {
  if (passage.kind === "command" || passage.kind === "hook" || passage.kind === "decoded") return false
  const { line, column } = locateInFile(passage, at)
  const own = passage.around[line - 1] ?? ""
  if (isSearchPattern(own, column - 1)) return true
  if (passage.kind === "script") return by === "any" && isComment(own)
  if (by === "marked" && /["“‘«「]/.test(passage.text[at - 1] ?? "")) return true
  if (by === "marked") return [own, ...before(passage, line)].some((text) => MARKED.test(text) || isKeptOut(text))
  return isWarnedAgainst(own, column - 1, before(passage, line))
}

/**
 * Whether the text warns against what a line has at this place. The words must be about it:
 * 1. A negative word in its own clause settles it: "never run X", "X is blocked".
 * 2. Otherwise, no nearby word excuses a clause that asks for it ("macOS blocks it, run X"), except in a list of what
 *    not to do.
 * 3. Otherwise, the rest of its line and the lines that introduce it are read, each by its last sentence.
 */
function isWarnedAgainst(line: string, at: number, above: readonly string[]): boolean {
  const from = takeLastClause(line.slice(0, at))
  const to = takeNextClause(line.slice(at))
  if (AGAINST.test(from) || GUARDED.test(from) || FLAGS.test(from) || AGAINST_IT.test(to) || /[❌🚫⛔✗]/u.test(line))
    return true
  const isListed = /^\s*(?:[-*+]|\d+[.)])\s/.test(line)
  if (isListed && above.some((text) => /^#{1,6}\s|:\W*$/.test(text) && LISTS_AGAINST.test(text))) return true
  if (OTHERS_DO.test(from)) return true
  if (ASKS.test(from)) return false
  if (isKeptOut(from) || MARKED.test(from) || MARKED.test(to)) return true
  const intro = above.map(lastSentence)
  if (SHOWS_BAD.test(intro[0] ?? "")) return true
  const nearest = intro[0] ?? ""
  if (asksAtEnd(nearest)) return AGAINST.test(nearest) || isKeptOut(nearest)
  return intro.some((text) => AGAINST.test(text) || MARKED.test(text) || isKeptOut(text))
}

/** Whether the text asks the reader to carry out what is on a line: there, or in the words that introduce it. */
export function isRequested(passage: Passage, line: number): boolean {
  const own = passage.around[line - 1] ?? ""
  const [nearest = "", ...others] = before(passage, line).map(lastSentence)
  if (
    passage.kind === "prose" &&
    !/^\s*[>|]/.test(own) &&
    ORDERED.test(own.replace(/`[^`\n]*`|["“][^"”\n]*["”]/g, " "))
  )
    return true
  return asksAtEnd(nearest) || [nearest, ...others].some((text) => !text.startsWith("#") && ORDERED.test(text))
}

/** An order at the beginning of a sentence, after the marks of lists and headings. */
const ORDERED =
  /(?:^|[.!?:;]\s+|\bthen\s+|\bnow\s+|\bfirst,?\s+|\bplease\s+|\byou (?:must|should|need to)\s+|\balso\s+)\W{0,6}(?:run|execute|paste|type|enter|start|install|copy|launch|invoke|apply|send|append|add|write|delete|upload|post)\b/i

const JOINTS =
  /(?:[.!?;](?=\s)|,\s+(?:(?:so|then|just|simply|please|instead|but|and|always|now)\s+)*(?=(?:run|execut|past|typ|us|start|install|copy|call|launch|enter|do|you|we|it)\w*\b)|\s[–—-]{1,2}\s|\b(?:but|so|then|otherwise|therefore)\s|\binstead,?\s(?!of\b)|\band\s+(?=(?:then\s+)?(?:run|execute|paste|type)\b)|:\s)/giu

/**
 * The part of a text that belongs to its end: everything after its last clause boundary. A list after a colon belongs
 * to the words before the colon.
 */
function takeLastClause(text: string): string {
  const joints = [...text.matchAll(JOINTS)].filter(([joint], at, all) => joint !== ": " || at < all.length - 1)
  const last = joints.at(-1)
  return last === undefined ? text : text.slice(last.index + last[0].length)
}

function takeNextClause(text: string): string {
  // The command itself may contain full stops and semicolons; the text about it begins after its closing quote.
  const said = /^[^`"'”]*[`"'”]([^]*)$/.exec(text)?.[1] ?? ""
  const end = /[.!?;](?:\s|$)/.exec(said)
  return end === null ? said : said.slice(0, end.index)
}

function lastSentence(text: string): string {
  return (
    text
      .trimEnd()
      .split(/(?<=[.!?])\s+(?=\S)/)
      .at(-1) ?? ""
  )
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

/** A negative word must be about doing it: "never fails" and "do not skip" are not warnings. */
const AGAINST =
  /\b(?:never|do not|don['’]t|must not|should not|shouldn['’]t|avoid|refuse to|instead of|rather than)\b\W+(?:\w+\W+){0,2}?(?:run|us(?:e|ing)|execut|pip|do\b|start|install|past|copy|typ|call|invok|trust|grant|enabl|disabl|add|writ|put|pass|delet|fetch|download|curl|wget|rm\b|sudo)|\bwhat not to do\b|\bnot recommended\b|\b(?:nie|niemals|nunca|jamais|jangan|nicht)\b|никогда|нельзя|不要|请勿|禁止|切勿|しないで/i
/** Words that come after it. */
const AGAINST_IT =
  /^\W*(?:\w+\W+){0,3}?(?:(?:is|are|was|were|be|being|gets?|will be|must be|stays?|as)\s+(?:\w+\s+)?(?:blocked|denied|refused|rejected|forbidden|prohibited|disallowed|banned|dangerous|unsafe|never (?:run|allowed|used)|not (?:allowed|permitted|run|safe))|must (?:never|not)|should (?:never|not)|(?:shall|may|can) not|cannot|is out of bounds)\b/i
/** Something prevents it: "safety on", "protects you against". */
const GUARDED =
  /\b(?:safety (?:on|against|from)|safe from|guard(?:s|ed|ing)?\s+(?:\w+\s+){0,2}(?:against|from)|protect(?:s|ed|ing|ion)?\s+(?:\w+\s+){0,2}(?:against|from))\W*$/i
/** A reviewer is told to object to a text that has it: "flag any README that says X". */
const FLAGS =
  /^\W*(?:flag|report|reject|question)\s+(?:any|every|all|each)\s+(?:\w+\s+){0,2}?(?:README|files?|scripts?|skills?|documents?|pages?|commits?|pull requests?|steps?|instructions?)\s+(?:that|which|with)\b/i
/** One word above an example: "Don't:", "Bad:". */
const SHOWS_BAD =
  /^\W*(?:don['’]?ts?|do not|bad|avoid|wrong|never|incorrect|unsafe|insecure|not like this|anti-?patterns?)(?: example)?\W*$/i
/** Somebody else does it: "an attacker could run X". */
const OTHERS_DO =
  /\b(?:attackers?|intruders?|adversar(?:y|ies)|malware|hackers?|malicious \w+|compromised \w+)\b(?:\s+\w+){0,4}\W*$/i
/** Words that introduce a list of things that nobody should do. */
const LISTS_AGAINST =
  /\b(?:never|do not|don['’]t|must not|what not to|not to do|avoid|anti-?patterns?|red flags?|forbidden|prohibited|disallowed|mistakes?|attacks?|malicious|blocked commands?|denied commands?)\b|禁止|不要/i
/** An order or a piece of advice, directly before what it is about. */
const ASKS =
  /(?:^|[^\w'’-])(?:run|execute|paste|type|enter|use|start|install|copy|launch|invoke|call|try|add|apply|issue|fix(?:ed)? (?:it|this) (?:with|by)|running|executing|pasting|typing|entering|using|with|via|by)\b[^.!?;]{0,60}$/i

function asksAtEnd(text: string): boolean {
  return /(?:^|[^\w'’-])(?:run|execute|paste|type|enter|use|start|install|copy|launch|invoke|try|apply|do)\b[^.!?;]{0,60}:?\W*$/i.test(
    text,
  )
}

/** Something keeps commands out: the object of the verb is a command, not the user's program. */
function isKeptOut(text: string): boolean {
  return KEEPS_OUT.test(text)
}

const KEEPS_OUT =
  /\b(?:block(?:s|ed|ing)?|den(?:y|ies|ied|ying)|refus(?:e|es|ed|ing)|reject(?:s|ed|ing)?|stop(?:s|ped|ping)?|prevent(?:s|ed|ing)?|ban(?:s|ned|ning)?)\b:?\s*(?:[`"'“(]|(?:(?:the|any|all|a|an|every|these|those|following|such|shell|bash|destructive|risky|certain|known|most|other|its|use|uses|of|to|run|execute|running|\w+ing)\s+){0,4}(?:commands?|patterns?|calls?|invocations?|one-?liners?|anything|things|forms?|idioms?|such as|like|e\.g\.)|$)/i
const MARKED =
  /\balerts? (?:for|on|about)\b|\b(?:malicious|malware|attack(?:s|er|ers|ing)?|exploit(?:s|ed|ation)?|injection|payloads?|suspicious|vulnerab\w+|dangerous|unsafe|insecure|harmful|red flags?|anti-?patterns?|threats?|bad example|detect(?:s|ed|ion|ing)?|flag(?:s|ged)? (?:as|any|these)|indicators?|watch (?:out )?for|scan(?:s|ning)? for|look(?:s|ing)? for|phishing|intruders?|adversar(?:y|ies)|droppers?|wipers?|compromised|reverse shells?|forbidden|prohibited|blocklist|denylist|disallowed)\b|\bBAD\b|\bWRONG\b|❌|🚫|⛔|✗/i

function isComment(line: string): boolean {
  return /^\s*(?:#(?!!)|\/\/|\/?\*[\s*])/.test(line)
}

/** Whether it is part of the pattern in code that searches for it. */
function isSearchPattern(line: string, at: number): boolean {
  const opened =
    /(?:\bre\.\w+\(|\bRegExp\(|\b[ef]?grep\s+(?:-\w+\s+)*|\brg\s+(?:-\w+\s+)*|\bpattern["']?\s*[:=])\s*r?(["'`/])[^"'`]*$/.test(
      line.slice(0, at),
    )
  return opened || /^[^;&]*\/[gimsuy]*\.(?:test|exec)\(/.test(line.slice(at))
}

/** Names of directories whose files are read, not run. */
export function isFixture(path: string): boolean {
  return /(?:^|\/)(?:tests?|__tests__|fixtures?|testdata|spec|samples?)\//i.test(path)
}

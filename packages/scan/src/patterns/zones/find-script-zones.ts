import { skipEscape, findLineEnd, skipQuoted, type ZoneRange } from "./zone-range.ts"

/**
 * The comments, strings, templates and regular expressions of JavaScript and TypeScript, in order. Expressions in a
 * template are code; `${` and `}` belong to its text. Each character is examined a fixed number of times.
 */
export function findScriptZones(text: string): readonly ZoneRange[] {
  const scan: Scan = { text, at: 0, ranges: [], open: [], last: "", isValue: false, failedOn: -1, failures: 0 }
  if (text.startsWith("#!")) mark(scan, { kind: "comment", start: 0, end: findLineEnd(text, 0) })
  while (scan.at < text.length) step(scan)
  return scan.ranges
}

interface Scan {
  readonly text: string
  at: number
  readonly ranges: ZoneRange[]
  /** What was opened and not closed: `condition` is the bracket after `if`, `inserted` the inside of `${…}`. */
  readonly open: ("group" | "condition" | "block" | "object" | "inserted")[]
  /** The last word or punctuation of code. */
  last: string
  /** Whether it ends a value: a slash after it divides. */
  isValue: boolean
  /** The end of the line on which slashes were tried as regular expressions without success, and how often. */
  failedOn: number
  failures: number
}

const MOST_FAILURES = 8

function step(scan: Scan): void {
  const { text, at } = scan
  const char = text[at] ?? ""
  switch (char) {
    case '"':
    case "'":
      mark(scan, { kind: "string", start: at + 1, end: skipQuoted(text, at) })
      return saw(scan, char, true)
    case "`":
      return readTemplate(scan, at + 1)
    case "/":
      return readSlash(scan)
    case "(":
      return openBracket(scan, "(", conditionWords.has(scan.last) ? "condition" : "group")
    case "[":
      return openBracket(scan, "[", "group")
    case "{":
      return openBracket(scan, "{", startsBlock(scan) ? "block" : "object")
    case ")":
    case "]":
      return closeBracket(scan, char)
    case "}":
      return closeBrace(scan)
    default:
      return isWord.test(char) ? readWord(scan) : readSign(scan, char)
  }
}

const conditionWords: ReadonlySet<string> = new Set(["if", "while", "for", "with"])
const blockWords: ReadonlySet<string> = new Set(["else", "do", "try", "finally"])
/** After these words a value begins. */
const prefixWords: ReadonlySet<string> = new Set(
  "return typeof case of in await yield instanceof new delete void throw do else default extends".split(" "),
)

function readWord(scan: Scan): void {
  wordAt.lastIndex = scan.at
  const word = wordAt.exec(scan.text)?.[0] ?? ""
  scan.at += word.length
  // `a.return` is a property like any other.
  if (scan.last === ".") saw(scan, "word", true)
  else saw(scan, word, !prefixWords.has(word))
}

const wordCharacters = "[\\w$#@\\xa1-\\u1fff\\u2030-\\u2fff\\u3001-\\ufefe\\uff00-\\uffff]"
const wordAt = new RegExp(`${wordCharacters}+`, "y")
const isWord = new RegExp(wordCharacters)

function readSign(scan: Scan, char: string): void {
  const { text, at, isValue } = scan
  scan.at++
  if (/\s/.test(char)) return
  const next = text[at + 1]
  if ((char === "+" || char === "-") && next === char) {
    scan.at++
    return saw(scan, char + char, isValue)
  }
  // The dot of a property or a number, and TypeScript's `value!`.
  if (char === ".") return saw(scan, next === "." || text[at - 1] === "." ? "..." : ".", isValue)
  if (char === "!" && isValue && next !== "=" && !/\s/.test(text[at - 1] ?? "")) return saw(scan, char, true)
  saw(scan, char === ">" && text[at - 1] === "=" ? "=>" : char, false)
}

function openBracket(scan: Scan, sign: string, kind: Scan["open"][number]): void {
  scan.open.push(kind)
  scan.at++
  saw(scan, sign, false)
}

function closeBracket(scan: Scan, sign: string): void {
  const top = scan.open.at(-1)
  const isOpen = top === "group" || top === "condition"
  if (isOpen) scan.open.pop()
  scan.at++
  saw(scan, sign, top !== "condition")
}

/** Also closes what is open in it: missing brackets must not swallow the end of an insertion. */
function closeBrace(scan: Scan): void {
  const { open } = scan
  while (open.at(-1) === "group" || open.at(-1) === "condition") open.pop()
  const top = open.pop()
  if (top === "inserted") return readTemplate(scan, scan.at)
  scan.at++
  saw(scan, "}", top === "object")
}

function startsBlock({ last, isValue }: Scan): boolean {
  return isValue || blockWords.has(last) || /^(?:|;|\{|\}|\)|=>)$/.test(last)
}

/** The text of a template, from a backtick or the end of an insertion to where it inserts something or ends. */
function readTemplate(scan: Scan, start: number): void {
  const { text } = scan
  let at = scan.at + 1
  while (at < text.length) {
    const char = text[at]
    if (char === "`") {
      mark(scan, { kind: "string", start, end: at + 1 })
      return saw(scan, "`", true)
    }
    if (char === "$" && text[at + 1] === "{") {
      mark(scan, { kind: "string", start, end: at + 2 })
      scan.open.push("inserted")
      return saw(scan, "${", false)
    }
    at = char === "\\" ? skipEscape(text, at) : at + 1
  }
  mark(scan, { kind: "string", start, end: text.length })
}

function readSlash(scan: Scan): void {
  const { text, at } = scan
  const next = text[at + 1]
  if (next === "/") return mark(scan, { kind: "comment", start: at, end: findLineEnd(text, at) })
  if (next === "*") {
    const close = text.indexOf("*/", at + 2)
    return mark(scan, { kind: "comment", start: at, end: close === -1 ? text.length : close + 2 })
  }
  const end = mayStartRegex(scan) ? endOfRegex(scan) : undefined
  if (end === undefined) {
    scan.at++
    return saw(scan, "/", false)
  }
  mark(scan, { kind: "string", start: at + 1, end })
  saw(scan, "/", true)
}

/** A slash after a value divides; `</a>` and `{...b} />` are markup. */
function mayStartRegex({ text, at, isValue, last }: Scan): boolean {
  return !isValue && text[at - 1] !== "<" && !(last === "}" && text[at + 1] === ">")
}

function endOfRegex(scan: Scan): number | undefined {
  const { text } = scan
  if (scan.at < scan.failedOn && scan.failures >= MOST_FAILURES) return undefined
  let isInClass = false
  let at = scan.at + 1
  while (at < text.length && text[at] !== "\n") {
    const char = text[at]
    if (char === "/" && !isInClass) {
      while (/[a-z]/.test(text[at + 1] ?? "")) at++
      return at + 1
    }
    if (char === "[") isInClass = true
    if (char === "]") isInClass = false
    at += char === "\\" && text[at + 1] !== "\n" ? 2 : 1
  }
  scan.failures = scan.failedOn === at ? scan.failures + 1 : 1
  scan.failedOn = at
  return undefined
}

function mark(scan: Scan, range: ZoneRange): void {
  if (range.end > range.start) scan.ranges.push(range)
  scan.at = range.end
}

function saw(scan: Scan, last: string, isValue: boolean): void {
  scan.last = last
  scan.isValue = isValue
}

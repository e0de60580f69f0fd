/** What runs of each class of characters cost, in tokens, as a vocabulary of 200,000 entries cuts them. */
const COST = { word: 0.9, longer: 0.26, digits: 0.42, mark: 0.62, cjk: 0.85, other: 0.75, line: 0.35 } as const

/**
 * About how many tokens a model makes of a text: counted by runs of letters, digits, marks and other scripts, without
 * a vocabulary.
 */
export function estimateTokens(text: string): number {
  let tokens = 0
  let run = 0
  let last = NONE
  for (let at = 0; at < text.length; at++) {
    const kind = classOf(text.charCodeAt(at))
    if (kind === last && (kind === LETTER || kind === DIGIT || kind === MARK || kind === LINE)) {
      run++
      continue
    }
    tokens += costOf(last, run)
    last = kind
    run = 1
  }
  return Math.ceil(tokens + costOf(last, run))
}

const NONE = 0
const SPACE = 1
const LETTER = 2
const DIGIT = 3
const MARK = 4
const LINE = 5
const CJK = 6
const OTHER = 7

function classOf(code: number): number {
  if (code === 0x20 || code === 0x09) return SPACE
  if ((code >= 0x61 && code <= 0x7a) || (code >= 0x41 && code <= 0x5a)) return LETTER
  if (code >= 0x30 && code <= 0x39) return DIGIT
  if (code === 0x0a || code === 0x0d) return LINE
  if (code < 0x80) return MARK
  if (code >= 0xc0 && code <= 0x24f) return LETTER
  return code >= 0x2e80 && code <= 0xd7ff ? CJK : OTHER
}

function costOf(kind: number, run: number): number {
  switch (kind) {
    case LETTER:
      return COST.word + Math.max(0, run - 6) * COST.longer
    case DIGIT:
      return run * COST.digits
    case MARK:
      return Math.ceil(run / 2) * COST.mark
    case LINE:
      return COST.line
    case CJK:
      return COST.cjk
    case OTHER:
      return COST.other
    default:
      return 0
  }
}

/**
 * What a heading, label or introducing sentence says about the items below it.
 *
 * - `forbids`: it is nothing but a prohibition (`Never:`), so that each item can be said with it.
 * - `warns`: it has a sign of something negative. The items make sense only below it.
 * - `asks`: the items are to be done or checked, and nothing about it is negative.
 * - `open`: it says neither.
 *
 * No word decides alone what is shown: items are always shown with their label, and every doubt counts as a warning.
 * The words only decide whether items may also become boxes to tick, or sentences of their own.
 */
export type LabelStance = "forbids" | "warns" | "asks" | "open"

export function judgeLabel(label: string): LabelStance {
  const text = stripDecoration(label)
  if (FORBIDS.test(text) && !MIXED.test(text)) return "forbids"
  if (NEGATIVE_MARK.test(label) || NEGATIVE.test(text)) return "warns"
  return ASKS.test(text) ? "asks" : "open"
}

/** Whether the items of a list can become boxes, sentences that begin with "Never:", or are only quoted. */
export type ListStance = "boxes" | "never" | "warned" | "quoted"

export interface LabelledList {
  /** What is above the list, the nearest first: the introducing line, labels, headings. */
  readonly labels: readonly string[]
  readonly items: readonly string[]
}

export function judgeList({ labels, items }: LabelledList): ListStance {
  const [nearest, ...further] = labels.map(judgeLabel)
  const isWarned = items.some((item) => NEGATIVE_MARK.test(item))
  if (nearest === "forbids") return isWarned || items.some(beginsNegated) ? "warned" : "never"
  if (nearest === "warns" || isWarned || further.some((one) => one === "warns" || one === "forbids")) return "warned"
  if (items.every((item) => BOX.test(item))) return "boxes"
  return nearest === "asks" && !labels.some((label) => CONDITION.test(label)) ? "boxes" : "quoted"
}

/**
 * An item together with what its label says about it: `Never: skip the tests` below a label that forbids,
 * `Do not report: test files` below one with another negation or if the label is the title of a group, and otherwise only
 * the item.
 */
export function sayWithLabel(item: string, label: string, isGroup = false): string {
  if (judgeLabel(label) === "forbids") return beginsNegated(item) ? item : `Never: ${item}`
  const isSaid = isGroup || (isNegatedLabel(label) && !beginsNegated(item))
  return isSaid ? `${stripDecoration(label)}: ${item}` : item
}

/** Whether a label turns the items below it around. One that only names problems does not. */
export function isNegatedLabel(label: string): boolean {
  return judgeLabel(label) === "forbids" || NEGATIVE_MARK.test(label) || NEGATION.test(stripDecoration(label))
}

/** Whether a sentence begins with its own negation, so that another one before it would turn it around. */
function beginsNegated(item: string): boolean {
  return /^(?:never|not?|don['’]?t|do not|avoid|cannot|can['’]?t|must not|without|stop)\b/i.test(
    stripDecoration(item.replace(ITEM_MARK, "")),
  )
}

/** Below such a label are cases, and not what to do in them. */
const CONDITION = /(?<!\bdone )\b(?:when|whenever|if|where)\b/i
const ITEM_MARK = /^\s*(?:[-*+]|\d{1,9}[.)])\s+(?:\[[ xX]\]\s+)?/
const BOX = /^\s*(?:[-*+]|\d{1,9}[.)])\s+\[[ xX]\]\s/

/** Without emphasis, quotes, a mark or number before it, a remark in parentheses or a colon after it. */
function stripDecoration(label: string): string {
  return label
    .replace(/[*_`#"“”]+/g, "")
    .replace(/^[^\p{L}\p{N}]+/u, "")
    .replace(/^\d+(?:\.\d+)*[.)]?\s+/, "")
    .replace(/\s*\([^()]*\)\s*:?\s*$/, "")
    .replace(/[\s:：.!–—-]+$/u, "")
}

const FORBIDS =
  /(?:^|\s)(?:never(?: ever)?(?: do(?: this| these| any of these| the following)?)?|(?:must|may|should|shall|do|can) ?not(?: ever)?|mustn['’]?t|shouldn['’]?t|don['’]?t(?:['’]?s)?(?: do(?: this| these)?)?|what not to do|(?:things |what )?to avoid|avoid|forbidden|prohibited)$/i
const MIXED = /\b(?:always|dos|do['’]s|when|whether|if|or)\b|(?:^|\s)do (?:and|&)\s/i

const NEGATION =
  /\b(?:no|not|never|nobody|neither|nor|cannot|\w+n['’]t|don['’]?ts?|avoid\w*|ignor\w+|skip\w*|exclu\w+|refus\w+|forbid\w*|prohibit\w*|disallow\w*|anti[- ]?patterns?|red flags?)\b/i
const NEGATIVE_MARK = /[❌✗✘✖⛔🚫👎⚠☠🛑]/u
const NEGATIVE =
  /\b(?:no|not|never|none|nothing|nobody|neither|nor|without|cannot|\w+n['’]t|don['’]?ts?|avoid\w*|stop\w*|refus\w+|reject\w*|exclu\w+|except\w*|forbid\w*|prohibit\w*|disallow\w*|ban(?:ned|s)?|red flags?|anti[- ]?patterns?|bad|worse|worst|wrong\w*|incorrect\w*|invalid|poor|mistakes?|errors?|pitfalls?|traps?|smells?|gotchas?|dangers?|dangerous|warnings?|caution|risks?|fail\w*|violat\w+|rationali[sz]\w+|excuses?|myths?|temptations?|thoughts?|symptoms?|signs?|problems?|issues?|limitations?|deprecated|obsolete|out of scope|instead of|rather than|smelly|harmful|unsafe|insecure)\b/i
const ASKS =
  /\b(?:check-?lists?|verif\w+|confirm\w*|ensure|make sure|always|must|required|requirements?|mandatory|criteria|done when|definition of done|steps?|procedure)\b|^(?:check|do|dos|do['’]s)$|\bbefore (?:you|each|every|any|\w+ing)\b/i

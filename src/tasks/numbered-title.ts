import { stem } from "../text/stem.ts"

/** A title such as `Task 9: Add the login endpoint` or `9. Add the login endpoint`, taken apart. */
export interface NumberedTitle {
  /** What is numbered; undefined for a number alone. */
  readonly label?: string | undefined
  readonly number?: string | undefined
  /** The stems of its other words. */
  readonly words: ReadonlySet<string>
}

const NUMBERED =
  /^\W*(?:(task|step|milestone|phase|chunk|stage|part|item|story|ticket|issue|section)\s+#?)?(\d{1,4}(?:\.\d{1,4})*)(?=[\s.:)\]–—-]|$)/iu

export function readNumberedTitle(title: string): NumberedTitle {
  const [all = "", label, number] = NUMBERED.exec(title) ?? []
  return { label: label?.toLowerCase(), number, words: stemWords(title.slice(all.length)) }
}

/** Whether two titles have the same number of the same thing. A number alone may be that of anything. */
export function hasSameNumber(one: NumberedTitle, other: NumberedTitle): boolean {
  if (one.number === undefined || one.number !== other.number) return false
  return one.label === undefined || other.label === undefined || one.label === other.label
}

/** How many of the wanted words a text has, from 0 to 1. */
export function measureSharedWords(wanted: ReadonlySet<string>, words: ReadonlySet<string>): number {
  return wanted.size === 0 ? 0 : [...wanted].filter((word) => words.has(word)).length / wanted.size
}

/** The words of a text by which it can be compared. */
export function stemWords(text: string): ReadonlySet<string> {
  const words = text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? []
  return new Set(words.filter((word) => !PLAIN.has(word)).map(stem))
}

const PLAIN = new Set("a an the and or of to for in on with from by at is are".split(" "))

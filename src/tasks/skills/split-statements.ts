import { splitSentences } from "./weigh-sentence.ts"

/**
 * The statements of a paragraph: its lines are one text, but a line that begins with a label in bold or a mark, or
 * comes after a forced line break, begins a new statement.
 */
export function splitStatements(text: string): readonly string[] {
  const statements: string[] = []
  let isForced = true
  for (const line of text.split("\n")) {
    const words = line.trim().replace(/\\$/, "")
    const last = statements.length - 1
    if (isForced || BEGINS.test(words)) statements.push(words)
    else statements[last] = `${statements[last] ?? ""} ${words}`
    isForced = /(?: {2}|\\)$/.test(line)
  }
  return statements.filter((statement) => statement !== "")
}

const BEGINS = /^(?:\*\*|__|<|[^\p{L}\p{N}\s"'“‘`([{*_~$&@/.…—–-])/u

/**
 * The sentences of a statement that can be shown alone. A question stays with its answer, and what refers to the
 * sentence before it or is only a word or two stays with that one.
 */
export function glueSentences(text: string): readonly string[] {
  const glued: string[] = []
  for (const sentence of splitSentences(text.replace(/\s*\n\s*/g, " "))) {
    const before = glued.at(-1)
    if (before !== undefined && (before.endsWith("?") || REFERS.test(sentence) || isShort(sentence)))
      glued[glued.length - 1] = `${before} ${sentence}`
    else glued.push(sentence)
  }
  return glued
}

const REFERS =
  /^\W*(?:this|that|these|those|it|its|they|them|he|she|otherwise|instead|but|so|then|therefore|also|and|or|if not|if so|exceptions?|unless|except|only then|the (?:former|latter))\b/i

function isShort(sentence: string): boolean {
  return sentence.split(/\s+/).length < 4
}

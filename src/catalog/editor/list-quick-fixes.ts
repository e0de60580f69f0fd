import type { FileProblem } from "../../problem/problem.ts"
import { fixSkill } from "../../skill/fix-skill.ts"
import type { TextPosition } from "./header-cursor.ts"

/** A change of a text that an editor can offer. */
export interface QuickFix {
  readonly title: string
  /** The problems it is for, by code. */
  readonly codes: readonly string[]
  /** The only problem it is for, if it is for one. */
  readonly line?: number | undefined
  readonly edit: TextChange
}

export interface TextChange {
  readonly start: TextPosition
  readonly end: TextPosition
  readonly text: string
}

/**
 * The changes that lint can make: what its problems say word by word, and all safe fixes of a text at once, as `--fix`
 * applies them.
 */
export function listQuickFixes(text: string, problems: readonly FileProblem[]): readonly QuickFix[] {
  const lines = text.split(/\r\n|\n|\r/)
  return [...problems.flatMap((one) => fixAsSaid(lines, one)), ...fixSafely(text)]
}

function fixSafely(text: string): readonly QuickFix[] {
  const fixed = fixSkill(text)
  if (fixed === undefined) return []
  const codes = [...new Set(fixed.fixed)]
  return [{ title: "Apply the safe fixes of skillet lint", codes, edit: findChange(text, fixed.text) }]
}

/** A fix that is a line for the same field, or words for a word that is on the line. */
function fixAsSaid(lines: readonly string[], { code, line, fix, message }: FileProblem): readonly QuickFix[] {
  const current = line === undefined ? undefined : lines[line - 1]
  if (line === undefined || current === undefined || fix === undefined || fix.includes("\n")) return []
  const [, field] = /^([\w-]+): \S/.exec(fix) ?? []
  if (field !== undefined && new RegExp(`^${field}\\s*:`).test(current))
    return [{ title: `Write ${fix}`, codes: [code], line, edit: replaceOn(line, [0, current.length], fix) }]
  const [, meant] = /^did you mean (.+)\?$/.exec(fix) ?? []
  if (meant === undefined) return []
  return meant.split(" or ").flatMap((word) => {
    const found = findMeantWord(current, message)
    if (found === undefined || !/^[\w-]+$/.test(word)) return []
    const edit = replaceOn(line, [found.at, found.at + found.word.length], word)
    return [{ title: `Change ${found.word} to ${word}`, codes: [code], line, edit }]
  })
}

/** The longest word of a message that is on the line as a whole word. */
function findMeantWord(line: string, message: string): { readonly word: string; readonly at: number } | undefined {
  const words = (message.match(/[\w-]+/g) ?? []).filter((word) => word.length > 1)
  const key = /^[\w-]+/.exec(line)?.[0]
  const spots = words.flatMap((word) => {
    const at = [...line.matchAll(/[\w-]+/g)].find(([own]) => own === word)?.index
    return at === undefined ? [] : [{ word, at }]
  })
  // A message about a value names its field as well.
  return spots.find(({ word }) => word !== key) ?? spots[0]
}

function replaceOn(line: number, [from, to]: readonly [number, number], text: string): TextChange {
  return { start: { line: line - 1, character: from }, end: { line: line - 1, character: to }, text }
}

/** The smallest change of whole lines that makes one text of another. */
export function findChange(before: string, after: string): TextChange {
  const [old, now] = [before, after].map((text) => text.split(/(?<=\n)|(?<=\r)(?!\n)/)) as [string[], string[]]
  const most = Math.min(old.length, now.length)
  let start = 0
  while (start < most && old[start] === now[start]) start++
  let same = 0
  while (same < most - start && old[old.length - 1 - same] === now[now.length - 1 - same]) same++
  const end = old.length - same
  const isAtEnd = end === old.length && !/[\r\n]$/.test(old.at(-1) ?? "")
  return {
    start: { line: start, character: 0 },
    end: isAtEnd ? { line: end - 1, character: (old.at(-1) ?? "").length } : { line: end, character: 0 },
    text: now.slice(start, now.length - same).join(""),
  }
}

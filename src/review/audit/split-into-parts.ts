import { estimateTokens } from "../../text/estimate-tokens.ts"
import type { ReadSkillFile } from "./audit-material.ts"

/** A piece of a file with numbered lines. */
export interface ReadingPiece {
  readonly file: ReadSkillFile
  readonly text: string
}

/** What one agent is shown of a skill. */
export interface ReadingPart {
  /** From 1. */
  readonly number: number
  readonly of: number
  readonly pieces: readonly ReadingPiece[]
}

/** How many tokens of a skill one prompt has. */
export const PART_TOKENS = 24_000
/** A longer line is shown on several lines with the same number, so that nothing is left out. */
const LONGEST_LINE = 4000

/** All files of a skill, in order, in as few parts as possible. Every character is shown in one of them. */
export function splitIntoParts(files: readonly ReadSkillFile[], room = PART_TOKENS): readonly ReadingPart[] {
  const parts: ReadingPiece[][] = [[]]
  let left = room
  for (const file of files) {
    let lines: string[] = []
    const close = () => {
      if (lines.length > 0) parts.at(-1)?.push({ file, text: lines.join("\n") })
      lines = []
    }
    for (const line of numberLines(file.text)) {
      const tokens = estimateTokens(line) + 1
      if (tokens > left && (lines.length > 0 || parts.at(-1)?.length !== 0)) {
        close()
        parts.push([])
        left = room
      }
      lines.push(line)
      left -= tokens
    }
    close()
  }
  return parts.map((pieces, at) => ({ number: at + 1, of: parts.length, pieces }))
}

function numberLines(text: string): readonly string[] {
  return text
    .replace(/\n$/, "")
    .split("\n")
    .flatMap((line, at) => cutLine(line).map((part) => `${at + 1}| ${part}`))
}

function cutLine(line: string): readonly string[] {
  const parts: string[] = []
  for (let at = 0; at === 0 || at < line.length; at += LONGEST_LINE) parts.push(line.slice(at, at + LONGEST_LINE))
  return parts
}

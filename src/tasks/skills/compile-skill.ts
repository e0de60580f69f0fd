import { separateTags } from "../../skill/body/read-blocks.ts"
import { readOutline } from "../../skill/body/read-outline.ts"
import { estimateTokens } from "../../text/estimate-tokens.ts"
import { addBlocks } from "./add-blocks.ts"
import { COMPILED_VERSION, type CompiledSkill, type SkillPiece } from "./skill-piece.ts"

export function compileSkill(body: string): CompiledSkill {
  const pieces: SkillPiece[] = []
  const open: { readonly level: number; readonly at: number }[] = []
  const { sections } = readOutline(separateTags(body))
  const processes = findNumberedHeadings(sections.flatMap(({ heading }) => heading ?? []))
  for (const { heading, text } of sections) {
    if (heading !== undefined) {
      while ((open.at(-1)?.level ?? 0) >= heading.level) open.pop()
      const title = `${"#".repeat(heading.level)} ${heading.text}`
      const process = processes.get(heading.line)
      pieces.push({
        kind: "heading",
        text: title,
        tokens: estimateTokens(title),
        under: open.at(-1)?.at,
        block: process === undefined ? pieces.length : -process,
        indent: 0,
        isProcess: process !== undefined,
      })
      open.push({ level: heading.level, at: pieces.length - 1 })
    }
    addBlocks(pieces, text, { under: open.at(-1)?.at, indent: 0 })
  }
  return { version: COMPILED_VERSION, tokens: estimateTokens(body), pieces }
}

/** The lines of headings such as `Step 1`, `Step 2` below one heading, each with the line of the first of them. */
function findNumberedHeadings(
  headings: readonly { readonly level: number; readonly text: string; readonly line: number }[],
): ReadonlyMap<number, number> {
  const found = new Map<number, number>()
  const last: { line: number; number: number }[] = []
  for (const { level, text, line } of headings) {
    last.length = Math.min(last.length, level + 1)
    const number = Number(NUMBERED.exec(text)?.[1] ?? Number.NaN)
    const before = last[level]
    if (before !== undefined && number === before.number + 1) {
      const first = found.get(before.line) ?? before.line
      found.set(before.line, first)
      found.set(line, first)
    }
    if (Number.isNaN(number)) delete last[level]
    else last[level] = { line, number }
  }
  return found
}

const NUMBERED = /^\P{N}{0,12}?(\d{1,3})(?:\s*[.:：)）、—–-]|\s|$)/u

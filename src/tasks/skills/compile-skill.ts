import { readOutline } from "../../skill/body/read-outline.ts"
import type { CodeFence, LineRange } from "../../skill/body/scan-blocks.ts"
import { estimateTokens } from "../../text/estimate-tokens.ts"
import { CODE_FENCE, splitSentences } from "./weigh-sentence.ts"

/** A skill's body split into sections, so that a part of it can be shown. Compiled once for a content and stored. */
export interface CompiledSkill {
  readonly tokens: number
  readonly sections: readonly SkillSection[]
}

export interface SkillSection {
  /** With its `#` marks; empty for what comes before the first heading. */
  readonly heading: string
  readonly text: string
  readonly tokens: number
  /** What can be shown of it alone: its sentences, any of which may be a rule, and pieces of code, each in its fences. */
  readonly rules: readonly string[]
  readonly isChecklist: boolean
}

const CHECKLIST = /checklist|red flags|rules|rationali[sz]ation|before you|verification|gate|success criteria/i

export function compileSkill(body: string): CompiledSkill {
  const { sections, fences } = readOutline(body)
  return {
    tokens: estimateTokens(body),
    sections: sections.map(({ heading, text, from, to }) => {
      const title = heading === undefined ? "" : `${"#".repeat(heading.level)} ${heading.text}`
      return {
        heading: title,
        text: text.trim(),
        tokens: estimateTokens(`${title}\n${text}`),
        rules: collectRules(text, { from, to }, fences),
        isChecklist: CHECKLIST.test(heading?.text ?? "") || /^\s*[-*+] \[[ xX]\] /m.test(text),
      }
    }),
  }
}

/** In their order: a piece of code comes where its fence ends. */
function collectRules(text: string, { from, to }: LineRange, fences: readonly CodeFence[]): readonly string[] {
  const lines = text.split("\n")
  const first = Math.max(from, to - lines.length + 1)
  return lines
    .flatMap((line, at) => {
      const fence = fences.find((one) => first + at >= one.from && first + at <= one.to)
      if (fence === undefined) return splitRules(line.trim())
      return first + at === fence.to ? codePieces(fence) : []
    })
    .filter((rule) => rule !== "")
}

/** Code is cut at its blank lines. A long piece says too little for its tokens. */
function codePieces({ info, code }: CodeFence): readonly string[] {
  const marks = code.includes(CODE_FENCE) ? `${CODE_FENCE}\`` : CODE_FENCE
  return code
    .split(/\n\s*\n/)
    .filter((piece) => piece.trim() !== "" && estimateTokens(piece) <= LONGEST_CODE)
    .map((piece) => `${marks}${info}\n${piece.replace(/^\n+|\s+$/g, "")}\n${marks}`)
}

const LONGEST_CODE = 80

/**
 * The parts of a line that can be shown alone: a short list entry as a whole, because it says one thing; otherwise each
 * sentence.
 */
function splitRules(line: string): readonly string[] {
  return ENTRY.test(line) && estimateTokens(line) <= SHORT_ENTRY ? [line] : splitSentences(line)
}

const ENTRY = /^(?:[-*+]|\d+[.)])\s/
const SHORT_ENTRY = 60

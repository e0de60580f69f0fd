import { outlineOf } from "../../skill/body/outline.ts"
import { estimateTokens } from "../../text/estimate-tokens.ts"
import { sentencesOf } from "./sentence-weight.ts"

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
  /** Its sentences outside of code: any of them may be a rule. */
  readonly rules: readonly string[]
  readonly isChecklist: boolean
}

const CHECKLIST = /checklist|red flags|rules|rationali[sz]ation|before you|verification|gate|success criteria/i

export function compileSkill(body: string): CompiledSkill {
  const { sections, fences } = outlineOf(body)
  const isCode = (line: number) => fences.some(({ from, to }) => line >= from && line <= to)
  return {
    tokens: estimateTokens(body),
    sections: sections.map(({ heading, text, from, to }) => {
      const lines = text.split("\n")
      const firstLine = to - lines.length + 1
      const title = heading === undefined ? "" : `${"#".repeat(heading.level)} ${heading.text}`
      return {
        heading: title,
        text: text.trim(),
        tokens: estimateTokens(`${title}\n${text}`),
        rules: lines
          .filter((_, at) => !isCode(Math.max(from, firstLine) + at))
          .flatMap((line) => rulesOf(line.trim()))
          .filter((sentence) => sentence !== ""),
        isChecklist: CHECKLIST.test(heading?.text ?? "") || /^\s*[-*+] \[[ xX]\] /m.test(text),
      }
    }),
  }
}

/**
 * The parts of a line that can be shown alone: a short list entry as a whole, because it says one thing; otherwise each
 * sentence.
 */
function rulesOf(line: string): readonly string[] {
  return ENTRY.test(line) && estimateTokens(line) <= SHORT_ENTRY ? [line] : sentencesOf(line)
}

const ENTRY = /^(?:[-*+]|\d+[.)])\s/
const SHORT_ENTRY = 60

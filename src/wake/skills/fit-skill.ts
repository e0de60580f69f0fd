import { estimateTokens } from "../../text/estimate-tokens.ts"
import { stem } from "../../text/stem.ts"
import type { CompiledSkill, SkillSection } from "./compile-skill.ts"

export interface FittedSkill {
  readonly text: string
  readonly tokens: number
  /** The headings of what was cut or left out. */
  readonly leftOut: readonly string[]
}

/** What a skill is cut for, and where the rest of it can be read. */
export interface SkillFit {
  readonly tokens: number
  /** The task, whose words decide which sections matter. */
  readonly about: string
  readonly file: string
}

type Detail = "whole" | "rules" | "none"

/**
 * As much of a skill as fits. The whole of it if it does; otherwise the lines that say what must and must never be done,
 * and whole sections in the order in which they matter for the task: those about its words, checklists, the beginning.
 */
export function fitSkill(skill: CompiledSkill, body: string, fit: SkillFit): FittedSkill {
  if (skill.tokens <= fit.tokens) return { text: body.trim(), tokens: skill.tokens, leftOut: [] }
  const reserve = 40
  const words = wordsOf(fit.about)
  const ranked = skill.sections
    .map((section, at) => ({ section, at, score: scoreOf(section, at, words) }))
    .sort((a, b) => b.score - a.score || a.at - b.at)
  const detail = skill.sections.map((): Detail => "none")
  let left = fit.tokens - reserve
  for (const [wanted, cost] of [
    ["rules", rulesTokens],
    ["whole", (section: SkillSection) => section.tokens - rulesTokens(section)],
  ] as const)
    for (const { section, at } of ranked) {
      if (wanted === "rules" && section.rules.length === 0) continue
      if (cost(section) > left) continue
      detail[at] = wanted
      left -= cost(section)
    }
  const shown = skill.sections.flatMap((section, at) => textOf(section, detail[at] ?? "none"))
  const leftOut = skill.sections.flatMap(({ heading, text }, at) =>
    detail[at] === "whole" || text === "" ? [] : [heading.replace(/^#+ /, "") || "the beginning"],
  )
  if (shown.length === 0) return headOf(body, fit)
  const text = `${shown.join("\n\n")}\n\n${marker(leftOut, fit.file)}`
  return { text, tokens: estimateTokens(text), leftOut }
}

/** Only what must be checked: for a skill that applies beside another one. */
export function checklistOf(skill: CompiledSkill, tokens: number): FittedSkill {
  const lines = skill.sections.flatMap(({ isChecklist, text, rules }) =>
    isChecklist ? text.split("\n").filter((line) => /^\s*(?:[-*+]|\d+\.) /.test(line)) : rules,
  )
  const shown: string[] = []
  let used = 0
  for (const line of new Set(lines.map((line) => line.trim().replace(/^(?:[-*+]|\d+\.) (?:\[[ xX]\] )?/, "")))) {
    const cost = estimateTokens(line) + 3
    if (used + cost > tokens) continue
    used += cost
    shown.push(`- [ ] ${line}`)
  }
  return { text: shown.join("\n"), tokens: used, leftOut: [] }
}

function scoreOf(section: SkillSection, at: number, words: ReadonlySet<string>): number {
  const shared = (text: string) => [...wordsOf(text)].filter((word) => words.has(word)).length
  const isAbout = shared(section.heading) * 3 + Math.min(3, shared(section.text))
  return isAbout + (section.isChecklist ? 2 : 0) + (at === 0 ? 2 : 0) + Math.min(2, section.rules.length)
}

function wordsOf(text: string): ReadonlySet<string> {
  return new Set((text.toLowerCase().match(/\p{L}{3,}/gu) ?? []).map(stem))
}

function rulesTokens({ heading, rules }: SkillSection): number {
  return rules.length === 0 ? 0 : estimateTokens([heading, ...rules].join("\n")) + 1
}

function textOf({ heading, text, rules }: SkillSection, detail: Detail): readonly string[] {
  if (detail === "none") return []
  const body = detail === "whole" ? text : rules.join("\n")
  return [[heading, body].filter((part) => part !== "").join("\n")]
}

function marker(leftOut: readonly string[], file: string): string {
  const names = leftOut.slice(0, 6).join(", ")
  return leftOut.length === 0
    ? ""
    : `[Shortened. Left out in part: ${names}${leftOut.length > 6 ? ", …" : ""}. Whole text: ${file}]`
}

/** The last resort: the beginning, as far as it fits. */
function headOf(body: string, fit: SkillFit): FittedSkill {
  const note = `[Cut here. Whole text: ${fit.file}]`
  const room = fit.tokens - estimateTokens(note)
  const text = room <= 0 ? note : `${cutToTokens(body.trim(), room)}\n${note}`
  return { text, tokens: estimateTokens(text), leftOut: ["everything after the beginning"] }
}

/** The longest beginning of a text, in whole lines where there are any, that costs at most so many tokens. */
export function cutToTokens(text: string, tokens: number): string {
  if (estimateTokens(text) <= tokens) return text
  let [least, most] = [0, Math.min(text.length, tokens * 8)]
  while (least < most) {
    const middle = Math.ceil((least + most) / 2)
    if (estimateTokens(text.slice(0, middle)) <= tokens) least = middle
    else most = middle - 1
  }
  const head = text.slice(0, least)
  const line = head.lastIndexOf("\n")
  return (line > head.length / 2 ? head.slice(0, line) : head).trimEnd()
}

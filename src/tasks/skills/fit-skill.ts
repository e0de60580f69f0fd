import { estimateTokens } from "../../text/estimate-tokens.ts"
import { stem } from "../../text/stem.ts"
import type { CompiledSkill, SkillSection } from "./compile-skill.ts"
import { CODE_FENCE, weighSentence, STRONGEST_SENTENCE } from "./weigh-sentence.ts"

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

/**
 * As much of a skill as fits: all of it if possible. Otherwise the sentences of all sections that say the most per
 * token, then, with the remaining room, whole sections in the order of their importance for the task: those about its
 * words, checklists, the beginning.
 */
export function fitSkill(skill: CompiledSkill, body: string, fit: SkillFit): FittedSkill {
  if (skill.tokens <= fit.tokens) return { text: body.trim(), tokens: skill.tokens, leftOut: [] }
  const shown = chooseParts(skill, fit)
  const texts = skill.sections.flatMap((section, at) => shownText(section, shown[at]))
  const leftOut = skill.sections.flatMap(({ heading, text }, at) =>
    shown[at] === "whole" || text === "" ? [] : [heading.replace(/^#+ /, "") || "the beginning"],
  )
  if (texts.length === 0) return cutToFit(body, fit)
  const text = `${texts.join("\n\n")}\n\n${marker(leftOut, fit.file)}`
  return { text, tokens: estimateTokens(text), leftOut }
}

/** What is shown of a section: all of it, or some of its rules. */
type Shown = "whole" | ReadonlySet<string>

/** For the note that says what was left out. */
const RESERVE = 60

function chooseParts({ sections }: CompiledSkill, fit: SkillFit): readonly Shown[] {
  const words = stemWords(fit.about)
  const shown = sections.map((): "whole" | Set<string> => new Set())
  const spent = sections.map(() => 0)
  let left = fit.tokens - RESERVE
  const rules = sections
    .flatMap((section, at) => [...new Set(section.rules)].map((rule) => ({ at, ...weighRule(section, rule, words) })))
    .sort((a, b) => b.worth - a.worth || a.at - b.at)
  const spend = (at: number, price: number) => {
    spent[at] = (spent[at] ?? 0) + price
    left -= price
  }
  for (const { at, rule, cost, heading } of rules) {
    const chosen = shown[at]
    if (chosen === undefined || chosen === "whole") continue
    const price = cost + (chosen.size === 0 ? heading : 0)
    if (price > left) continue
    chosen.add(rule)
    spend(at, price)
  }
  for (const { section, at } of rankSections(sections, words)) {
    const price = section.tokens - (spent[at] ?? 0)
    if (price > left) continue
    shown[at] = "whole"
    spend(at, price)
  }
  return shown
}

/** The value of a sentence per token: more if it or its section is about the task. */
function weighRule({ heading }: SkillSection, rule: string, words: ReadonlySet<string>) {
  const cost = estimateTokens(rule) + 2
  const isAbout = (text: string) => [...stemWords(text)].some((word) => words.has(word))
  const ofSection = rule.startsWith(CODE_FENCE) ? COMMANDS : 2
  const about = (isAbout(heading) ? ofSection : 0) + (isAbout(rule) ? 1 : 0)
  const worth = (weighSentence(rule) + ANY_SENTENCE + about) / (cost + OVERHEAD)
  return { rule, cost, worth, heading: estimateTokens(heading) + 2 }
}

/** Commands are what a section about the task is read for; those of other sections are mostly examples. */
const COMMANDS = 4

/** A sentence without any sign of a rule may still be one. */
const ANY_SENTENCE = 0.7
/** So that a sentence is not preferred only because it is short. */
const OVERHEAD = 8

function rankSections(sections: readonly SkillSection[], words: ReadonlySet<string>) {
  return sections
    .map((section, at) => ({ section, at, score: scoreSection(section, at, words) }))
    .sort((a, b) => b.score - a.score || a.at - b.at)
}

/** Only what must be checked: for a skill that applies in addition to another one. */
export function extractChecklist(skill: CompiledSkill, tokens: number): FittedSkill {
  const lines = skill.sections.flatMap(({ isChecklist, text, rules }) =>
    isChecklist
      ? text.split("\n").filter((line) => /^\s*(?:[-*+]|\d+\.) /.test(line))
      : rules.filter((rule) => isStrong(rule) && !rule.startsWith(CODE_FENCE)),
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

function isStrong(rule: string): boolean {
  return weighSentence(rule) >= STRONGEST_SENTENCE
}

function scoreSection(section: SkillSection, at: number, words: ReadonlySet<string>): number {
  const shared = (text: string) => [...stemWords(text)].filter((word) => words.has(word)).length
  const isAbout = shared(section.heading) * 3 + Math.min(3, shared(section.text))
  return (
    isAbout + (section.isChecklist ? 2 : 0) + (at === 0 ? 2 : 0) + Math.min(2, section.rules.filter(isStrong).length)
  )
}

function stemWords(text: string): ReadonlySet<string> {
  return new Set((text.toLowerCase().match(/\p{L}{3,}/gu) ?? []).filter((word) => !PLAIN.has(word)).map(stem))
}

/** Words that say nothing about the subject of a text. */
const PLAIN = new Set(
  "the and for with from into that this then than what when all any its our your are was not".split(" "),
)

function shownText({ heading, text, rules }: SkillSection, shown: Shown = new Set()): readonly string[] {
  if (shown !== "whole" && shown.size === 0) return []
  const lines = shown === "whole" ? [text] : [...new Set(rules)].filter((rule) => shown.has(rule)).map(asEntry)
  return [[heading, ...lines].filter((part) => part !== "").join("\n")]
}

/** A sentence on its own line; one that begins a list entry stays a list entry. */
function asEntry(rule: string): string {
  if (rule.startsWith(CODE_FENCE)) return rule
  return /^(?:[-*+>]|\d+[.)])\s/.test(rule) ? rule : `- ${rule}`
}

function marker(leftOut: readonly string[], file: string): string {
  const names = leftOut.slice(0, 6).join(", ")
  return leftOut.length === 0
    ? ""
    : `[Shortened. Left out in part: ${names}${leftOut.length > 6 ? ", …" : ""}. Whole text: ${file}]`
}

/** The last resort: the beginning, as far as it fits. */
function cutToFit(body: string, fit: SkillFit): FittedSkill {
  const note = `[Cut here. Whole text: ${fit.file}]`
  const room = fit.tokens - estimateTokens(note)
  const text = room <= 0 ? note : `${cutToTokens(body.trim(), room)}\n${note}`
  return { text, tokens: estimateTokens(text), leftOut: ["everything after the first part"] }
}

/** The longest beginning of a text, in whole lines if possible, that costs at most this many tokens. */
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

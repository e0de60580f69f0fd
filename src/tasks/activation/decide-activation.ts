import { type ActivationSettings, chooseActivation } from "../../settings/activation-settings.ts"

/*
 * Which skills a prompt names, and which of them are added with their text.
 *
 * 1. Nothing for a prompt that is a command itself, and nothing beyond what the settings allow for a skill.
 * 2. A skill's own rules count first: its triggers, then its paths. They count only if somebody trusts the skill,
 *    because otherwise everybody who can write a file could put a text into every prompt.
 * 3. By their words, the best skill is chosen if it is worth enough, and with it those that come close: a guess by words
 *    often has the right one second. Only a text is never added by a guess that is not clear.
 * 4. A skill that the session has loaded, or that the prompt names itself, is the host's business.
 * 5. The text of a skill that is not trusted is never added, nor one that would have to run or fill in something.
 */

export interface ActivationFacts {
  readonly prompt: string
  readonly settings: ActivationSettings
  /** Every skill that the model of the host may use. */
  readonly skills: readonly ActivationSkill[]
  /** The skills that fit by their words, best first, as indexes of `skills`. */
  readonly ranked: readonly RankedActivation[]
  /** The names of skills that the session has loaded. */
  readonly loaded: readonly string[]
}

export interface ActivationSkill {
  readonly name: string
  readonly isTrusted: boolean
  readonly triggers: readonly string[]
  /** A file in the prompt that one of its paths matches. */
  readonly file?: string | undefined
}

export interface RankedActivation {
  readonly at: number
  readonly worth: number
  readonly words: readonly string[]
}

export interface Activation {
  /** Its index in `skills`. */
  readonly at: number
  readonly by: "trigger" | "path" | "words"
  /** What of the prompt decided. */
  readonly because: readonly string[]
  readonly worth?: number | undefined
  readonly how: "name" | "body"
}

/** More would be noise. */
const MOST = 3

export function decideActivation(facts: ActivationFacts): readonly Activation[] {
  const { prompt, settings, skills, ranked } = facts
  if (isCommand(prompt)) return []
  const said = normalise(prompt)
  const isFree = (at: number) => isOpen(skills[at], facts, said)
  const byRule = skills.flatMap((skill, at) => {
    const rule = skill.isTrusted && isFree(at) ? findRule(skill, said) : undefined
    return rule === undefined ? [] : [{ at, ...rule, how: chooseHow(skill, settings) }]
  })
  const ruled = byRule.toSorted((a, b) => RULES.indexOf(a.by) - RULES.indexOf(b.by) || a.at - b.at).slice(0, MOST)
  const best = listBest(ranked, settings)
  const first = best[0]?.at
  if (first === undefined || !isFree(first) || ruled.some(({ at }) => at === first)) return ruled
  const byWords = best.flatMap(({ at, worth, words }) => {
    const skill = skills[at]
    if (skill === undefined || !isFree(at) || ruled.some((one) => one.at === at) || !mayMatch(skill, settings))
      return []
    const how = best.length > 1 ? ("name" as const) : chooseHow(skill, settings)
    return [{ at, by: "words" as const, because: words, worth, how }]
  })
  return [...ruled, ...byWords].slice(0, MOST)
}

/** Whether a prompt could name any skill at all: if not, no skill needs to be read. */
export function mayActivate(prompt: string, { mode }: ActivationSettings): boolean {
  return mode !== "off" && !isCommand(prompt) && /\p{L}{2}/u.test(prompt)
}

const RULES = ["trigger", "path"]

/** A command of the host, a command line, or a setting. */
function isCommand(prompt: string): boolean {
  return /^\s*[/!#]/.test(prompt) || prompt.trim() === ""
}

/** Invariants 1 and 4. */
function isOpen(
  skill: ActivationSkill | undefined,
  { settings, loaded, prompt }: ActivationFacts,
  said: string,
): boolean {
  if (skill === undefined || chooseActivation(settings, skill.name) === "off") return false
  const bare = dropPlugin(skill.name)
  if (loaded.some((name) => name === skill.name || dropPlugin(name) === bare)) return false
  const called = [`/${skill.name}`, `$${skill.name}`, `/${bare}`, `$${bare}`, `@${skill.name}`]
  return !called.some((name) => ` ${prompt} `.includes(` ${name} `)) && said !== ""
}

function findRule({ triggers, file }: ActivationSkill, said: string) {
  const trigger = triggers.find((phrase) => normalise(phrase) !== "" && said.includes(normalise(phrase)))
  if (trigger !== undefined) return { by: "trigger" as const, because: [trigger] }
  return file === undefined ? undefined : { by: "path" as const, because: [file] }
}

/** Invariant 3. The best one first, or none. */
function listBest(ranked: readonly RankedActivation[], { least, lead }: ActivationSettings) {
  const [best, ...others] = ranked
  if (best === undefined || best.worth < least) return []
  return [best, ...others.filter(({ worth }) => worth * lead > best.worth)].slice(0, MOST)
}

function mayMatch({ name }: ActivationSkill, settings: ActivationSettings): boolean {
  const mode = chooseActivation(settings, name)
  return mode === "name" || mode === "body"
}

/** Invariant 5. */
function chooseHow({ name, isTrusted }: ActivationSkill, settings: ActivationSettings): "name" | "body" {
  return isTrusted && chooseActivation(settings, name) === "body" ? "body" : "name"
}

function dropPlugin(name: string): string {
  return name.slice(name.lastIndexOf(":") + 1)
}

/** Lower case, with one blank around each word: a trigger fits whole words only. Scripts without blanks fit anywhere. */
function normalise(text: string): string {
  const words = text.toLowerCase().match(/[\p{L}\p{M}\p{N}]+/gu)
  if (words === null) return ""
  const joined = words.join(" ")
  return UNSPACED.test(joined) ? joined : ` ${joined} `
}

const UNSPACED = /^[\s\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Thai}]+$/u

/** The files that a prompt names, as they are written, without marks around them. */
export function listNamedFiles(prompt: string): readonly string[] {
  const words = prompt.slice(0, LONGEST).split(/[\s"'`()[\]{}<>,;]+/)
  const files = words.map((word) => word.replace(/^@|[.:!?]+$/g, "").replace(/^\.\//, ""))
  return [...new Set(files.filter((file) => /^[^/\\:]+(?:\/[^/\\:]+)*$/.test(file) && /[./]/.test(file)))].slice(0, 50)
}

const LONGEST = 20_000

import { isMap } from "../../text/is-map.ts"

/** A request that somebody wrote down for a skill. */
export interface RequestCase {
  readonly request: string
  /** use: the skill should be found for it. leave: it should not be the first. */
  readonly expects: "use" | "leave"
  /** It has to be among the first that are found, so many. */
  readonly within: number
  /** The skill that the request is for, if it is not this one. */
  readonly owner?: string | undefined
  /** Whether the author says that it is for the skill, or not. If not, it is taken for one that is. */
  readonly isStated: boolean
  /** What the agent should answer or do is written as well. */
  readonly hasAnswer: boolean
  readonly line: number
}

export type CaseReading =
  | { readonly kind: "case"; readonly value: Omit<RequestCase, "line"> }
  /** There is no request in it. */
  | { readonly kind: "none" }
  | { readonly kind: "wrong"; readonly what: string; readonly fix: string }
  /** It is about another skill. */
  | { readonly kind: "other"; readonly about: string }
  /** It is about another skill that the file is for as well. */
  | { readonly kind: "shared" }

/** What a file is about. */
export interface CaseSkills {
  readonly skill: string
  /** The names of others that the file may be about as well: then each case says for which it is. */
  readonly others: readonly string[]
}

const DEFAULT_WITHIN = 3
const MOST_WITHIN = 100

/** The keys and words of authors, as `toKey` writes them. */
const REQUEST_KEYS = ["query", "prompt", "request", "userprompt", "userrequest", "usermessage"]
/** What these have is a request only if the entry or its list says what is expected of the skill. */
const UNSURE_KEYS = ["input", "text", "question"]
const SHOULD_KEYS = ["shouldtrigger", "expectedtrigger", "expecttrigger", "triggerexpected", "shouldactivate"]
const KIND_KEYS = ["type", "label", "category"]
const ANSWER_KEYS = ["expectedoutput", "assertions", "expectations", "expectedbehavior", "expectedbehaviors", "rubric"]

/**
 * Reads one entry of a list: a text, or a map. `listed` is what the list says of all. If neither says what is expected,
 * the skill should be found.
 */
export function readCase(value: unknown, about: CaseSkills, listed?: "use" | "leave"): CaseReading {
  const entry = toEntry(isMap(value) ? value : { query: value })
  const said = readExpected(entry, about, listed)
  const keys = said === undefined ? REQUEST_KEYS : [...REQUEST_KEYS, ...UNSURE_KEYS]
  const request = keys.map((key) => entry.get(key)).find((one) => one !== undefined)
  if (typeof request !== "string" || request.trim() === "") return { kind: "none" }
  const other = findOther(entry, about)
  if (other !== undefined) return other
  if (said !== undefined && "kind" in said) return said
  const within = entry.get("topk") ?? DEFAULT_WITHIN
  if (typeof within !== "number" || !Number.isInteger(within) || within < 1 || within > MOST_WITHIN)
    return { kind: "wrong", what: `its top_k is not a number from 1 to ${MOST_WITHIN}`, fix: "write for example 3" }
  const owner = entry.get("owner") ?? said?.owner
  if (owner !== undefined && typeof owner !== "string")
    return {
      kind: "wrong",
      what: "its owner is not a name",
      fix: "write the name of the skill that the request is for",
    }
  return {
    kind: "case",
    value: {
      request,
      expects: said?.expects ?? "use",
      within,
      owner,
      isStated: said !== undefined || SKILL_KEYS.some((key) => entry.has(key)),
      hasAnswer: hasAnswer(entry),
    },
  }
}

/** should_trigger, shouldTrigger and should-trigger are one key. */
export function toKey(written: string): string {
  return written.replaceAll(/[\s_-]/g, "").toLowerCase()
}

/** The skill of a plugin may be called without the plugin's name in its own files. */
export function meansSkill(name: string, skill: string): boolean {
  const bare = (full: string) => full.slice(full.lastIndexOf(":") + 1).toLowerCase()
  return bare(name) === bare(skill)
}

type Entry = ReadonlyMap<string, unknown>

/** By key, without what is null; that no skill is expected stays. */
function toEntry(map: Readonly<Record<string, unknown>>): Entry {
  const pairs = Object.entries(map).map(([key, value]) => [toKey(key), value] as const)
  return new Map(
    pairs.filter(([key, value]) => value !== null || [...EXPECTED_SKILL_KEYS, ...SHOULD_KEYS].includes(key)),
  )
}

const SKILL_KEYS = ["skills", "skill", "skillname"]
const EXPECTED_SKILL_KEYS = ["expectedskill", "expectskill"]

interface Expected {
  readonly expects: "use" | "leave"
  readonly owner?: string
}

function readExpected(
  entry: Entry,
  about: CaseSkills,
  listed: "use" | "leave" | undefined,
): Expected | Extract<CaseReading, { kind: "wrong" }> | undefined {
  const said = SHOULD_KEYS.map((key) => entry.get(key)).find((one) => one !== undefined)
  const isName = typeof said === "string" && [about.skill, ...about.others].some((one) => meansSkill(said, one))
  if (said === null && about.others.length > 0) return { expects: "leave" }
  if (said !== undefined && typeof said !== "boolean" && !isName)
    return {
      kind: "wrong",
      what: "its should_trigger is neither true nor false",
      fix: "write true or false without quotes; if it is a skill's name, name all skills of the file with --from",
    }
  const wanted = isName ? said : EXPECTED_SKILL_KEYS.map((key) => entry.get(key)).find((one) => one !== undefined)
  if (typeof wanted === "string" && !meansSkill(wanted, about.skill)) return { expects: "leave", owner: wanted }
  if (typeof said === "boolean") return { expects: said ? "use" : "leave" }
  if (listed !== undefined) return { expects: listed }
  if (wanted === null) return { expects: "leave" }
  if (typeof wanted === "string") return { expects: "use" }
  const word = readWord(entry.get("expected"))
  return word === undefined ? readKind(entry) : { expects: word }
}

/** Words such as "trigger" and "do_not_trigger". Anything else that is expected is an answer. */
function readWord(value: unknown): "use" | "leave" | undefined {
  const word = typeof value === "string" ? toKey(value) : ""
  if (/^(?:should)?(?:trigger|activate)s?$/.test(word)) return "use"
  return /^(?:(?:(?:should|do|does)?not?|dont)(?:trigger|activate)s?|skip)$/.test(word) ? "leave" : undefined
}

/** A type of case, if it says by itself whether the skill is meant: "trigger" may be a test of either. */
function readKind(entry: Entry): ReturnType<typeof readExpected> {
  for (const key of KIND_KEYS) {
    const kind = entry.get(key)
    const word = typeof kind === "string" ? toKey(kind) : ""
    if (word === "shouldtrigger" || word === "shouldactivate" || word === "positive") return { expects: "use" }
    if (word !== "trigger" && readWord(kind) === "leave") return { expects: "leave" }
    if (word !== "negative") continue
    if (!hasAnswer(entry)) return { expects: "leave" }
    const what = `its ${key} is "negative", and it is not clear whether the skill is meant`
    return { kind: "wrong", what, fix: 'write "should_trigger": true or false' }
  }
  return undefined
}

function hasAnswer(entry: Entry): boolean {
  const expected = entry.get("expected")
  return ANSWER_KEYS.some((key) => entry.has(key)) || (expected !== undefined && readWord(expected) === undefined)
}

/** Whether the entry says that it is about another skill, or not about which of several. */
function findOther(entry: Entry, { skill, others }: CaseSkills): CaseReading | undefined {
  const names = SKILL_KEYS.flatMap((key) => entry.get(key)).filter((one) => typeof one === "string")
  if (names.some((name) => meansSkill(name, skill))) return undefined
  if (names.some((name) => others.some((other) => meansSkill(name, other)))) return { kind: "shared" }
  if (names.length > 0) return { kind: "other", about: names.join(", ") }
  const isNamed = [...EXPECTED_SKILL_KEYS, ...SHOULD_KEYS].some((key) => entry.has(key) && entry.get(key) !== true)
  if (others.length === 0 || isNamed) return undefined
  const what = "it does not say which of the skills it is for"
  return { kind: "wrong", what, fix: 'write its name, as in "expected_skill": "…"' }
}

import { findNearestNames } from "../text/find-nearest-names.ts"
import { isMap } from "../text/is-map.ts"
import { builtInDomains, type DomainSetting } from "./domain-settings.ts"
import { describeFault, type Fault, type ReadValue } from "./fault.ts"
import type { LimitOwner } from "./limits.ts"

const WANTED = "a map of domains to { words, weak, standards }"
const FIELDS = ["words", "weak", "standards"]
const MOST_DOMAINS = 50
const MOST_WORDS = 500

/**
 * Domains of jobs and their words, one by one. What is not understood does not count, and the rest does. A project may
 * only add words to the domains that come with Skillet: standards are text that every agent of a job gets.
 */
export function readDomains(value: unknown, at: readonly string[], owner: LimitOwner): ReadValue {
  if (!isMap(value)) return { layer: {}, faults: [toFault(at, value, WANTED)] }
  const faults: Fault[] = []
  const domains = Object.entries(value).flatMap(([name, one], index) => {
    const where = [...at, name]
    const wrong = index >= MOST_DOMAINS ? tooMany(where) : findNameFault(where, name, owner)
    if (wrong !== undefined) faults.push(wrong)
    const read = wrong === undefined ? readDomain(one, where, { owner, faults }) : undefined
    return read === undefined ? [] : [[name, read] as const]
  })
  return { layer: { domains: Object.fromEntries(domains) }, faults }
}

function isBuiltIn(name: string): boolean {
  return builtInDomains.some((one) => one === name)
}

function findNameFault(at: readonly string[], name: string, owner: LimitOwner): Fault | undefined {
  if (owner === "project" && !isBuiltIn(name)) return onlyWords(at, `${at.join(".")} is not one of them`)
  if (name === "hybrid")
    return fault(at, "hybrid means two domains at once and cannot be set", "use another name, or remove it")
  if (/^[a-z][a-z0-9-]{0,39}$/.test(name)) return undefined
  return fault(at, `"${name}" is not a name of lower-case letters, digits and hyphens`, "use a name such as legal")
}

interface Reading {
  readonly owner: LimitOwner
  readonly faults: Fault[]
}

function readDomain(value: unknown, at: readonly string[], { owner, faults }: Reading): DomainSetting | undefined {
  if (!isMap(value)) {
    faults.push(toFault(at, value, "{ words, weak, standards }"))
    return undefined
  }
  for (const name of Object.keys(value).filter((one) => !FIELDS.includes(one))) faults.push(unknownField(at, name))
  const words = readWords(value["words"], [...at, "words"], faults)
  const weak = readWords(value["weak"], [...at, "weak"], faults)
  const isAllowed = owner !== "project" || value["standards"] === undefined
  if (!isAllowed) faults.push(onlyWords([...at, "standards"], "it may not set standards"))
  const standards = isAllowed ? readStandards(value["standards"], [...at, "standards"], faults) : undefined
  if (isBuiltIn(at.at(-1) ?? "") || words.length > 0) return { words, weak, standards }
  faults.push(fault(at, `${at.join(".")} has no words, so no request could be in it`, `give ${at.join(".")} words`))
  return undefined
}

/** Words as requests have them: one word each, without its ending. */
function readWords(value: unknown, at: readonly string[], faults: Fault[]): readonly string[] {
  if (value === undefined) return []
  const wanted = "a list of single words, such as [court, clause]"
  const isWord = (one: unknown): one is string => typeof one === "string" && /^\p{L}[\p{L}\p{N}'-]*$/u.test(one)
  if (!Array.isArray(value)) {
    faults.push(toFault(at, value, wanted))
    return []
  }
  for (const one of value) if (!isWord(one)) faults.push(toFault(at, one, wanted))
  if (value.length > MOST_WORDS) faults.push(tooMany(at))
  return value.filter(isWord).slice(0, MOST_WORDS)
}

function readStandards(value: unknown, at: readonly string[], faults: Fault[]): readonly string[] | undefined {
  if (value === undefined) return undefined
  const wanted = "a list of sentences"
  const isText = (one: unknown): one is string => typeof one === "string" && one.trim() !== ""
  if (!Array.isArray(value)) {
    faults.push(toFault(at, value, wanted))
    return undefined
  }
  for (const one of value) if (!isText(one)) faults.push(toFault(at, one, wanted))
  return value.filter(isText)
}

function fault(at: readonly string[], message: string, fix: string): Fault {
  return { at, message, fix, limits: false }
}

function toFault(at: readonly string[], value: unknown, wanted: string): Fault {
  return { ...describeFault(at, value, wanted), limits: false }
}

function tooMany(at: readonly string[]): Fault {
  const most = `at most ${MOST_DOMAINS} domains with ${MOST_WORDS} words each count`
  return fault(at, `${at.join(".")} is too much: ${most}`, "remove what is not needed")
}

function onlyWords(at: readonly string[], why: string): Fault {
  const message = `a project may only add words to ${builtInDomains.join(", ")}; ${why}, and was ignored`
  return fault(at, message, `set ${at.join(".")} in your own settings instead`)
}

function unknownField(at: readonly string[], name: string): Fault {
  const near = findNearestNames(name, FIELDS)
  const fix = near.length > 0 ? `did you mean ${near.join(" or ")}?` : `use one of ${FIELDS.join(", ")}, or remove it`
  return fault([...at, name], `there is no setting "${[...at, name].join(".")}"`, fix)
}

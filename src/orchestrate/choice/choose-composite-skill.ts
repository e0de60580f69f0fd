import { SkilletError } from "../../problem/failure.ts"
import { findNearestNames } from "../../text/find-nearest-names.ts"
import { NO_SKILL } from "../composite.ts"
import { stem } from "../../text/stem.ts"

/** A composite skill that a request could mean. */
export interface CandidateSkill {
  readonly name: string
  readonly description: string
  /** What it makes. */
  readonly makes?: readonly string[] | undefined
}

export interface Ranked extends CandidateSkill {
  readonly score: number
  readonly words: readonly string[]
}

/** Routes by their names; the longer ones are older. */
export const routes = {
  skill: "skill",
  dynamic: "dynamic",
  "skill-orchestration": "skill",
  "dynamic-skill-sequencing": "dynamic",
} as const

export type Route = (typeof routes)[keyof typeof routes]

export interface Choice {
  /** Undefined: a sequence is planned. */
  readonly skill?: string | undefined
  readonly because: string
  /** What else was close. */
  readonly close: readonly string[]
  /** Nothing is chosen yet: the request is thought through first. */
  readonly isOpen?: true | undefined
  /** Flags that were given before the skill was chosen, and that it does not have. */
  readonly unused?: readonly string[] | undefined
  /** A session that had no part in the choice, because it is not a job of this machine. */
  readonly unread?: string | undefined
}

export function findRoute(name: string): Route {
  if (Object.hasOwn(routes, name)) return routes[name as keyof typeof routes]
  throw new SkilletError(
    "composite.bad-route",
    `ERROR: Invalid route '${name}'. Valid routes: ${Object.keys(routes).join(", ")}`,
    {
      retry: "no",
      next: "use --route skill or --route dynamic",
    },
  )
}

/** What an earlier job that thought the request through chose. */
export interface Reasoned {
  readonly session: string
  /** The name of a skill, or `none`. */
  readonly skill: string
}

export interface ChoiceAsked {
  readonly query: string
  readonly reasoned?: Reasoned | undefined
  readonly named?: string | undefined
  readonly route?: Route | undefined
}

/** A match must be based on this many words of the request to decide alone. */
const LEAST_WORDS = 2

/**
 * Which composite skill a request means: the one given by name, the one that the request names, the one that reasoning
 * chose, the one that makes what it asks for, the best match, or none.
 */
export function chooseCompositeSkill(
  { query, named, route, reasoned }: ChoiceAsked,
  known: readonly CandidateSkill[],
  ranked: readonly Ranked[],
): Choice {
  const names = known.map(({ name }) => name)
  if (named !== undefined) return { skill: requireKnown(named, names), because: "it was named with --skill", close: [] }
  const close = (except?: string) =>
    ranked
      .map(({ name }) => name)
      .filter((name) => name !== except)
      .slice(0, 3)
  if (route === "dynamic") return { because: "--route dynamic was given", close: close() }
  const said = findSaidName(query, names)
  if (said !== undefined) return { skill: said, because: `the request names it, "${said}"`, close: close(said) }
  if (reasoned !== undefined && reasoned.skill !== NO_SKILL) {
    const skill = requireKnown(reasoned.skill, names)
    return { skill, because: `the reasoning in ${reasoned.session} chose it`, close: close(skill) }
  }
  if (reasoned !== undefined && route !== "skill")
    return { because: `the reasoning in ${reasoned.session} found no skill that fits`, close: close() }
  const thing = findAskedThing(
    query,
    known.flatMap(({ makes = [] }) => makes),
  )
  const maker = known.find(({ makes = [] }) => thing !== undefined && makes.includes(thing))?.name
  if (maker !== undefined)
    return { skill: maker, because: `it makes what the request asks for: ${thing}`, close: close(maker) }
  const [best] = ranked
  if (best !== undefined && best.words.length >= LEAST_WORDS)
    return { skill: best.name, because: `it matches on ${best.words.join(", ")}`, close: close(best.name) }
  if (route === "skill") throw noneFits(names)
  return { because: "no composite skill fits", close: close() }
}

/** A name in the request beats a match by meaning. */
function findSaidName(query: string, names: readonly string[]): string | undefined {
  const text = ` ${query.toLowerCase().replace(/[^\p{L}\p{N}]+/gu, " ")} `
  return names.find((name) => text.includes(` ${name.toLowerCase().replaceAll("-", " ")} `))
}

function requireKnown(named: string, names: readonly string[]): string {
  if (names.includes(named)) return named
  const near = findNearestNames(named, names)
  throw new SkilletError("composite.not-found", `there is no composite skill "${named}"`, {
    retry: "no",
    next:
      near.length > 0 ? `did you mean ${near.join(" or ")}?` : `the composite skills are ${names.join(", ") || "none"}`,
  })
}

function noneFits(names: readonly string[]): SkilletError {
  return new SkilletError("composite.none-fits", "no composite skill fits the request", {
    retry: "no",
    next: `name one with --skill (${names.join(", ") || "there are none"}), or use --route dynamic`,
  })
}

/** Words with which people ask for something to be made. */
const MAKING =
  /\b(?:build|built|create|make|develop|implement|write|generate|produce|craft|code|set up|put together|need|want|collect|capture|consolidate)\b/gi

/** Words that end the name of what is to be made. */
const AFTER =
  /\b(?:for|about|that|which|who|whose|with|without|of|to|in|on|at|by|from|using|and|or|so|where|when|as|like|into|based|called|named)\b|[,;:.!?()\n]/i

/**
 * Which of these things a request asks for: the longest one with which the name of the requested thing ends. "Build me
 * a small web shop for my bakery" asks for a shop; "build a web shop guide" does not.
 */
export function findAskedThing(query: string, things: readonly string[]): string | undefined {
  const named = [...query.matchAll(MAKING)].map(({ 0: verb, index }) => {
    const rest = query.slice(index + verb.length)
    return stemWords(rest.slice(0, AFTER.exec(rest)?.index))
  })
  const fits = (thing: string) => {
    const wanted = stemWords(thing)
    return wanted.length > 0 && named.some((words) => wanted.every((word, at) => word === words.at(at - wanted.length)))
  }
  return things.toSorted((one, other) => other.length - one.length).find(fits)
}

function stemWords(text: string): readonly string[] {
  return (text.toLowerCase().match(/\p{L}[\p{L}\p{N}'-]*/gu) ?? []).map((word) => stem(word))
}
